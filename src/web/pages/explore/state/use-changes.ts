import { useMemo } from 'react'
import type { Chart } from '#charts/chart.ts'
import { loadedChart } from '../../../frame/chart-registry.ts'
import { useExplore, useForm } from './explore-context.ts'
import { changedControls } from './form.ts'
import type { ExploreState } from './store.ts'

type Changes = { changes: number; isDirty: boolean }

type Compared = Pick<ExploreState, 'saved' | 'title' | 'slice'> & {
  form: ExploreState['saved']
  /** The type of the form; nothing is known of its controls until it is loaded. */
  chart: Chart | undefined
}

/** The number of changes to the saved chart: its controls, its dataset and its name. A new chart is unsaved work once it has a name, too. */
export const countChanges = ({ form, saved, title, slice, chart }: Compared): Changes => {
  const controls = chart ? changedControls(form, saved, chart).length : 0
  const isRenamed = title !== (slice?.slice_name ?? '')
  const isSwapped = form.datasource !== saved.datasource
  const changes = controls + (isSwapped ? 1 : 0) + (slice && isRenamed ? 1 : 0)
  return { changes, isDirty: changes > 0 || isRenamed }
}

export const useChanges = (): Changes => {
  const form = useForm()
  const saved = useExplore((state) => state.saved)
  const title = useExplore((state) => state.title)
  const slice = useExplore((state) => state.slice)
  const chart = loadedChart(form.viz_type)
  return useMemo(() => countChanges({ form, saved, title, slice, chart }), [form, saved, title, slice, chart])
}
