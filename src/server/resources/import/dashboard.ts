import { renumberDashboard, type NewIds } from '#core/filters/legacy/renumber.ts'
import { migrateFilterBoxes, type FilterBox } from '#core/filters/legacy/migrate.ts'
import { asRecord } from '#core/query/read.ts'
import { isAllowed } from '#core/access/can.ts'
import { subjectOf } from '../../access/subjects.ts'
import { resolveOwners, setOwners } from '../../db/owned.ts'
import { chartIdsIn, slugFrom } from '../dashboard/metadata.ts'
import { recordDashboard } from '../dashboard/state.ts'
import { setCharts } from '../dashboard/store.ts'
import { findDashboard } from './find.ts'
import type { DashboardFile } from './schemas.ts'
import { freeUuid, requireChange, requireCreate, type Import } from './writing.ts'

type Options = { ids: NewIds; filterBoxes: ReadonlyMap<string, FilterBox>; themeId: number | null; overwrite: boolean }

/** The slug, unless another dashboard has it. */
const freeSlug = async ({ scope }: Import, slug: string | null | undefined, id: number | undefined): Promise<string | null> => {
  const text = slugFrom(slug ?? '')
  if (!text) return null
  const taken = await scope.trx
    .selectFrom('dashboards')
    .select('id')
    .where('slug', '=', text)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return taken && taken.id !== id ? null : text
}

const visibleCharts = async ({ scope, principal }: Import, ids: readonly number[]): Promise<number[]> => {
  const visible: number[] = []
  for (const id of ids) {
    const subject = await subjectOf(scope.trx, 'chart', id)
    if (subject && isAllowed(principal, 'see', subject)) visible.push(id)
  }
  return visible
}

/** The filter boxes of a layout, by the chart ids that it names them with. */
const boxesOn = (position: Record<string, unknown>, boxes: ReadonlyMap<string, FilterBox>): Map<number, FilterBox> =>
  new Map(
    Object.values(position).flatMap((item) => {
      const { uuid, chartId } = asRecord(asRecord(item)['meta'])
      const box = typeof uuid === 'string' ? boxes.get(uuid) : undefined
      return box ? [[Number(chartId), box] as const] : []
    }),
  )

/**
 * Creates a dashboard, or overwrites the one of the same uuid. Its layout and settings name the charts and datasets by their ids here, and
 * its filter boxes become native filters.
 */
export const importDashboard = async (
  importing: Import,
  file: DashboardFile,
  { ids, filterBoxes, themeId, overwrite }: Options,
): Promise<number> => {
  const { scope, principal } = importing
  const { trx } = scope
  const found = await findDashboard(trx, file)
  if (found !== undefined && !overwrite) return found
  if (found === undefined) requireCreate(principal, 'dashboard')
  else await requireChange(importing, 'dashboard', found)
  const stored = { position: asRecord(file.position), metadata: asRecord(file.metadata) }
  const migrated = migrateFilterBoxes(stored, boxesOn(stored.position, filterBoxes))
  const { position, metadata } = renumberDashboard(migrated, ids)
  const settings = {
    dashboard_title: file.dashboard_title,
    description: file.description ?? null,
    css: file.css ?? null,
    slug: await freeSlug(importing, file.slug, found),
    position_json: JSON.stringify(position),
    json_metadata: JSON.stringify(metadata),
    certified_by: file.certified_by ?? null,
    certification_details: file.certification_details ?? null,
    theme_id: themeId,
    ...(typeof file.published === 'boolean' && { published: file.published ? 1 : 0 }),
  }
  const charts = await visibleCharts(importing, chartIdsIn(position))
  if (found !== undefined) {
    await trx.updateTable('dashboards').set(settings).where('id', '=', found).execute()
    await setCharts(scope, found, charts)
    await recordDashboard(scope, found, 'update')
    return found
  }
  await freeUuid(scope, 'dashboard', file.uuid)
  const { id } = await trx
    .insertInto('dashboards')
    .values({ published: 0, ...scope.stamp(), ...settings, uuid: file.uuid, deleted_at: null, external_url: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  await setOwners(scope, 'dashboard', id, resolveOwners(principal, undefined, true))
  await setCharts(scope, id, charts)
  await recordDashboard(scope, id, 'create')
  return id
}
