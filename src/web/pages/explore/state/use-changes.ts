import { useMemo } from 'react'
import { loadedChart } from '../../../frame/chart-registry.ts'
import { useExplore, useForm } from './explore-context.ts'
import { changedControls } from './form.ts'

/** The number of changed controls, and whether anything has changed, including the title. */
export const useChanges = (): { changes: number; isDirty: boolean } => {
  const form = useForm()
  const saved = useExplore((state) => state.saved)
  const title = useExplore((state) => state.title)
  const slice = useExplore((state) => state.slice)
  const chart = loadedChart(form.viz_type)
  const changes = useMemo(() => (chart ? changedControls(form, saved, chart).length : 0), [form, saved, chart])
  return { changes, isDirty: changes > 0 || title !== (slice?.slice_name ?? '') }
}
