import { randomUUID } from 'node:crypto'
import type { DashboardMetadata } from '#api/bodies/dashboard-metadata.ts'
import { forbidden } from '#core/errors.ts'
import { readObject } from '#core/encoding/read-object.ts'
import { renumberSettings } from '#core/filters/legacy/renumber.ts'
import { readLayout } from '#core/layout/wire/read.ts'
import { requireDataset } from '../../access/require-dataset.ts'
import type { Context } from '../../context.ts'
import { change, type ChangeScope, type Writer } from '../../db/change.ts'
import { requireAccess, resolveOwners, setOwners } from '../../db/owned.ts'
import { recordChart } from '../chart/state.ts'
import { chartIdsIn, rejectUnknownSettings, withUuids } from './metadata.ts'
import { chartIdsOf, recordDashboard } from './state.ts'
import { allowedCharts, canCopy, setCharts, writeMetadata } from './store.ts'

type Copy = { title: string; css: string | null; metadata: DashboardMetadata; duplicateCharts: boolean }

const copyChart = async (scope: ChangeScope, writer: Writer, id: number): Promise<number> => {
  const row = await scope.trx.selectFrom('charts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  await requireDataset(scope.trx, writer.principal, row.datasource_id)
  const { id: _old, version: _version, ...kept } = row
  const copy = await scope.trx
    .insertInto('charts')
    .values({
      ...kept,
      ...scope.stamp(),
      uuid: randomUUID(),
      certified_by: null,
      certification_details: null,
      last_saved_at: scope.now,
      last_saved_by_fk: scope.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await setOwners(scope, 'chart', copy.id, resolveOwners(writer.principal, undefined, true))
  await recordChart(scope, copy.id, 'create')
  return copy.id
}

/** Settings that name the copies of the charts; charts that were not copied keep their ids. */
const withChartIds = (metadata: DashboardMetadata, renumbered: ReadonlyMap<number, number>): DashboardMetadata => {
  if (renumbered.size === 0) return metadata
  const positions = metadata.positions ?? {}
  const renumbering = new Map([...chartIdsIn(positions).map((id) => [id, id] as const), ...renumbered])
  const layout = readLayout(withUuids(positions, new Map(), renumbering))
  return { ...metadata, ...renumberSettings(metadata, { renumbering, layout }) }
}

/** Copies a dashboard for the writer, with the charts of the layout that comes with it or copies of them. @throws 404, 403 */
export const copyDashboard = (ctx: Pick<Context, 'db' | 'events' | 'now'>, writer: Writer, id: number, copy: Copy): Promise<number> =>
  change(ctx, writer, async (scope) => {
    const { trx } = scope
    const source = await requireAccess(trx, writer.principal, 'see', { kind: 'dashboard', id })
    if (!canCopy(writer.principal, source.owners, scope.userId)) throw forbidden()
    const row = await trx.selectFrom('dashboards').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    rejectUnknownSettings(copy.metadata, row.json_metadata)
    const { id: newId } = await trx
      .insertInto('dashboards')
      .values({
        ...scope.stamp(),
        deleted_at: null,
        dashboard_title: copy.title,
        slug: null,
        description: row.description,
        css: copy.css ?? row.css,
        position_json: row.position_json,
        json_metadata: row.json_metadata,
        certified_by: null,
        certification_details: null,
        theme_id: row.theme_id,
        external_url: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await setOwners(scope, 'dashboard', newId, resolveOwners(writer.principal, undefined, true))
    const renumbered = new Map<number, number>()
    const charts = await chartIdsOf(trx, id)
    const { positions } = copy.metadata
    const shown = positions ? await allowedCharts(trx, writer.principal, charts, chartIdsIn(positions)) : charts
    if (copy.duplicateCharts) for (const chartId of shown) renumbered.set(chartId, await copyChart(scope, writer, chartId))
    await setCharts(
      scope,
      newId,
      charts.map((chartId) => renumbered.get(chartId) ?? chartId),
    )
    const metadata = withChartIds({ ...readObject(row.json_metadata), ...copy.metadata }, renumbered)
    await writeMetadata(scope, writer.principal, newId, { metadata, renumbered })
    await recordDashboard(scope, newId, 'create')
    return newId
  })
