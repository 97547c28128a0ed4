import { hasPair, type GuestPrincipal, type Principal } from '#core/access/principal.ts'
import { asRecord } from '#core/query/read.ts'
import type { Context } from '../../../context.ts'
import { subjectOf } from '../../../access/subjects.ts'
import { isLent } from '../../dashboard/sources.ts'
import { findSource, type Source } from '../source.ts'

export type Dimension = { column_name: string; verbose_name: string | null }

/** Whether a guest may look at charts by other dimensions than their own. */
export const mayDrillBy = (principal: Principal): boolean =>
  principal.kind === 'guest' && hasPair(principal, 'can_drill', 'Dashboard') && hasPair(principal, 'can_get_drill_info', 'Dataset')

/** The columns that charts of a dataset may group by, without those that are hidden from its viewer. */
export const dimensionsOf = async ({ db }: Pick<Context, 'db'>, { dataset }: Source): Promise<Dimension[]> => {
  const rows = await db
    .selectFrom('dataset_columns')
    .select(['column_name', 'verbose_name'])
    .where('dataset_id', '=', dataset.id)
    .where('groupby', '=', 1)
    .orderBy('position')
    .orderBy('id')
    .execute()
  const shown = new Set(dataset.columns.map(({ column_name }) => column_name))
  return rows.filter(({ column_name }) => shown.has(column_name))
}

/** The name of the column that a dimension of a query is, on an axis or not; null for an expression. */
export const columnOf = (dimension: unknown): string | null => {
  if (typeof dimension === 'string') return dimension
  const { columnType, sqlExpression } = asRecord(dimension)
  return columnType === 'BASE_AXIS' && typeof sqlExpression === 'string' ? sqlExpression : null
}

/** What a guest may drill by in the charts of a dataset; null unless a dashboard of the token has one. */
export const guestDimensions = async (ctx: Context, guest: GuestPrincipal, datasetId: number): Promise<Dimension[] | null> => {
  const source = mayDrillBy(guest) ? await findSource(ctx, { id: datasetId, type: 'table' }, guest) : null
  if (!source) return null
  const uuids = guest.resources.flatMap(({ type, id }) => (type === 'dashboard' ? [id] : []))
  const dashboards = uuids.length ? await ctx.db.selectFrom('dashboards').select('id').where('uuid', 'in', uuids).execute() : []
  for (const { id } of dashboards) {
    const dashboard = await subjectOf(ctx.db, 'dashboard', id)
    if (dashboard && (await isLent(ctx, { dashboard, dataset: source.subject }))) return dimensionsOf(ctx, source)
  }
  return null
}
