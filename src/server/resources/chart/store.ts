import type { Principal } from '#core/access/principal.ts'
import { isAllowed } from '#core/access/can.ts'
import type { ChartPatch, NewChart } from '#api/bodies/chart.ts'
import { MessageError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { requireDataset } from '../../access/require-dataset.ts'
import { subjectOf } from '../../access/subjects.ts'
import type { Context } from '../../context.ts'
import { change, type ChangeScope, type Writer } from '../../db/change.ts'
import type { Db } from '../../db/open.ts'
import {
  deleteOwned,
  requireAccess,
  ownersFault,
  resolveOwners,
  rejectFaults,
  setOwners,
  stateAt,
  undelete,
  uuidFault,
} from '../../db/owned.ts'
import { recordSources } from '../dashboard/sources.ts'
import { recordDashboard } from '../dashboard/state.ts'
import { setTags, tagsFault } from '../tag/links.ts'
import { dashboardIdsOf, recordChart } from './state.ts'

type WriteContext = Pick<Context, 'db' | 'events' | 'now'>

/** Columns that a request body can set directly. */
const plainColumns = [
  'description',
  'params',
  'query_context',
  'cache_timeout',
  'certified_by',
  'certification_details',
  'external_url',
] as const

type DatasourcePatch = Pick<ChartPatch, 'datasource_id' | 'datasource_type'>

/** Charts are of datasets alone; queries are drawn in explore, and saved as datasets. @throws AppError 403 for one that the principal may not read */
const datasourceFault = async (db: Db, principal: Principal, { datasource_id: id, datasource_type: type }: DatasourcePatch) => {
  const none = ['Datasource does not exist']
  if (type && type !== 'table') return none
  if (id === undefined || id === null) return undefined
  return (await requireDataset(db, principal, id)) ? undefined : none
}

const dashboardsFault = async (db: Db, principal: Principal, ids: readonly number[] | undefined): Promise<string[] | undefined> => {
  for (const id of ids ?? []) {
    const subject = await subjectOf(db, 'dashboard', id)
    if (!subject || !isAllowed(principal, 'see', subject)) return ['Dashboards do not exist']
  }
  return undefined
}

/** Adds the chart to dashboards and removes it from others. @throws MessageError 403 for a dashboard that the principal may not change */
const setDashboards = async (scope: ChangeScope, principal: Principal, chartId: number, ids: readonly number[]): Promise<void> => {
  const before = await dashboardIdsOf(scope.trx, chartId)
  const [added, removed] = [ids.filter((id) => !before.includes(id)), before.filter((id) => !ids.includes(id))]
  for (const id of [...added, ...removed]) {
    const subject = await subjectOf(scope.trx, 'dashboard', id)
    if (subject && !isAllowed(principal, 'change', subject)) {
      throw new MessageError(403, t('Changing one or more of these dashboards is forbidden'))
    }
  }
  if (removed.length)
    await scope.trx.deleteFrom('dashboard_charts').where('chart_id', '=', chartId).where('dashboard_id', 'in', removed).execute()
  if (added.length) {
    await scope.trx
      .insertInto('dashboard_charts')
      .values(added.map((dashboard_id) => ({ dashboard_id, chart_id: chartId })))
      .execute()
  }
  for (const id of [...added, ...removed]) await recordDashboard(scope, id, 'update')
}

export const createChart = (ctx: WriteContext, writer: Writer, body: NewChart): Promise<number> =>
  change(ctx, writer, async (scope) => {
    const { trx, now, userId } = scope
    rejectFaults({
      uuid: await uuidFault(trx, 'chart', body.uuid),
      datasource_id: await datasourceFault(trx, writer.principal, body),
      dashboards: await dashboardsFault(trx, writer.principal, body.dashboards),
      owners: await ownersFault(trx, body.owners),
    })
    const { id } = await trx
      .insertInto('charts')
      .values({
        ...scope.stamp(),
        ...(body.uuid && { uuid: body.uuid }),
        deleted_at: null,
        slice_name: body.slice_name,
        viz_type: body.viz_type ?? '',
        datasource_id: body.datasource_id,
        datasource_type: body.datasource_type,
        description: body.description ?? null,
        params: body.params ?? '{}',
        query_context: body.query_context ?? null,
        cache_timeout: body.cache_timeout ?? null,
        certified_by: body.certified_by ?? null,
        certification_details: body.certification_details ?? null,
        is_managed_externally: body.is_managed_externally ? 1 : 0,
        external_url: body.external_url ?? null,
        last_saved_at: now,
        last_saved_by_fk: userId,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await setOwners(scope, 'chart', id, resolveOwners(writer.principal, body.owners, true))
    if (body.dashboards) await setDashboards(scope, writer.principal, id, body.dashboards)
    await recordChart(scope, id, 'create')
    return id
  })

const versionOf = async (db: Db, id: number): Promise<number> =>
  (await db.selectFrom('charts').select('version').where('id', '=', id).executeTakeFirstOrThrow()).version

/** Whether the body only has a query context, which Superset's clients compute and send whenever they show a chart. */
const isQueryContextOnly = (body: ChartPatch) =>
  body.query_context_generation === true &&
  body.query_context !== undefined &&
  Object.keys(body).every((name) => name.startsWith('query_context'))

export const updateChart = (ctx: WriteContext, writer: Writer, id: number, body: ChartPatch): Promise<number> =>
  change(ctx, writer, async (scope) => {
    const { trx } = scope
    const subject = await requireAccess(trx, writer.principal, isQueryContextOnly(body) ? 'see' : 'change', { kind: 'chart', id })
    await scope.expect('chart', id)
    // The stored query context determines the chart's data, so it is only stored for users who may change the chart.
    if (!isAllowed(writer.principal, 'change', subject)) return versionOf(trx, id)
    if (typeof body.datasource_id === 'number' && !body.datasource_type) {
      throw new MessageError(400, { datasource_type: ['Missing data for required field.'] })
    }
    rejectFaults({
      datasource_id: await datasourceFault(trx, writer.principal, body),
      dashboards: await dashboardsFault(trx, writer.principal, body.dashboards),
      owners: await ownersFault(trx, body.owners),
      tags: await tagsFault(trx, writer.principal, { kind: 'chart', id }, body.tags),
    })
    const kept = Object.fromEntries(plainColumns.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]] as const])))
    await trx
      .updateTable('charts')
      .set({
        ...kept,
        ...(body.params !== undefined && { params: body.params ?? '{}' }),
        ...(body.slice_name !== undefined && { slice_name: body.slice_name ?? '' }),
        ...(body.viz_type !== undefined && { viz_type: body.viz_type ?? '' }),
        ...(typeof body.datasource_id === 'number' && { datasource_id: body.datasource_id }),
        ...(body.datasource_type && { datasource_type: body.datasource_type }),
        ...(body.is_managed_externally !== undefined && { is_managed_externally: body.is_managed_externally ? 1 : 0 }),
        ...(!isQueryContextOnly(body) && { last_saved_at: scope.now, last_saved_by_fk: scope.userId }),
      })
      .where('id', '=', id)
      .execute()
    if (body.owners) await setOwners(scope, 'chart', id, resolveOwners(writer.principal, body.owners, false))
    if (body.dashboards) await setDashboards(scope, writer.principal, id, body.dashboards)
    await recordSourcesOfChart(scope, id)
    await setTags(trx, { kind: 'chart', id }, body.tags)
    return recordChart(scope, id, 'update')
  })

/** Records the chart's current dataset as a source of each of its dashboards. */
const recordSourcesOfChart = async (scope: ChangeScope, id: number): Promise<void> => {
  for (const dashboard of await dashboardIdsOf(scope.trx, id)) await recordSources(scope, dashboard)
}

export const deleteCharts = (ctx: WriteContext, writer: Writer, ids: readonly number[]): Promise<void> =>
  deleteOwned(ctx, writer, { kind: 'chart', ids, record: recordChart })

/** Undoes a deletion, or restores an earlier version. */
export const restoreChart = (ctx: WriteContext, writer: Writer, id: number, version: number | undefined): Promise<number> =>
  change(ctx, writer, async (scope) => {
    const { trx } = scope
    await undelete(scope, 'chart', id)
    await requireAccess(trx, writer.principal, 'change', { kind: 'chart', id })
    if (version !== undefined) {
      const state = await stateAt(trx, 'chart', id, version)
      await requireDataset(trx, writer.principal, Number(state['datasource_id']))
      const fields = ['slice_name', 'viz_type', 'datasource_id', 'datasource_type', 'is_managed_externally', ...plainColumns]
      await trx
        .updateTable('charts')
        .set(Object.fromEntries(fields.map((name) => [name, state[name]])))
        .where('id', '=', id)
        .execute()
    }
    await recordSourcesOfChart(scope, id)
    return recordChart(scope, id, 'restore')
  })
