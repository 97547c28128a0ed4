import type { Chart } from '#charts/chart.ts'
import type { Control, ControlState, DatasetFacts } from '#charts/control.ts'
import { t } from '#core/i18n/t.ts'
import type { FormData } from '#core/query/query-object.ts'
import { summarize } from '../../../controls/behaviors/behaviors.ts'
import { changedControls, controlsOf } from '../state/form.ts'

/** The label of a control. With horizontal bars the axis of dimensions is the Y-axis. */
export const shownLabel = (control: Control, { form }: ControlState): string =>
  control.name === 'x_axis' && form['orientation'] === 'horizontal' ? 'Y-axis' : control.label

/** A control whose value differs from the saved one. */
export type Change = { name: string; label: string; before: string; after: string; isResettable: boolean }

type Facts = { chart: Chart; savedChart: Chart | null; dataset: DatasetFacts | null }

/** The changes in the order of the controls. A changed chart type comes first and can only be reset by "Reset all". */
export const listChanges = (form: FormData, saved: FormData, { chart, savedChart, dataset }: Facts): Change[] => {
  const [before, after] = [
    { form: saved, dataset },
    { form, dataset },
  ]
  const none = t('None')
  return changedControls(form, saved, chart).flatMap((name): Change[] => {
    if (name === 'viz_type') {
      const savedName = savedChart?.name ?? saved.viz_type
      return [{ name, label: t('Chart type'), before: t(savedName), after: t(chart.name), isResettable: false }]
    }
    const control = controlsOf(chart).find((candidate) => candidate.name === name)
    if (!control) return []
    const label = t(shownLabel(control, after)) || name
    return [{ name, label, before: summarize(control, before, t) || none, after: summarize(control, after, t) || none, isResettable: true }]
  })
}
