import type { z } from 'zod'
import type { invalidationBody } from '#api/chart-data.ts'
import { isAllowed } from '#core/access/can.ts'
import type { Principal } from '#core/access/principal.ts'
import { forbidden } from '#core/errors.ts'
import { subjectOf } from '../../../access/subjects.ts'
import type { Context } from '../../../context.ts'
import { chartDataState, datasetTag } from './state.ts'

type Invalidation = z.output<typeof invalidationBody>
type Datasource = NonNullable<Invalidation['datasources']>[number]

const idsOf = async ({ db }: Context, { datasource_name, database_name, schema, catalog }: Datasource): Promise<number[]> => {
  if (!datasource_name) return []
  let query = db
    .selectFrom('datasets')
    .innerJoin('databases', 'databases.id', 'datasets.database_id')
    .select('datasets.id')
    .where('table_name', '=', datasource_name)
  if (database_name) query = query.where('database_name', '=', database_name)
  if (schema) query = query.where('datasets.schema', '=', schema)
  if (catalog) query = query.where('datasets.catalog', '=', catalog)
  return (await query.execute()).map(({ id }) => id)
}

/**
 * Removes the cached responses of datasets, named as `1__table` or by database, schema and table. Datasets that the principal does not see
 * are ignored.
 * @throws MessageError 403 for a dataset that the principal may not change
 */
export const invalidateDatasets = async (
  ctx: Context,
  principal: Principal,
  { datasource_uids, datasources }: Invalidation,
): Promise<void> => {
  const byUid = (datasource_uids ?? []).flatMap((uid) => /^(\d+)__table$/.exec(uid)?.[1] ?? [])
  const byName = await Promise.all((datasources ?? []).map((datasource) => idsOf(ctx, datasource)))
  const ids: number[] = []
  for (const id of new Set([...byUid.map(Number), ...byName.flat()])) {
    const subject = await subjectOf(ctx.db, 'dataset', id)
    if (!subject || !isAllowed(principal, 'see', subject)) continue
    if (!isAllowed(principal, 'change', subject)) throw forbidden()
    ids.push(id)
  }
  chartDataState(ctx).memo.clear()
  await ctx.cache.forget(ids.map(datasetTag))
}
