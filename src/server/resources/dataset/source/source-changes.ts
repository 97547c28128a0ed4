import type { SourceChanges } from '#api/dataset-source.ts'
import { notFound } from '#core/errors.ts'
import { lexiconOf } from '#core/sql/lexicon.ts'
import { isVisible } from '../../../access/is-visible.ts'
import { requireAccess } from '../../../db/owned.ts'
import { requireSource, readColumns, type Source } from '../read-columns.ts'
import { databaseFor, type DatasetWrite } from '../dataset-write.ts'
import type { PhysicalTable } from '../parts.ts'
import { readDataset, type StoredDataset } from '../read.ts'
import { chartsBrokenBy, compareColumns, filtersBrokenBy } from './compare-columns.ts'

/** Another source for a dataset; absent fields are as stored. */
export type NewSource = { [K in keyof Omit<Source, 'template_params'>]?: Source[K] | undefined } & { database_id?: number | undefined }

/** Compares a dataset with its source, or with another one, and finds the charts and filters that would break. @throws 403, 404, 422 */
export const findSourceChanges = async (write: DatasetWrite, id: number, next: NewSource): Promise<SourceChanges> => {
  const { ctx, writer, signal } = write
  const { principal } = writer
  await requireAccess(ctx.db, principal, 'change', { kind: 'dataset', id })
  const stored = await readDataset(ctx.db, id)
  if (!stored) throw notFound()
  const { row } = stored
  const database = next.database_id === undefined ? stored.database : await databaseFor(write, next.database_id)
  const source: Source = {
    catalog: next.catalog === undefined ? row.catalog : next.catalog,
    schema: next.schema === undefined ? row.schema : next.schema,
    table_name: next.table_name ?? row.table_name,
    sql: next.sql === undefined ? row.sql : next.sql,
    template_params: row.template_params,
  }
  if (Object.values(next).some((value) => value !== undefined)) requireSource(principal, database, source)
  return changesAgainst(write, stored, await readColumns({ ctx, principal, signal }, database, source))
}

/** What other columns of its source would do to a dataset, and to the charts and filters on it. */
export const changesAgainst = async (
  { ctx, writer: { principal } }: DatasetWrite,
  stored: StoredDataset,
  physical: PhysicalTable,
): Promise<SourceChanges> => {
  const { id } = stored.row
  const lexicon = lexiconOf(physical.dialect.parser)
  const changes = compareColumns(stored, physical, lexicon)
  const charts = ctx.db
    .selectFrom('charts')
    .select(['id', 'slice_name', 'params'])
    .where('datasource_id', '=', id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
  const broken = chartsBrokenBy(await charts.execute(), changes, lexicon)
  const visible = new Set((await charts.where(isVisible(principal, 'chart')).execute()).map((chart) => chart.id))
  const shown = broken.filter((chart) => visible.has(chart.id))
  const dashboards = ctx.db
    .selectFrom('dashboards')
    .select(['id', 'dashboard_title', 'json_metadata'])
    .where('deleted_at', 'is', null)
    .where('id', 'in', (eb) =>
      eb.selectFrom('dashboard_sources').select('dashboard_id').where('kind', '=', 'filter').where('dataset_id', '=', id),
    )
    .orderBy('id')
  const brokenFilters = filtersBrokenBy(await dashboards.execute(), { datasetId: id, changes, lexicon })
  const visibleDashboards = new Set((await dashboards.where(isVisible(principal, 'dashboard')).execute()).map((one) => one.id))
  const filters = brokenFilters.filter((filter) => visibleDashboards.has(filter.dashboard.id))
  return {
    ...changes,
    charts: shown.map(({ id: chartId, slice_name, uses }) => ({ id: chartId, slice_name, uses })),
    hidden_charts: broken.length - shown.length,
    filters,
    hidden_filters: brokenFilters.length - filters.length,
  }
}
