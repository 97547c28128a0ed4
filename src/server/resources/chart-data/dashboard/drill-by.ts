import { isAllowed } from '#core/access/can.ts'
import type { GuestPrincipal, Principal } from '#core/access/principal.ts'
import { asRecord } from '#core/query/read.ts'
import type { Context } from '../../../context.ts'
import { subjectOf } from '../../../access/subjects.ts'
import { isLent } from '../../dashboard/sources.ts'
import { findSource, type Source } from '../source.ts'
import { mayDrillBy } from './may-drill.ts'

export type Dimension = { column_name: string; verbose_name: string | null }

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

const guestDashboards = async ({ db }: Pick<Context, 'db'>, { resources }: GuestPrincipal): Promise<number[]> => {
  const uuids = resources.flatMap(({ type, id }) => (type === 'dashboard' ? [id] : []))
  const rows = uuids.length ? await db.selectFrom('dashboards').select('id').where('uuid', 'in', uuids).execute() : []
  return rows.map(({ id }) => id)
}

const dashboardsWith = async ({ db }: Pick<Context, 'db'>, datasetId: number): Promise<number[]> => {
  const rows = await db.selectFrom('dashboard_sources').select('dashboard_id').distinct().where('dataset_id', '=', datasetId).execute()
  return rows.map(({ dashboard_id }) => dashboard_id)
}

/** What a viewer may drill by in the charts of a dataset that a dashboard lends; null unless one does: for guests, one of their token. */
export const lentDimensions = async (ctx: Context, viewer: Principal, datasetId: number): Promise<Dimension[] | null> => {
  const source = mayDrillBy(viewer) ? await findSource(ctx, { id: datasetId, type: 'table' }, viewer) : null
  if (!source) return null
  const { subject } = source
  const ids = viewer.kind === 'guest' ? await guestDashboards(ctx, viewer) : await dashboardsWith(ctx, datasetId)
  for (const id of ids) {
    const dashboard = await subjectOf(ctx.db, 'dashboard', id)
    if (!dashboard || !isAllowed(viewer, 'query', { ...subject, through: dashboard })) continue
    if (await isLent(ctx, { dashboard, dataset: subject })) return dimensionsOf(ctx, source)
  }
  return null
}
