import type { TaggedKind } from '#api/tag.ts'
import { objectOptions } from '../../lists/options.ts'
import { RecordsField, type NamedRecord } from '../../forms/RecordsField.tsx'
import { taggedHeading } from '../../lists/tags/tagged-objects.ts'

export type NamedObject = NamedRecord

type Props = {
  kind: TaggedKind
  objects: NamedObject[]
  onChange: (objects: NamedObject[]) => void
  id?: string
  'aria-describedby'?: string
  'aria-invalid'?: boolean
}

const searchOperators = { chart: 'chart_all_text', dashboard: 'title_or_slug', dataset: 'ct' } as const

/** Objects of one kind, searched by name on the server. */
export const ObjectsField = ({ kind, objects, ...described }: Props) => {
  const search = (text: string) => {
    const { queryKey, queryFn } = objectOptions(kind, searchOperators[kind])(text)
    return {
      queryKey: [...queryKey, 'named'],
      queryFn: async (context: { signal: AbortSignal }) =>
        (await queryFn(context)).map(({ value, label }) => ({ id: Number(value), name: label })),
    }
  }
  return <RecordsField {...described} label={taggedHeading(kind)} records={objects} search={search} />
}
