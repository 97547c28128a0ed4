import { useEffect, useState } from 'react'
import type { Fixture } from '#charts/shared/fixtures/fixture.ts'
import { loadCode } from '../../../../lazy/load-fault.ts'

const modules = import.meta.glob<{ fixtures: Fixture[] }>('../../../../../charts/*/fixture.ts')
const loaders = new Map(Object.entries(modules).map(([path, load]) => [path.split('/').at(-2) ?? '', load]))

/** Examples of a chart type with their data, in the type's folder. None if their code cannot be loaded. */
const loadExamples = async (vizType: string): Promise<Fixture[]> => {
  const load = loaders.get(vizType)
  if (!load) return []
  return loadCode(load).then(
    ({ fixtures }) => fixtures,
    () => [],
  )
}

/** Undefined while loading. */
export const useExamples = (vizType: string): Fixture[] | undefined => {
  const [found, setFound] = useState<{ vizType: string; examples: Fixture[] } | null>(null)
  useEffect(() => {
    let isCancelled = false
    void loadExamples(vizType).then((examples) => !isCancelled && setFound({ vizType, examples }))
    return () => {
      isCancelled = true
    }
  }, [vizType])
  return found?.vizType === vizType ? found.examples : undefined
}
