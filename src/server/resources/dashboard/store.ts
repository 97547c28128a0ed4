import { isAllowed } from '#core/access/can.ts'
import { isAdmin, type Principal } from '#core/access/principal.ts'
import type { ConfigChange, DashboardColors } from '#api/dashboard.ts'
import type { DashboardPatch, NewDashboard } from '#api/bodies/dashboard.ts'
import type { DashboardMetadata } from '#api/bodies/dashboard-metadata.ts'
import { readObject } from '#core/encoding/read-object.ts'
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
  rolesFault,
  setOwners,
  stateAt,
  undelete,
  uuidFault,
} from '../../db/owned.ts'
import { setTags, tagsFault } from '../tag/links.ts'
import { chartIdsIn, rejectUnknownSettings, storedMetadata, withUuids } from './metadata.ts'
import { chartIdsOf, linkedChartIds, recordDashboard } from './state.ts'

type WriteContext = Pick<Context, 'db' | 'events' | 'now'>

/** Columns that a request body can set directly. */
const plainColumns = [
  'dashboard_title',
  'description',
  'css',
  'position_json',
  'certified_by',
  'certification_details',
  'theme_id',
  'external_url',
] as const

const slugFault = async (db: Db, slug: string | null | undefined, id?: number): Promise<string[] | undefined> => {
  if (!slug) return undefined
  const found = await db.selectFrom('dashboards').select('id').where('slug', '=', slug).where('deleted_at', 'is', null).executeTakeFirst()
  return found && found.id !== id ? ['Must be unique'] : undefined
}

const setRoles = async ({ trx }: ChangeScope, id: number, roles: readonly number[]): Promise<void> => {
  await trx.deleteFrom('dashboard_roles').where('dashboard_id', '=', id).execute()
  if (!roles.length) return
  await trx
    .insertInto('dashboard_roles')
    .values([...new Set(roles)].map((role_id) => ({ dashboard_id: id, role_id })))
    .execute()
}

/** Of the wanted charts, those that are already on the dashboard or that the writer may see. */
export const allowedCharts = async (
  db: Db,
  principal: Principal,
  before: readonly number[],
  wanted: readonly number[],
): Promise<number[]> => {
  const kept: number[] = []
  for (const id of wanted) {
    if (before.includes(id)) kept.push(id)
    else {
      const subject = await subjectOf(db, 'chart', id)
      if (subject && isAllowed(principal, 'see', subject)) kept.push(id)
    }
  }
  return kept
}

export const setCharts = async ({ trx }: ChangeScope, id: number, chartIds: readonly number[]): Promise<void> => {
  await trx.deleteFrom('dashboard_charts').where('dashboard_id', '=', id).execute()
  if (!chartIds.length) return
  await trx
    .insertInto('dashboard_charts')
    .values(chartIds.map((chart_id) => ({ dashboard_id: id, chart_id })))
    .execute()
}

const uuidsOf = async (db: Db, chartIds: readonly number[]): Promise<Map<number, string>> => {
  if (!chartIds.length) return new Map()
  const rows = await db
    .selectFrom('charts')
    .select(['id', 'uuid'])
    .where('id', 'in', [...chartIds])
    .execute()
  return new Map(rows.map((row) => [row.id, row.uuid]))
}

/** Writes metadata like a save in the editor: stores the layout and links its charts. */
export const writeMetadata = async (
  scope: ChangeScope,
  principal: Principal,
  id: number,
  { metadata, renumbered }: { metadata: DashboardMetadata; renumbered?: ReadonlyMap<number, number> },
): Promise<void> => {
  const { trx } = scope
  await trx
    .updateTable('dashboards')
    .set({ json_metadata: storedMetadata(metadata) })
    .where('id', '=', id)
    .execute()
  const { positions } = metadata
  if (!positions) return
  const wanted = chartIdsIn(positions).map((chartId) => renumbered?.get(chartId) ?? chartId)
  // A chart that is deleted keeps its place, in case it is restored.
  const chartIds = await allowedCharts(trx, principal, await linkedChartIds(trx, id), wanted)
  await setCharts(scope, id, chartIds)
  const layout = withUuids(positions, await uuidsOf(trx, chartIds), renumbered)
  await trx
    .updateTable('dashboards')
    .set({ position_json: JSON.stringify(layout) })
    .where('id', '=', id)
    .execute()
}

const themeFault = async (db: Db, id: number | null | undefined): Promise<string[] | undefined> => {
  if (typeof id !== 'number') return undefined
  const found = await db.selectFrom('themes').select('id').where('id', '=', id).executeTakeFirst()
  return found ? undefined : ['Theme does not exist']
}

export const createDashboard = (ctx: WriteContext, writer: Writer, body: NewDashboard): Promise<number> =>
  change(ctx, writer, async (scope) => {
    const { trx } = scope
    rejectFaults({
      uuid: await uuidFault(trx, 'dashboard', body.uuid),
      owners: await ownersFault(trx, body.owners),
      roles: await rolesFault(trx, body.roles),
      slug: await slugFault(trx, body.slug),
      theme_id: await themeFault(trx, body.theme_id),
    })
    rejectUnknownSettings(readObject(body.json_metadata ?? null), null)
    const { id } = await trx
      .insertInto('dashboards')
      .values({
        ...scope.stamp(),
        ...(body.uuid && { uuid: body.uuid }),
        deleted_at: null,
        dashboard_title: body.dashboard_title ?? '',
        slug: body.slug || null,
        description: body.description ?? null,
        css: body.css ?? null,
        position_json: body.position_json ?? null,
        json_metadata: body.json_metadata ?? null,
        certified_by: body.certified_by ?? null,
        certification_details: body.certification_details ?? null,
        published: body.published ? 1 : 0,
        theme_id: body.theme_id ?? null,
        is_managed_externally: body.is_managed_externally ? 1 : 0,
        external_url: body.external_url ?? null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await setOwners(scope, 'dashboard', id, resolveOwners(writer.principal, body.owners, true))
    if (body.roles) await setRoles(scope, id, body.roles)
    await recordDashboard(scope, id, 'create')
    return id
  })

const storedSettings = async (db: Db, id: number): Promise<string | null> =>
  (await db.selectFrom('dashboards').select('json_metadata').where('id', '=', id).executeTakeFirstOrThrow()).json_metadata

const withoutNulls = (ids: readonly (number | null)[] | undefined) => ids?.filter((id) => id !== null)

export const updateDashboard = (ctx: WriteContext, writer: Writer, id: number, body: DashboardPatch): Promise<number> =>
  change(ctx, writer, async (scope) => {
    const { trx } = scope
    await requireAccess(trx, writer.principal, 'change', { kind: 'dashboard', id })
    await scope.expect('dashboard', id)
    rejectFaults({
      owners: await ownersFault(trx, body.owners),
      roles: await rolesFault(trx, body.roles),
      slug: await slugFault(trx, body.slug, id),
      theme_id: await themeFault(trx, body.theme_id),
      tags: await tagsFault(trx, writer.principal, { kind: 'dashboard', id }, body.tags),
    })
    // A null in them was refused.
    const [owners, roles] = [withoutNulls(body.owners), withoutNulls(body.roles)]
    const metadata = body.json_metadata ? (JSON.parse(body.json_metadata) as DashboardMetadata) : null
    if (metadata) rejectUnknownSettings(metadata, await storedSettings(trx, id))
    const kept = Object.fromEntries(plainColumns.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]] as const])))
    await trx
      .updateTable('dashboards')
      .set({
        ...kept,
        ...(body.dashboard_title !== undefined && { dashboard_title: body.dashboard_title ?? '' }),
        ...(body.slug !== undefined && { slug: body.slug || null }),
        ...(body.published !== undefined && { published: body.published ? 1 : 0 }),
        ...(body.is_managed_externally !== undefined && { is_managed_externally: body.is_managed_externally ? 1 : 0 }),
        ...((body.json_metadata === null || body.json_metadata === '') && { json_metadata: body.json_metadata }),
        changed_on: scope.now,
      })
      .where('id', '=', id)
      .execute()
    if (metadata) await writeMetadata(scope, writer.principal, id, { metadata })
    if (owners) await setOwners(scope, 'dashboard', id, resolveOwners(writer.principal, owners, false))
    if (roles) await setRoles(scope, id, roles)
    await setTags(trx, { kind: 'dashboard', id }, body.tags)
    return recordDashboard(scope, id, 'update')
  })

export const deleteDashboards = (ctx: WriteContext, writer: Writer, ids: readonly number[]): Promise<void> =>
  deleteOwned(ctx, writer, { kind: 'dashboard', ids, record: recordDashboard })

/** Undoes a deletion, or restores an earlier version. Drops the slug if another dashboard has taken it. */
export const restoreDashboard = (ctx: WriteContext, writer: Writer, id: number, version: number | undefined): Promise<number> =>
  change(ctx, writer, async (scope) => {
    const { trx } = scope
    const row = await trx.selectFrom('dashboards').select('slug').where('id', '=', id).executeTakeFirst()
    if (await slugFault(trx, row?.slug, id)) await trx.updateTable('dashboards').set({ slug: null }).where('id', '=', id).execute()
    await scope.expect('dashboard', id)
    await undelete(scope, 'dashboard', id)
    await requireAccess(trx, writer.principal, 'change', { kind: 'dashboard', id })
    if (version !== undefined) {
      const state = await stateAt(trx, 'dashboard', id, version)
      const fields = [...plainColumns, 'json_metadata', 'published', 'is_managed_externally']
      const slug = typeof state['slug'] === 'string' ? state['slug'] : null
      const isFree = !(await slugFault(trx, slug, id))
      await trx
        .updateTable('dashboards')
        .set({ ...Object.fromEntries(fields.map((name) => [name, state[name]])), ...(isFree && { slug }) })
        .where('id', '=', id)
        .execute()
      const charts = await uuidsOf(trx, (state['charts'] as number[] | undefined) ?? [])
      await setCharts(scope, id, await allowedCharts(trx, writer.principal, await chartIdsOf(trx, id), [...charts.keys()]))
    }
    return recordDashboard(scope, id, 'restore')
  })

type Configured = Record<string, unknown> & { id?: unknown }

const applyChange = (items: readonly Configured[], { modified = [], deleted = [], reordered = [] }: ConfigChange): Configured[] => {
  const left = items.filter((item) => !deleted.includes(String(item.id)))
  const replaced = left.map((item) => (modified as Configured[]).find((other) => other.id === item.id) ?? item)
  const added = (modified as Configured[]).filter((item) => !left.some((other) => other.id === item.id))
  const place = (item: Configured) => {
    const at = reordered.indexOf(String(item.id))
    return at < 0 ? reordered.length : at
  }
  return [...replaced, ...added].toSorted((a, b) => place(a) - place(b))
}

const changeMetadata = <T>(
  ctx: WriteContext,
  writer: Writer,
  id: number,
  work: (metadata: Record<string, unknown>) => { metadata: Record<string, unknown>; result: T },
): Promise<{ result: T; version: number }> =>
  change(ctx, writer, async (scope) => {
    const { trx } = scope
    await requireAccess(trx, writer.principal, 'change', { kind: 'dashboard', id })
    await scope.expect('dashboard', id)
    const { metadata, result } = work(readObject(await storedSettings(trx, id)))
    await trx
      .updateTable('dashboards')
      .set({ json_metadata: JSON.stringify(metadata), changed_on: scope.now })
      .where('id', '=', id)
      .execute()
    return { result, version: await recordDashboard(scope, id, 'update') }
  })

export type ConfigKey = 'native_filter_configuration' | 'chart_customization_config'

export const changeConfig = (
  ctx: WriteContext,
  writer: Writer,
  id: number,
  { key, by }: { key: ConfigKey; by: ConfigChange },
): Promise<{ result: Configured[]; version: number }> =>
  changeMetadata(ctx, writer, id, (metadata) => {
    const items = Array.isArray(metadata[key]) ? (metadata[key] as Configured[]) : []
    const result = applyChange(items, by)
    return { metadata: { ...metadata, [key]: result }, result }
  })

export const changeColors = (ctx: WriteContext, writer: Writer, id: number, colors: DashboardColors): Promise<{ version: number }> =>
  changeMetadata(ctx, writer, id, (metadata) => ({ metadata: { ...metadata, ...colors }, result: undefined }))

/** Only an admin or an owner may copy a dashboard, because dashboard roles replace access to the data. */
export const canCopy = (principal: Principal, owners: readonly number[], userId: number | null): boolean =>
  isAdmin(principal) || (userId !== null && owners.includes(userId))
