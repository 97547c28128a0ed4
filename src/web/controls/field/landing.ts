import { takesColumns, takesMetrics } from '#charts/control.ts'
import type { Control, ControlOf, ControlState, DatasetFacts } from '#charts/control.ts'
import { t } from '#core/i18n/t.ts'
import type { AdhocFilter } from '#core/query/adhoc-filter.ts'
import { operatorId } from '#core/query/filter-operators.ts'
import { columnLabel, metricLabel } from '#core/query/labels.ts'
import type { QueryColumn, QueryMetric } from '#core/query/query-object.ts'
import { asList } from '#core/query/read.ts'
import type { Surface } from '../control-props.ts'
import { newFilter } from '../filter/filter-draft.ts'
import { metricFilter } from '../filter/having.ts'
import { openMetric, suggestedAggregate, toMetric, withColumn } from '../metric/metric-draft.ts'
import { offeredColumns } from './FieldChoice.tsx'
import { dataKind } from './kind.ts'

/** A metric or column of the dataset, as it is dragged or sent to a control. */
export type Field = { kind: 'metric' | 'column'; name: string }

/** What a field becomes in a control, or why it does not fit there. */
export type Landing<T> = { item: T } | { refusal: string }

type Place = { control: Control; state: ControlState; surface: Pick<Surface, 'hasSavedMetricsOnly' | 'defaultTimeRange'> }

const columnOf = (field: Field, dataset: DatasetFacts | null) =>
  field.kind === 'column' ? dataset?.columns.find((column) => column.column_name === field.name) : undefined

const metricOf = (field: Field, dataset: DatasetFacts | null) =>
  field.kind === 'metric' ? dataset?.metrics.find((metric) => metric.metric_name === field.name) : undefined

const notInDataset = ({ name }: Field) => ({ refusal: t('“%(name)s” is not in this dataset.', { name }) })

const held = ({ name }: Field, { label }: Control) => ({
  refusal: t('“%(name)s” is in %(control)s already.', { name, control: t(label) }),
})

/** A saved metric as it is, a column with the aggregate that suits it. */
export const metricLanding = (field: Field, { control, state: { form, dataset }, surface }: Place): Landing<QueryMetric> => {
  const column = columnOf(field, dataset)
  if (!column && !metricOf(field, dataset)) return notInDataset(field)
  if (column && surface.hasSavedMetricsOnly) return { refusal: t('This dataset allows saved metrics only.') }
  const item = column ? toMetric(withColumn(openMetric(null, dataset), { ...column }, suggestedAggregate(dataKind(column)))) : field.name
  if (item === null) return notInDataset(field)
  const isHeld = asList<QueryMetric>(form[control.name]).some((one) => metricLabel(one) === metricLabel(item))
  return isHeld ? held(field, control) : { item }
}

type ColumnPlace = Place & { control: ControlOf<'column' | 'columns'> }

export const columnLanding = (field: Field, { control, state: { form, dataset } }: ColumnPlace): Landing<QueryColumn> => {
  const names = { name: field.name, control: t(control.label) }
  if (field.kind === 'metric') return { refusal: t('“%(name)s” is a metric; %(control)s takes columns.', names) }
  const column = columnOf(field, dataset)
  if (!column) return notInDataset(field)
  if (!offeredColumns(dataset, 'any', 'group').includes(column))
    return { refusal: t('The dataset does not offer “%(name)s” as a dimension.', names) }
  if (!offeredColumns(dataset, control.columns, 'group').includes(column))
    return {
      refusal:
        control.columns === 'temporal'
          ? t('“%(name)s” holds no times; %(control)s takes time columns.', names)
          : t('“%(name)s” holds no numbers; %(control)s takes columns of numbers.', names),
    }
  const isHeld = asList<QueryColumn>(form[control.name]).some((one) => columnLabel(one) === field.name)
  return isHeld ? held(field, control) : { item: field.name }
}

/** The filter that a field starts: a column by its kind, a metric after the grouping. */
const startedFilter = (field: Field, { state: { dataset }, surface }: Place): Landing<AdhocFilter> => {
  const metric = metricOf(field, dataset)
  if (metric) return { item: metricFilter(metric) }
  const column = columnOf(field, dataset)
  if (!column) return notInDataset(field)
  if (column.filterable === false) return { refusal: t('The dataset does not offer “%(name)s” for filters.', { name: field.name }) }
  return { item: newFilter(column, surface.defaultTimeRange) }
}

/** Whether both compare the same with the same operator; another operator on the same column narrows further. */
const isSameComparison = (a: AdhocFilter, b: AdhocFilter): boolean =>
  Boolean(a.subject && b.subject) &&
  columnLabel(a.subject ?? '') === columnLabel(b.subject ?? '') &&
  a.clause === b.clause &&
  operatorId(a) === operatorId(b)

export const filterLanding = (field: Field, place: Place): Landing<AdhocFilter> => {
  const landing = startedFilter(field, place)
  if ('refusal' in landing) return landing
  const isHeld = asList<AdhocFilter>(place.state.form[place.control.name]).some((one) => isSameComparison(one, landing.item))
  return isHeld ? { refusal: t('There is such a filter on “%(name)s” already; it can be changed there.', { name: field.name }) } : landing
}

const landingOf = (field: Field, { control, ...place }: Place): Landing<unknown> | null => {
  if (takesMetrics(control)) return metricLanding(field, { control, ...place })
  if (takesColumns(control)) return columnLanding(field, { control, ...place })
  return control.type === 'filters' ? filterLanding(field, { control, ...place }) : null
}

/** Whether fields can be put into a control at all. */
export const takesFields = (control: Control): boolean => takesMetrics(control) || takesColumns(control) || control.type === 'filters'

/** Why a field does not fit into a control; null where it does. */
export const refusalOf = (field: Field, place: Place): string | null => {
  const landing = landingOf(field, place)
  return landing && 'refusal' in landing ? landing.refusal : null
}
