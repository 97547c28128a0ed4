import type { Chart } from '#charts/chart.ts'
import type { Control, ControlState, DatasetFacts } from '#charts/control.ts'
import type { FormData } from '#core/query/query-object.ts'
import type { Translate } from '#core/i18n/t.ts'
import { followed, isNeverShown, rejectionOf, resetsOnHide } from '../../../controls/behaviors.ts'

export const controlsOf = (chart: Chart): Control[] => chart.controls.flatMap((section) => section.rows.flat())

const isVisible = (control: Control, state: ControlState) => control.visible?.(state) ?? true

/** Controls that can be seen now; those of a hidden section cannot. */
export const visibleControls = (chart: Chart, state: ControlState): Control[] =>
  chart.controls
    .filter((section) => section.visible?.(state) ?? true)
    .flatMap((section) => section.rows.flat().filter((control) => isVisible(control, state)))

const startOf = (control: Control, state: ControlState): unknown => (control.initial ? control.initial(state) : control.default)

/** Every control of the chart gets a value: what the form holds, null included, else what it starts with. */
export const completeForm = (form: FormData, chart: Chart, dataset: DatasetFacts | null): FormData => {
  let complete: FormData = { ...form, viz_type: chart.viz_type }
  for (const control of controlsOf(chart)) {
    if (control.name in complete && complete[control.name] !== undefined) continue
    const value = startOf(control, { form: complete, dataset })
    if (value !== undefined) complete = { ...complete, [control.name]: value }
  }
  return complete
}

/** Keys of the form that another value stands under than a new chart would start with; those that are no controls count too. */
export const changedFromStart = (form: FormData, chart: Chart, dataset: DatasetFacts | null): Set<string> => {
  const { slice_id: _, ...fresh } = form
  const untouched = controlsOf(chart).filter((control) =>
    same(form[control.name], startOf(control, { form: { ...fresh, datasource: form.datasource, viz_type: form.viz_type }, dataset })),
  )
  const names = new Set(untouched.map((control) => control.name))
  return new Set(Object.keys(form).filter((key) => !names.has(key)))
}

/**
 * What cannot be seen any more after a change goes back to where it started, what appears starts as it would now, and a choice
 * follows what it named.
 */
export const settle = (before: FormData, after: FormData, { chart, dataset }: { chart: Chart; dataset: DatasetFacts | null }): FormData => {
  const was = new Set(visibleControls(chart, { form: before, dataset }).map((control) => control.name))
  const is = new Set(visibleControls(chart, { form: after, dataset }).map((control) => control.name))
  let settled = after
  for (const control of controlsOf(chart)) {
    if (isNeverShown(control)) continue
    const { name } = control
    const state = { form: settled, dataset }
    const value = settled[name]
    const isHiddenNow = was.has(name) && !is.has(name)
    const isUntouched = !was.has(name) && is.has(name) && same(value, startOf(control, { form: before, dataset }))
    const next =
      (isHiddenNow && resetsOnHide(control)) || isUntouched
        ? startOf(control, state)
        : followed(control, value, { before: { form: before, dataset }, after: state })
    if (!same(value, next)) settled = { ...settled, [name]: next }
  }
  return settled
}

/** Equal values; nothing chosen is the same whether it is missing, null, empty text, or a list of nothing, as bounds without ends are. */
export const same = (a: unknown, b: unknown): boolean => plain(a) === plain(b)

const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.every(isNothing))

const plain = (value: unknown): string => {
  if (isNothing(value)) return ''
  return JSON.stringify(value, (key, inner: unknown) => (key === 'optionName' || key === 'filterOptionName' ? undefined : inner))
}

/** Names of the controls whose value is another than in `saved`; the type of chart counts as one. */
export const changedControls = (form: FormData, saved: FormData, chart: Chart): string[] => {
  const names = controlsOf(chart)
    .filter((control) => !isNeverShown(control))
    .map((control) => control.name)
  const changed = [...new Set(names)].filter((name) => !same(form[name], saved[name]))
  return form.viz_type === saved.viz_type ? changed : ['viz_type', ...changed.filter((name) => name in saved)]
}

/** Why the values of visible controls are rejected, by control name. */
export const validate = (
  form: FormData,
  chart: Chart,
  { dataset, t }: { dataset: DatasetFacts | null; t: Translate },
): Record<string, string> => {
  const state = { form, dataset }
  const found: Record<string, string> = {}
  for (const control of visibleControls(chart, state)) {
    const rejection = rejectionOf(control, form[control.name], { state, t })
    if (rejection) found[control.name] = rejection.text
  }
  return found
}

/** Keys that live beside the controls: what the chart is, and what only travels. */
const kept = [
  'datasource',
  'viz_type',
  'slice_id',
  'url_params',
  'custom_params',
  'cache_timeout',
  'granularity_sqla',
  'time_range',
  'granularity',
  'dashboards',
  'annotation_layers',
]
const transient = [
  'standardizedFormData',
  'extra_form_data',
  'extra_filters',
  'force',
  'result_format',
  'result_type',
  'applied_time_extras',
  'url_params',
]

/**
 * The form as it is saved: the chart's own controls and what it cannot do without. A chart that keeps its type keeps the keys
 * that we do not know; one that changes it leaves the other type's keys behind. Filters that a dashboard lent do not stay.
 */
export const savedForm = (form: FormData, chart: Chart, saved: FormData | null): FormData => {
  const own = new Set([...controlsOf(chart).map((control) => control.name), ...kept])
  const keepsUnknown = saved?.viz_type === form.viz_type
  const entries = Object.entries(form).filter(
    ([name, value]) => value !== undefined && !transient.includes(name) && (keepsUnknown || own.has(name)),
  )
  const filters = form['adhoc_filters']
  const lasting = Array.isArray(filters) ? filters.filter((filter: { isExtra?: unknown }) => !filter.isExtra) : filters
  return { ...(Object.fromEntries(entries) as FormData), ...(filters !== undefined && { adhoc_filters: lasting }), extra_form_data: {} }
}
