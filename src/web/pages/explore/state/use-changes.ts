import { useMemo } from 'react'
import { loadedChart } from '../../../frame/chart-registry.ts'
import { useExplore, useForm } from './explore-context.ts'
import { changedControls } from './form.ts'

/** The number of changes to the saved chart: its controls, its dataset and its name. A new chart is unsaved work once it has a name, too. */
export const useChanges = (): { changes: number; isDirty: boolean } => {
  const form = useForm()
  const saved = useExplore((state) => state.saved)
  const title = useExplore((state) => state.title)
  const slice = useExplore((state) => state.slice)
  const chart = loadedChart(form.viz_type)
  const controls = useMemo(() => (chart ? changedControls(form, saved, chart).length : 0), [form, saved, chart])
  const isRenamed = title !== (slice?.slice_name ?? '')
  const isSwapped = form.datasource !== saved.datasource
  const changes = controls + (isSwapped ? 1 : 0) + (slice && isRenamed ? 1 : 0)
  return { changes, isDirty: changes > 0 || isRenamed }
}
