import type { Chart } from '#charts/chart.ts'
import type { Control, ControlState, DatasetFacts } from '#charts/control.ts'
import type { AdhocFilter } from '#core/query/adhoc-filter.ts'
import type { FormData } from '#core/query/query-object.ts'
import { asList } from '#core/query/read.ts'
import type { Translate } from '#core/i18n/t.ts'
import { followed, isNeverShown, rejectionOf, resetsOnHide } from '../../../controls/behaviors/behaviors.ts'

export const controlsOf = (chart: Chart): Control[] => chart.controls.flatMap((section) => section.rows.flat())

const isVisible = (control: Control, state: ControlState) => control.visible?.(state) ?? true

/** Controls that are visible, in visible sections. */
export const visibleControls = (chart: Chart, state: ControlState): Control[] =>
  chart.controls
    .filter((section) => section.visible?.(state) ?? true)
    .flatMap((section) => section.rows.flat().filter((control) => isVisible(control, state)))

const initialValue = (control: Control, state: ControlState): unknown => (control.initial ? control.initial(state) : control.default)

/** Gives every control of the chart a value: that of the form, including null, else its initial one. */
export const completeForm = (form: FormData, chart: Chart, dataset: DatasetFacts | null): FormData => {
  let complete: FormData = { ...form, viz_type: chart.viz_type }
  for (const control of controlsOf(chart)) {
    if (control.name in complete && complete[control.name] !== undefined) continue
    const value = initialValue(control, { form: complete, dataset })
    if (value !== undefined) complete = { ...complete, [control.name]: value }
  }
  return complete
}

/** Keys of the form whose values differ from those of a new chart, including keys without a control. */
export const changedFromStart = (form: FormData, chart: Chart, dataset: DatasetFacts | null): Set<string> => {
  const { slice_id: _, ...fresh } = form
  const untouched = controlsOf(chart).filter((control) =>
    isSameValue(
      form[control.name],
      initialValue(control, { form: { ...fresh, datasource: form.datasource, viz_type: form.viz_type }, dataset }),
    ),
  )
  const names = new Set(untouched.map((control) => control.name))
  return new Set(Object.keys(form).filter((key) => !names.has(key)))
}

/**
 * Updates controls that depend on a change: hidden controls are reset, controls that appear get their initial value, and choices follow
 * what they refer to.
 */
export const updateDependents = (
  before: FormData,
  after: FormData,
  { chart, dataset }: { chart: Chart; dataset: DatasetFacts | null },
): FormData => {
  const visibleBefore = new Set(visibleControls(chart, { form: before, dataset }).map((control) => control.name))
  const visibleAfter = new Set(visibleControls(chart, { form: after, dataset }).map((control) => control.name))
  let updated = after
  for (const control of controlsOf(chart)) {
    if (isNeverShown(control)) continue
    const { name } = control
    const state = { form: updated, dataset }
    const value = updated[name]
    const isHiddenNow = visibleBefore.has(name) && !visibleAfter.has(name)
    const isUntouched =
      !visibleBefore.has(name) && visibleAfter.has(name) && isSameValue(value, initialValue(control, { form: before, dataset }))
    const next =
      (isHiddenNow && resetsOnHide(control)) || isUntouched
        ? initialValue(control, state)
        : followed(control, value, { before: { form: before, dataset }, after: state })
    if (!isSameValue(value, next)) updated = { ...updated, [name]: next }
  }
  return updated
}

/** A form over another dataset: what it does not offer any more is dropped. */
export const followDataset = (chart: Chart, before: ControlState, after: ControlState): FormData => {
  let followedForm = after.form
  for (const control of controlsOf(chart)) {
    const value = followedForm[control.name]
    const next = followed(control, value, { before, after: { ...after, form: followedForm } })
    if (!isSameValue(value, next)) followedForm = { ...followedForm, [control.name]: next }
  }
  return followedForm
}

/** Compares values; missing, null, empty text and lists of nothing, such as bounds without ends, are equal. */
export const isSameValue = (a: unknown, b: unknown): boolean => normalized(a) === normalized(b)

const isEmptyValue = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.every(isEmptyValue))

const normalized = (value: unknown): string => {
  if (isEmptyValue(value)) return ''
  return JSON.stringify(value, (key, inner: unknown) => (key === 'optionName' || key === 'filterOptionName' ? undefined : inner))
}

/** An inherited filter is not saved; where it replaced the time range of a filter of the chart, that one stays as it was saved. */
const lastingFilter = (filter: AdhocFilter, saved: readonly AdhocFilter[]): AdhocFilter[] => {
  if (!filter.isExtra) return [filter]
  if (filter.operator !== 'TEMPORAL_RANGE') return []
  return saved.filter(({ operator, subject, isExtra }) => !isExtra && operator === 'TEMPORAL_RANGE' && subject === filter.subject)
}

/** Controls that hold filters, and take those of a dashboard. */
const filterControls = ['adhoc_filters', 'adhoc_filters_b']

/** The filters of a form without those of a dashboard, by control. */
const lastingFilters = (form: FormData, saved: FormData | null): Record<string, AdhocFilter[]> =>
  Object.fromEntries(
    filterControls
      .filter((name) => Array.isArray(form[name]))
      .map((name) => [
        name,
        asList<AdhocFilter>(form[name]).flatMap((filter) => lastingFilter(filter, asList<AdhocFilter>(saved?.[name]))),
      ]),
  )

/** Names of the controls whose value differs from `saved`, but for filters of a dashboard; the chart type counts as one. */
export const changedControls = (form: FormData, saved: FormData, chart: Chart): string[] => {
  const lasting: Record<string, unknown> = { ...form, ...lastingFilters(form, saved) }
  const before: Record<string, unknown> = { ...saved, ...lastingFilters(saved, null) }
  const names = controlsOf(chart)
    .filter((control) => !isNeverShown(control))
    .map((control) => control.name)
  const changed = [...new Set(names)].filter((name) => !isSameValue(lasting[name], before[name]))
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

/** Keys without a control that are saved with every chart. */
const alwaysSaved = [
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
const neverSaved = [
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
 * The form as it is saved: the chart's own controls and required keys. A chart that keeps its type keeps unknown keys; one that changes
 * it drops the keys of the old type. Filters from a dashboard are not saved, and neither are controls that the saved form lacks while they
 * keep the values that they were `opened` with.
 */
export const buildSavedForm = (form: FormData, chart: Chart, saved: FormData | null, opened: FormData | null = null): FormData => {
  const own = new Set([...controlsOf(chart).map((control) => control.name), ...alwaysSaved])
  const keepsUnknown = saved?.viz_type === form.viz_type
  const isLacking = (name: string, value: unknown) =>
    saved !== null && opened !== null && !(name in saved) && isSameValue(value, opened[name])
  const entries = Object.entries(form).filter(
    ([name, value]) => value !== undefined && !neverSaved.includes(name) && (keepsUnknown ? !isLacking(name, value) : own.has(name)),
  )
  const lasting = lastingFilters(form, saved)
  const { viz_type, datasource } = form
  return {
    ...Object.fromEntries(entries.map(([name, value]) => [name, lasting[name] ?? value])),
    viz_type,
    datasource,
    extra_form_data: {},
  }
}
