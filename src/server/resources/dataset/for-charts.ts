import { isAllowed } from '#core/access/can.ts'
import type { Principal } from '#core/access/principal.ts'
import { readObject } from '#core/encoding/read-object.ts'
import { subjectOf } from '../../access/subjects.ts'
import type { Context } from '../../context.ts'
import { groupByKey, ownersOf } from '../../list/field.ts'
import { canonicalText, lentByDashboard } from '../chart-data/dashboard/lent-queries.ts'
import { chartIdsOf } from '../dashboard/state.ts'
import { datasetData } from './data.ts'
import { readDatasets, type ColumnRow, type StoredDataset } from './read.ts'

const metricFields = [
  'metric',
  'metric_2',
  'metrics',
  'metrics_b',
  'percent_metrics',
  'secondary_metric',
  'size',
  'timeseries_limit_metric',
  'x',
  'y',
]
const columnFields = ['all_columns', 'all_columns_x', 'all_columns_y', 'columns', 'entity', 'groupby', 'order_by_cols', 'series', 'x_axis']

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined || value === null ? [] : [value])
const textIn = (value: unknown, ...path: string[]): string[] => {
  const found = path.reduce<unknown>(
    (node, step) => (typeof node === 'object' && node !== null ? (node as Record<string, unknown>)[step] : undefined),
    value,
  )
  return typeof found === 'string' ? [found] : []
}

/** Names of columns and metrics in a chart's form data. */
export const namesUsed = (form: Record<string, unknown>): { columns: Set<string>; metrics: Set<string> } => {
  const metrics = metricFields.flatMap((field) => asList(form[field]))
  const filters = asList(form['adhoc_filters'])
  return {
    metrics: new Set([
      ...metrics.flatMap((metric) => (typeof metric === 'string' ? [metric] : textIn(metric, 'label'))),
      ...filters.flatMap((filter) => (textIn(filter, 'clause')[0] === 'HAVING' ? textIn(filter, 'subject') : [])),
    ]),
    columns: new Set([
      ...metrics.flatMap((metric) => textIn(metric, 'column', 'column_name')),
      ...filters.flatMap((filter) => (textIn(filter, 'clause')[0] === 'WHERE' ? textIn(filter, 'subject') : [])),
      ...asList(form['filter_configs']).flatMap((config) => textIn(config, 'column')),
      ...columnFields.flatMap((field) =>
        asList(form[field]).flatMap((column) => (typeof column === 'string' ? [column] : textIn(column, 'label'))),
      ),
    ]),
  }
}

type Names = ReturnType<typeof namesUsed>

const trimToUsed = (dataset: StoredDataset, used: readonly Names[], owners: Parameters<typeof datasetData>[1]['owners']) => {
  const has = (kind: 'columns' | 'metrics', name: string) => used.some((names) => names[kind].has(name))
  const { catalog: _catalog, description: _description, extra: _extra, folders: _folders, ...data } = datasetData(dataset, { owners })
  const columns = data.columns.filter((column) => has('columns', column.column_name))
  const metrics = data.metrics.filter((metric) => has('metrics', metric.metric_name))
  const names = new Set(['__timestamp', ...columns.map((column) => column.column_name), ...metrics.map((metric) => metric.metric_name)])
  const {
    configuration_method: _method,
    engine_information: _engine,
    parameters: _given,
    parameters_schema: _schema,
    schema_options: _options,
    ...database
  } = data.database
  return {
    ...data,
    database,
    columns,
    metrics,
    column_names: data.columns.map((column) => column.column_name),
    column_types: [...new Set(data.columns.flatMap((column) => column.type_generic ?? []))],
    verbose_map: Object.fromEntries(Object.entries(data.verbose_map).filter(([name]) => names.has(name))),
  }
}

/** The part of a dataset that a dashboard lends: only columns and metrics that its charts and filters use, and no SQL. */
const lentPart = (dataset: StoredDataset, used: readonly Names[], filterable: (column: ColumnRow) => boolean): StoredDataset => ({
  ...dataset,
  row: { ...dataset.row, sql: null, template_params: null, fetch_values_predicate: null, params: null },
  columns: dataset.columns.filter((column) => filterable(column) || used.some((names) => names.columns.has(column.column_name))),
  metrics: dataset.metrics.filter((metric) => used.some((names) => names.metrics.has(metric.metric_name))),
})

/** For viewers of embedded dashboards: neither expressions nor names of people and databases. */
const withoutInside = ({ database: _database, owners: _owners, ...shown }: ReturnType<typeof trimToUsed>) => ({
  ...shown,
  columns: shown.columns.map((column) => ({ ...column, expression: column.expression === null ? null : '' })),
  metrics: shown.metrics.map((metric) => ({ ...metric, expression: '' })),
})

type DashboardViewer = { ctx: Pick<Context, 'db'>; principal: Principal }

/**
 * The datasets of a dashboard's charts, reduced to the columns and metrics that the charts use, so that viewers who read a dataset only
 * through the dashboard do not learn other names.
 */
export const datasetsOfDashboard = async ({ ctx, principal }: DashboardViewer, dashboardId: number) => {
  const { db } = ctx
  const chartIds = await chartIdsOf(db, dashboardId)
  if (chartIds.length === 0) return []
  const charts = await db
    .selectFrom('charts')
    .select(['datasource_id', 'params'])
    .where('id', 'in', [...chartIds])
    .execute()
  const datasets = await readDatasets(db, [...new Set(charts.map((chart) => chart.datasource_id))])
  const owners = groupByKey(
    await ownersOf(
      db,
      'dataset',
      datasets.map(({ row }) => row.id),
    ),
    (owner) => owner.object_id,
  )
  const isOpen = async (id: number): Promise<boolean> => {
    const subject = await subjectOf(db, 'dataset', id)
    return subject !== null && principal.kind !== 'guest' && isAllowed(principal, 'query', subject)
  }
  return Promise.all(
    datasets.map(async (dataset) => {
      const { id, main_dttm_col: mainTime } = dataset.row
      const used = charts.filter((chart) => chart.datasource_id === id).map((chart) => namesUsed(readObject(chart.params)))
      const people = owners.get(id) ?? []
      if (await isOpen(id)) return trimToUsed(dataset, used, people)
      const { filterable, choosesTimeColumn } = await lentByDashboard(ctx, dashboardId)
      const isGuest = principal.kind === 'guest'
      const isFilterable = ({ column_name: name, is_dttm }: ColumnRow) =>
        filterable.has(canonicalText(name)) || name === mainTime || (choosesTimeColumn && is_dttm === 1)
      const lent = { ...trimToUsed(lentPart(dataset, used, isFilterable), used, people), select_star: '' }
      return isGuest ? withoutInside(lent) : lent
    }),
  )
}

type SharedChart = { datasource_id: number; params: string | null }

/** The dataset of a publicly shared chart, reduced to the columns and metrics that it uses, without SQL. */
export const datasetOfSharedChart = async ({ db }: Pick<Context, 'db'>, { datasource_id, params }: SharedChart) => {
  const [dataset] = await readDatasets(db, [datasource_id])
  if (!dataset) return null
  const used = [namesUsed(readObject(params))]
  return withoutInside(
    trimToUsed(
      lentPart(dataset, used, () => false),
      used,
      [],
    ),
  )
}
