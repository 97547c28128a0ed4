import type { Chart } from '#charts/chart.ts'
import type { Control, ControlState, DatasetFacts } from '#charts/control.ts'
import { msg, t } from '#core/i18n/t.ts'
import type { FormData } from '#core/query/query-object.ts'
import { summarize } from '../../../controls/behaviors/behaviors.ts'
import { changedControls, controlsOf } from '../state/form.ts'

/** With horizontal bars the axis of dimensions is the vertical one. */
const wordsOfHorizontalBars: Record<string, string> = {
  'X-axis': msg('Y-axis'),
  'Y-axis': msg('X-axis'),
  'X-axis sort by': msg('Y-axis sort by'),
  'X-axis sort ascending': msg('Y-axis sort ascending'),
  'X-axis label interval': msg('Y-axis label interval'),
  'X-axis bounds': msg('Y-axis bounds'),
  'Truncate X-axis': msg('Truncate Y-axis'),
  'Color by X-axis': msg('Color by Y-axis'),
}

/** A label or a heading of a control for the current orientation of the chart. */
export const shownWords = (words: string, { form }: ControlState): string =>
  (form['orientation'] === 'horizontal' && wordsOfHorizontalBars[words]) || words

export const shownLabel = (control: Control, state: ControlState): string => shownWords(control.label, state)

/** A control whose value differs from the saved one. */
export type Change = { name: string; label: string; before: string; after: string; isResettable: boolean }

type Facts = { chart: Chart; savedChart: Chart | null; dataset: DatasetFacts | null }

/** The changes in the order of the controls. A changed chart type comes first; one that does not exist cannot be gone back to. */
export const listChanges = (form: FormData, saved: FormData, { chart, savedChart, dataset }: Facts): Change[] => {
  const [before, after] = [
    { form: saved, dataset },
    { form, dataset },
  ]
  const none = t('None')
  return changedControls(form, saved, chart).flatMap((name): Change[] => {
    if (name === 'viz_type') {
      const savedName = savedChart?.name ?? saved.viz_type
      return [{ name, label: t('Chart type'), before: t(savedName), after: t(chart.name), isResettable: savedChart !== null }]
    }
    const control = controlsOf(chart).find((candidate) => candidate.name === name)
    if (!control) return []
    const label = t(shownLabel(control, after)) || name
    return [{ name, label, before: summarize(control, before, t) || none, after: summarize(control, after, t) || none, isResettable: true }]
  })
}
