import type { Chart } from '#charts/chart.ts'
import { takesColumns } from '#charts/control.ts'
import type { Control, ControlOf, DatasetFacts } from '#charts/control.ts'
import { t } from '#core/i18n/t.ts'
import { columnLabel, metricLabel } from '#core/query/labels.ts'
import type { FormData, QueryColumn, QueryMetric } from '#core/query/query-object.ts'
import { asList } from '#core/query/read.ts'
import { dataKind } from '../../../controls/field/kind.ts'
import type { ColumnFacts } from '../../../controls/field/kind.ts'
import type { Field } from '../../../controls/field/landing.ts'
import { openMetric, suggestedAggregate, toMetric, withColumn } from '../../../controls/metric/metric-draft.ts'
import { visibleControls } from './form.ts'

/** The control that a field was added to, and the control's new value. */
export type Placed = { control: Control; value: unknown }

const accepts = (control: ControlOf<'column' | 'columns'>, column: ColumnFacts) =>
  control.columns === 'temporal' ? dataKind(column) === 'time' : control.columns === 'numeric' ? dataKind(column) === 'number' : true

const placeMetric = (metric: QueryMetric, form: FormData, controls: Control[]): Placed | null => {
  const many = controls.find((control) => control.type === 'metrics')
  if (many) {
    const held = asList<QueryMetric>(form[many.name])
    return held.some((one) => metricLabel(one) === metricLabel(metric)) ? null : { control: many, value: [...held, metric] }
  }
  const one =
    controls.find((control) => control.type === 'metric' && (control.required || control.name === 'metric')) ??
    controls.find((control) => control.type === 'metric')
  return one ? { control: one, value: metric } : null
}

const placeColumn = (column: ColumnFacts, form: FormData, controls: Control[]): Placed | null => {
  const name = column.column_name
  const fits = controls.filter(takesColumns).filter((control) => accepts(control, column))
  const empty = fits.find((control) => control.type === 'column' && control.required && asList(form[control.name]).length === 0)
  if (empty) return { control: empty, value: name }
  const isTime = dataKind(column) === 'time'
  const axis = isTime && fits.find((control) => control.name === 'x_axis')
  if (axis) return form['x_axis'] === name ? null : { control: axis, value: name }
  const list = fits.find((control) => control.type === 'columns')
  if (list) {
    const held = asList<QueryColumn>(form[list.name])
    return held.some((one) => columnLabel(one) === name) ? null : { control: list, value: [...held, name] }
  }
  const single = fits.find((control) => control.type === 'column')
  return single && form[single.name] !== name ? { control: single, value: name } : null
}

/** The message for a field that cannot be added, or already is. */
export const noPlaceText = ({ name }: Field) => t('“%(name)s” is already in the chart, or this chart type cannot use it.', { name })

/**
 * Chooses the control for a field: metrics go to the metrics, numbers go there aggregated, other columns to the first suitable
 * dimension. Null if no control accepts the field, or it is already there.
 */
export const placeField = (
  field: Field,
  form: FormData,
  { chart, dataset }: { chart: Chart; dataset: DatasetFacts | null },
): Placed | null => {
  const controls = visibleControls(chart, { form, dataset })
  if (field.kind === 'metric') return placeMetric(field.name, form, controls)
  const column = dataset?.columns.find((candidate) => candidate.column_name === field.name)
  if (!column) return null
  const listsColumns = controls.some((control) => control.type === 'columns' && control.name === 'all_columns')
  if (dataKind(column) === 'number' && !listsColumns) {
    const metric = toMetric(withColumn(openMetric(null, dataset), { ...column }, suggestedAggregate('number')))
    const used = metric === null ? null : placeMetric(metric, form, controls)
    if (used) return used
  }
  return placeColumn(column, form, controls)
}
