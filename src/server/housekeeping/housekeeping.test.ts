import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import type { UserPrincipal } from '#core/access/principal.ts'
import { userPrincipal } from '../access/principals.ts'
import { adminOf } from '../testing/test-people.ts'
import { restoreBackup } from '../data-directory/backup.ts'
import type { Writer } from '../db/change.ts'
import { isPostgresUri } from '../db/place.ts'
import { currentGenerations } from '../house/house.ts'
import { openFiles } from '../house/open-files.ts'
import { createChart, deleteCharts, restoreChart } from '../resources/chart/store.ts'
import { createFilterSet, deleteFilterSet } from '../resources/dashboard/filter-set-store.ts'
import { createDashboard, deleteDashboards } from '../resources/dashboard/store.ts'
import { deleteDatasets } from '../resources/dataset/store.ts'
import { testContext } from '../testing/test-context.ts'
import { startIfDue } from './housekeeping.ts'

const folder = mkdtempSync(join(tmpdir(), 'chartroom-housekeeping-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let ctx: Awaited<ReturnType<typeof testContext>>
let writer: Writer
let days = 0

beforeEach(async () => {
  ctx = await testContext()
  days = 0
  ctx.now = () => new Date(Date.UTC(2030, 0, 1) + days * 86_400_000)
  const admin = (await userPrincipal(ctx, await adminOf(ctx), 'bearer')) as UserPrincipal
  writer = { principal: admin, how: 'api' }
  ctx.jobs.startWorking()
})
afterEach(() => ctx.close())

/** Runs the daily job if it is due. */
const night = async () => {
  const id = await startIfDue(ctx)
  return id === null ? null : ctx.jobs.waitFor(id)
}

const upload = async (name: string, text: string) => {
  writeFileSync(join(folder, name), text)
  const refused = (_file: string, reason: string) => {
    throw new Error(reason)
  }
  await openFiles(ctx, [join(folder, name)], refused)
  return (await ctx.db.selectFrom('datasets').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()).id
}

const chartOn = (dataset: number, name: string) =>
  createChart(ctx, writer, { slice_name: name, viz_type: 'table', datasource_id: dataset, datasource_type: 'table', params: '{}' })

const count = async (
  table: 'charts' | 'dashboards' | 'datasets' | 'versions' | 'owners' | 'dataset_columns' | 'filter_sets' | 'action_log',
) =>
  Number(
    (
      await ctx.db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

test('is due once a day, but not at the first start', async () => {
  expect(await night()).toBeNull()
  expect(await night()).toBeNull()
  days = 1.1
  expect((await night())?.state).toBe('done')
  expect(await night()).toBeNull()
})

test('purges deleted objects with their dependents after 30 days, and not before', async () => {
  await night()
  const dataset = await upload('gone.csv', 'a,b\n1,2\n')
  const kept = await upload('kept.csv', 'c\n1\n')
  const [one, two] = [await chartOn(dataset, 'one'), await chartOn(kept, 'two')]
  const dashboard = await createDashboard(ctx, writer, { dashboard_title: 'd' })
  const keptDashboard = await createDashboard(ctx, writer, { dashboard_title: 'e' })
  const setOn = (id: number) =>
    createFilterSet(ctx, writer, id, { name: 's', owner_type: 'Dashboard', json_metadata: '{"nativeFilters":{}}' })
  await setOn(dashboard)
  await deleteFilterSet(ctx, writer, { dashboard_id: keptDashboard, pk: (await setOn(keptDashboard)).id })
  await deleteCharts(ctx, writer, [one, two])
  await deleteDashboards(ctx, writer, [dashboard])
  await deleteDatasets(ctx, writer, [dataset])

  days = 29
  await night()
  expect([await count('charts'), await count('dashboards'), await count('datasets')]).toEqual([2, 2, 2])
  expect(await count('filter_sets')).toBe(2)
  await restoreChart(ctx, writer, two, undefined)

  days = 31
  expect((await night())?.result).toEqual({ dashboard: 1, chart: 1, dataset: 1, database: 0, filter_set: 1 })
  expect([await count('charts'), await count('dashboards'), await count('datasets'), await count('dataset_columns')]).toEqual([1, 1, 1, 1])
  expect(await count('filter_sets')).toBe(0)
  expect(
    (await ctx.db.selectFrom('versions').select(['kind', 'object_id']).distinct().orderBy('kind').execute()).map(({ kind }) => kind),
  ).toEqual(['chart', 'dashboard', 'database', 'dataset'])
  expect(
    (await ctx.db.selectFrom('view_menus').select('name').execute()).filter(
      ({ name }) => name.includes(`(id:${dataset})`) && name.includes('gone'),
    ),
  ).toEqual([])

  const before = (await ctx.db.selectFrom('table_files').select('path').where('table_name', '=', 'gone').executeTakeFirstOrThrow()).path
  expect((await currentGenerations(ctx)).map(({ table }) => table)).toEqual(['kept'])
  days = 32.1
  await night()
  const [table, inBin] = ['tables', 'bin'].map((name) => join(ctx.config.dataDir, name, before))
  expect([existsSync(table ?? ''), existsSync(inBin ?? '')]).toEqual([false, true])
  days = 61
  await night()
  expect(existsSync(inBin ?? '')).toBe(true)
  days = 63
  await night()
  expect(existsSync(inBin ?? '')).toBe(false)
})

test('replacing a table moves its previous file to the bin', async () => {
  await night()
  await upload('twice.csv', 'a\n1\n')
  const [former] = await currentGenerations(ctx)
  await upload('twice.csv', 'a\n2\n')
  days = 1.1
  await night()
  expect(readdirSync(join(ctx.config.dataDir, 'bin'))).toEqual([basename(former?.path ?? '')])
})

test.skipIf(isPostgresUri(process.env['CHARTROOM_TEST_POSTGRES']))(
  'where no backup can be made, the rest is done all the same',
  async () => {
    await night()
    const dataset = await upload('gone.csv', 'a\n1\n')
    await deleteDatasets(ctx, writer, [dataset])
    writeFileSync(join(ctx.config.dataDir, 'backups'), 'no folder')
    days = 31
    expect((await night())?.state).toBe('failed')
    expect(await count('datasets')).toBe(0)
  },
)

test('deletes old versions and log entries after a year, but keeps the newest version', async () => {
  await night()
  const dataset = await upload('history.csv', 'a\n1\n')
  const chart = await chartOn(dataset, 'old')
  await deleteCharts(ctx, writer, [chart])
  days = 20
  await restoreChart(ctx, writer, chart, undefined)
  days = 380
  await night()
  const versions = await ctx.db
    .selectFrom('versions')
    .select(['kind', 'version'])
    .where('object_id', '=', chart)
    .where('kind', '=', 'chart')
    .execute()
  expect(versions.map(({ version }) => version)).toEqual([3])
  days = 400
  await night()
  expect(await ctx.db.selectFrom('versions').select('kind').where('kind', '=', 'chart').execute()).toHaveLength(1)
  expect((await ctx.db.selectFrom('action_log').select('action').where('dttm', '<', '2030-12-01').execute()).length).toBe(0)
})

test.skipIf(isPostgresUri(process.env['CHARTROOM_TEST_POSTGRES']))(
  'a backup each day, of which the last three stay; those of people too',
  async () => {
    await upload('safe.csv', 'a\n1\n')
    await night()
    for (days = 1.1; days < 8; days += 1.1) await night()
    const own = readdirSync(join(ctx.config.dataDir, 'backups')).sort()
    expect(own).toHaveLength(3)
    await ctx.db.deleteFrom('datasets').execute()
    await restoreBackup(ctx.config, join(ctx.config.dataDir, 'backups', own[2] ?? ''))
    expect(await count('datasets')).toBe(1)
  },
)
