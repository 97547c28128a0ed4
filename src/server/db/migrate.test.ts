import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { afterAll, expect, test } from 'vitest'
import { prepareDataDir, readConfig } from '../start/config.ts'
import { restoreBackup } from '../data-directory/backup.ts'
import { migrations, openDb, refreshStatistics } from './open.ts'
import { metadataPath } from './place.ts'
import { openSqliteStore } from './sqlite.ts'
import type { Tables } from './tables.ts'

const root = mkdtempSync(join(tmpdir(), 'chartroom-migrate-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const names = Object.keys(migrations)
const when = '2026-01-01T00:00:00.000Z'
const stamp = { created_on: when, changed_on: when }

/** A store with some rows, at the schema of the release whose last migration is `last`. */
const releasedStore = async (dataDir: string, last: string) => {
  const config = prepareDataDir(readConfig(['--data', dataDir], {}), {})
  const db = new Kysely<Tables>({ dialect: openSqliteStore(metadataPath(config)).dialect })
  const until = Object.fromEntries(Object.entries(migrations).filter(([name]) => name <= last))
  const { error } = await new Migrator({ db, provider: { getMigrations: async () => until } }).migrateToLatest()
  expect(error).toBeUndefined()
  const chart = { slice_name: 'Flights', viz_type: 'table', datasource_id: 1, datasource_type: 'table', params: '{"a":1}' }
  await db
    .insertInto('charts')
    .values({ uuid: 'c', ...stamp, ...chart } as never)
    .execute()
  await db
    .insertInto('dashboards')
    .values({ uuid: 'd', ...stamp, dashboard_title: 'Delays' } as never)
    .execute()
  await db.insertInto('dashboard_charts').values({ dashboard_id: 1, chart_id: 1 }).execute()
  await db.destroy()
  return config
}

test.each(names)('a store at migration %s is upgraded with all its rows', async (last) => {
  const config = await releasedStore(join(root, last), last)
  const db = await openDb(config)
  expect(await db.selectFrom('charts').select(['slice_name', 'params', 'version', 'deleted_at']).execute()).toEqual([
    { slice_name: 'Flights', params: '{"a":1}', version: 1, deleted_at: null },
  ])
  expect(await db.selectFrom('dashboard_charts').selectAll().execute()).toEqual([{ dashboard_id: 1, chart_id: 1 }])
  await db.destroy()

  const backups = join(config.dataDir, 'backups')
  const made = existsSync(backups) ? readdirSync(backups) : []
  expect(made).toHaveLength(last === names.at(-1) ? 0 : 1)
  if (made[0]) await restoreBackup(config, join(backups, made[0]))
})

test('migration 009 attributes existing dashboard sources to the users who placed them', async () => {
  const config = await releasedStore(join(root, 'sources'), '007-filter-sets')
  const db = new Kysely<Tables>({ dialect: openSqliteStore(metadataPath(config)).dialect })
  const target = (datasetId: number) => ({ id: 'F', targets: [{ datasetId, column: { name: 'a' } }] })
  const metadata = (datasetId: number) => JSON.stringify({ native_filter_configuration: [target(datasetId)] })
  await db
    .updateTable('dashboards')
    .set({ json_metadata: metadata(7) })
    .execute()
  const states: [kind: string, user: number, state: object][] = [
    ['chart', 1, { datasource_id: 5 }],
    ['dashboard', 2, { charts: [1], json_metadata: metadata(6) }],
    ['dashboard', 3, { charts: [1], json_metadata: metadata(7) }],
    ['dashboard', 4, { charts: [1], json_metadata: metadata(7) }],
    ['chart', 5, { datasource_id: 1 }],
  ]
  for (const [index, [kind, user_id, state]] of states.entries()) {
    const version = { kind, object_id: 1, version: index, action: 'update', how: 'api', user_id, created_on: when }
    await db
      .insertInto('versions')
      .values({ ...version, state: JSON.stringify(state) })
      .execute()
  }
  await db.destroy()
  const migrated = await openDb(config)
  const sources = await migrated.selectFrom('dashboard_sources').select(['kind', 'item', 'dataset_id', 'placed_by_fk']).execute()
  expect(sources).toEqual([
    { kind: 'chart', item: '1', dataset_id: 1, placed_by_fk: 5 },
    { kind: 'filter', item: 'F', dataset_id: 7, placed_by_fk: 3 },
  ])
  await migrated.destroy()
})

test('rejects a store of a newer release with one line', async () => {
  const config = await releasedStore(join(root, 'newer'), names.at(-1) ?? '')
  const db = new Kysely<{ kysely_migration: { name: string; timestamp: string } }>({
    dialect: openSqliteStore(metadataPath(config)).dialect,
  })
  await db.insertInto('kysely_migration').values({ name: '999-later', timestamp: when }).execute()
  await db.destroy()
  await expect(openDb(config)).rejects.toThrow(/^The metadata database could not be migrated to the newest schema: .*999-later/)
})

test('finds the charts of some datasets with a covering index once statistics exist', async () => {
  const db = await openDb({ dataDir: root, metadata: join(root, 'plan.sqlite') })
  const row = (i: number) => ({
    uuid: `c${i}`,
    ...stamp,
    slice_name: 'x',
    viz_type: 'table',
    datasource_id: i % 50,
    datasource_type: 'table',
    params: '{}',
  })
  await db
    .insertInto('charts')
    .values(Array.from({ length: 2000 }, (_, i) => row(i)) as never)
    .execute()
  await refreshStatistics(db)
  const newest = db.selectFrom('charts').select('id').where('deleted_at', 'is', null).where('datasource_id', 'in', [1, 2])
  const plan = await newest.explain<{ detail: string }>(undefined, sql`query plan`)
  expect(plan.map(({ detail }) => detail).join()).toContain('USING COVERING INDEX')
  await db.destroy()
})
