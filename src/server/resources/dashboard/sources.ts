import { isAllowed } from '#core/access/can.ts'
import type { DashboardSubject, DatasetSubject } from '#core/access/subject.ts'
import { asList, asRecord } from '#core/query/read.ts'
import { filterQueries, withoutSortMetric } from '#core/filters/filter-queries.ts'
import { readObject } from '#core/encoding/read-object.ts'
import { requireDataset } from '../../access/require-dataset.ts'
import { userRights } from '../../access/principals.ts'
import type { Context } from '../../context.ts'
import type { ChangeScope } from '../../db/change.ts'
import type { Db } from '../../db/open.ts'
import type { Row } from '../../db/tables.ts'

type Source = Row<'dashboard_sources'>
type SourceKey = Pick<Source, 'kind' | 'item' | 'dataset_id' | 'definition'>

const keyOf = ({ kind, item, dataset_id, definition }: SourceKey): string => JSON.stringify([kind, item, dataset_id, definition])

/** The datasets that a dashboard currently uses, through its charts and filters. */
const currentSources = async (db: Db, dashboardId: number): Promise<SourceKey[]> => {
  const charts = await db
    .selectFrom('dashboard_charts')
    .innerJoin('charts', 'charts.id', 'dashboard_charts.chart_id')
    .select(['charts.id', 'datasource_id'])
    .where('dashboard_id', '=', dashboardId)
    .where('charts.deleted_at', 'is', null)
    .execute()
  const row = await db.selectFrom('dashboards').select('json_metadata').where('id', '=', dashboardId).executeTakeFirst()
  return [
    ...charts.map((chart) => ({ kind: 'chart', item: String(chart.id), dataset_id: chart.datasource_id, definition: '' })),
    ...filterQueries(readObject(row?.json_metadata ?? null)).map((query) => ({ kind: 'filter', ...query })),
  ]
}

const knownSources = (db: Db, dashboardId: number): Promise<Source[]> =>
  db.selectFrom('dashboard_sources').selectAll().where('dashboard_id', '=', dashboardId).execute()

/**
 * Records who placed each chart and filter on a dashboard. Call it after the dashboard is written; existing records are kept.
 * @throws AppError 403 for a new filter on a dataset that the writer may not read
 */
export const recordSources = async ({ trx, principal, userId }: ChangeScope, dashboardId: number): Promise<void> => {
  const known = await knownSources(trx, dashboardId)
  const current = await currentSources(trx, dashboardId)
  const [knownKeys, currentKeys] = [new Set(known.map(keyOf)), new Set(current.map(keyOf))]
  const added = current.filter((source) => !knownKeys.has(keyOf(source)))
  // A filter that has only lost its sort metric asks no more than before: it stays placed by the same user.
  const placers = new Map(
    known
      .filter(({ kind }) => kind === 'filter')
      .map((source) => [keyOf({ ...source, definition: withoutSortMetric(source.definition) }), source.placed_by_fk]),
  )
  // Charts need no check: only users who see a chart can place it, and copying a dashboard grants no data that the copier may not read.
  for (const source of added)
    if (source.kind === 'filter' && !placers.has(keyOf(source))) await requireDataset(trx, principal, source.dataset_id)
  for (const { kind, item, dataset_id, definition } of known.filter((source) => !currentKeys.has(keyOf(source)))) {
    await trx
      .deleteFrom('dashboard_sources')
      .where('dashboard_id', '=', dashboardId)
      .where('kind', '=', kind)
      .where('item', '=', item)
      .where('dataset_id', '=', dataset_id)
      .where('definition', '=', definition)
      .execute()
  }
  if (!added.length) return
  const placerOf = (source: SourceKey): number | null => {
    const placer = placers.get(keyOf(source))
    return placer === undefined ? userId : placer
  }
  await trx
    .insertInto('dashboard_sources')
    .values(added.map((source) => ({ ...source, dashboard_id: dashboardId, placed_by_fk: placerOf(source) })))
    .execute()
}

type Item = { kind: 'chart' | 'filter'; item: string }

/** Whether the user who placed the chart or filter may currently read the dataset; an owner stands in for a deleted user. */
export const isLentBy = async (
  ctx: Pick<Context, 'db' | 'now'>,
  { dashboard, dataset, kind, item }: Item & { dashboard: DashboardSubject; dataset: DatasetSubject },
): Promise<boolean> => {
  const mayRead = async (userId: number | null): Promise<boolean | null> => {
    const rights = userId === null ? null : await userRights(ctx, userId)
    return rights && isAllowed(rights.user, 'query', dataset)
  }
  const sources = (await knownSources(ctx.db, dashboard.id)).filter(
    (source) => source.kind === kind && source.item === item && source.dataset_id === dataset.id,
  )
  for (const { placed_by_fk } of sources) {
    const answer = await mayRead(placed_by_fk)
    if (answer) return true
    if (answer === null) for (const owner of dashboard.owners) if (await mayRead(owner)) return true
  }
  return false
}

/** Whether the dashboard lends a dataset to its viewers, for any of its charts and filters. */
export const isLent = async (
  ctx: Pick<Context, 'db' | 'now'>,
  { dashboard, dataset }: { dashboard: DashboardSubject; dataset: DatasetSubject },
): Promise<boolean> => {
  for (const { kind, item, dataset_id } of await knownSources(ctx.db, dashboard.id))
    if (dataset_id === dataset.id && (await isLentBy(ctx, { dashboard, dataset, kind: kind === 'chart' ? 'chart' : 'filter', item })))
      return true
  return false
}

/** Ids of datasets in the targets of filters, at any depth of a value. */
const targetedDatasets = (value: unknown): number[] => {
  if (typeof value !== 'object' || value === null) return []
  const own = Array.isArray(value) ? [] : asList<unknown>(asRecord(value)['targets']).map((target) => asRecord(target)['datasetId'])
  return [...own.filter((id) => typeof id === 'number'), ...Object.values(value).flatMap(targetedDatasets)]
}

/** Checks that stored filter values refer only to datasets of the dashboard or that the writer may read. @throws AppError 403 */
export const requireTargets = async (db: Db, principal: ChangeScope['principal'], dashboardId: number, text: string): Promise<void> => {
  const targeted = new Set(targetedDatasets(readObject(text)))
  if (!targeted.size) return
  const known = new Set((await knownSources(db, dashboardId)).map((source) => source.dataset_id))
  for (const id of targeted) if (!known.has(id)) await requireDataset(db, principal, id)
}
