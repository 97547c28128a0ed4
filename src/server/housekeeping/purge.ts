import { logAction } from '../access/log-action.ts'
import { dropObjectPairs } from '../access/object-pairs.ts'
import type { Context } from '../context.ts'
import { tableOf, type Kind } from '../db/change.ts'
import type { Db } from '../db/open.ts'
import { transact } from '../db/transact.ts'
import { datasetOn, retireTable } from '../house/house.ts'
import { deleteAllFilterSets } from '../resources/dashboard/filter-set-store.ts'
import { deleteStickyValues } from '../resources/dashboard/sticky-filters.ts'

type Housekeeping = Pick<Context, 'db' | 'now' | 'config'>

const dayMs = 86_400_000

export const daysAgo = (ctx: Pick<Context, 'now'>, days: number): string => new Date(ctx.now().getTime() - days * dayMs).toISOString()

/** Deletes what belongs to one object only. */
const deleteDependents: Record<Kind, (trx: Db, id: number) => Promise<unknown>> = {
  chart: (trx, id) => trx.deleteFrom('dashboard_charts').where('chart_id', '=', id).execute(),
  dashboard: async (trx, id) => {
    await trx.deleteFrom('dashboard_charts').where('dashboard_id', '=', id).execute()
    await trx.deleteFrom('dashboard_sources').where('dashboard_id', '=', id).execute()
    await trx.deleteFrom('dashboard_roles').where('dashboard_id', '=', id).execute()
    await trx.deleteFrom('embedded_dashboards').where('dashboard_id', '=', id).execute()
    await deleteAllFilterSets(trx, { dashboard: id })
    await deleteStickyValues(trx, { dashboard: id })
  },
  dataset: async (trx, id) => {
    await trx.deleteFrom('dataset_columns').where('dataset_id', '=', id).execute()
    await trx.deleteFrom('dataset_metrics').where('dataset_id', '=', id).execute()
    await dropObjectPairs(trx, 'dataset', id)
  },
  database: (trx, id) => dropObjectPairs(trx, 'database', id),
  filter_set: async () => {},
}

/** Retires an uploaded table with its last dataset. */
const retireTableOf = async (trx: Db, id: number, now: string): Promise<void> => {
  const row = await trx
    .selectFrom('datasets')
    .innerJoin('databases', 'databases.id', 'datasets.database_id')
    .select(['datasets.schema', 'datasets.table_name', 'datasets.changed_on'])
    .where('datasets.id', '=', id)
    .where('databases.is_house', '=', 1)
    .where('datasets.sql', 'is', null)
    .executeTakeFirst()
  if (!row) return
  const table = { schema: row.schema ?? '', table: row.table_name }
  if (!(await datasetOn(trx, table))) await retireTable(trx, table, now)
}

const purgeOne = async (trx: Db, kind: Kind, { id, now }: { id: number; now: string }): Promise<void> => {
  if (kind === 'dataset') await retireTableOf(trx, id, now)
  await deleteDependents[kind](trx, id)
  for (const table of ['owners', 'favorites', 'tagged', 'versions'] as const) {
    await trx.deleteFrom(table).where('kind', '=', kind).where('object_id', '=', id).execute()
  }
  await trx.deleteFrom(tableOf[kind]).where('id', '=', id).execute()
}

/** Purges objects that were deleted longer than `purgeDays` ago, one at a time; returns how many of each kind. */
export const purge = async (ctx: Housekeeping, signal: AbortSignal): Promise<Record<Kind, number>> => {
  const purged: Record<Kind, number> = { dashboard: 0, chart: 0, dataset: 0, database: 0, filter_set: 0 }
  const before = daysAgo(ctx, ctx.config.purgeDays)
  for (const kind of Object.keys(purged) as Kind[]) {
    const ids = await ctx.db.selectFrom(tableOf[kind]).select('id').where('deleted_at', '<', before).execute()
    for (const { id } of ids) {
      signal.throwIfAborted()
      await transact(ctx.db, async (trx) => {
        const isStillDeleted = await trx
          .selectFrom(tableOf[kind])
          .select('id')
          .where('id', '=', id)
          .where('deleted_at', '<', before)
          .executeTakeFirst()
        if (!isStillDeleted) return
        await purgeOne(trx, kind, { id, now: ctx.now().toISOString() })
        await logAction(trx, { action: `${kind}.purge`, now: ctx.now(), json: { id } })
        purged[kind]++
      })
    }
  }
  return purged
}
