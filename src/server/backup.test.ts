import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newestBackup, restoreBackup, writeBackup } from './backup.ts'
import { prepareDataDir, readConfig } from './config.ts'
import { createContext } from './create-context.ts'
import { openDb } from './db/open.ts'
import { currentGenerations } from './house/house.ts'
import { openFiles } from './house/open-files.ts'

const root = mkdtempSync(join(tmpdir(), 'chartroom-backup-'))
const config = prepareDataDir(readConfig(['--data', join(root, 'data'), '--no-examples'], {}), {})
let made: Awaited<ReturnType<typeof createContext>>

beforeAll(async () => {
  made = await createContext(config)
  made.ctx.jobs.work()
})
afterAll(async () => {
  await made.close()
  rmSync(root, { recursive: true, force: true })
})

const put = (name: string, text: string) => {
  writeFileSync(join(root, name), text)
  return join(root, name)
}

const refused = (file: string, reason: string) => {
  throw new Error(`${file}: ${reason}`)
}

const datasets = async () =>
  (await made.ctx.db.selectFrom('datasets').select('table_name').orderBy('id').execute()).map(({ table_name }) => table_name)

test('a backup and its restore while everything runs: what came later is gone, and kept aside', async () => {
  await openFiles(made.ctx, [put('before.csv', 'a\n1\n2\n')], refused)
  const folder = await writeBackup(config)
  await openFiles(made.ctx, [put('after.csv', 'a\n3\n')], refused)
  expect(await datasets()).toEqual(['before', 'after'])

  const kept = await restoreBackup(config, folder)
  expect(await datasets()).toEqual(['before'])
  expect((await currentGenerations(made.ctx)).map(({ table, path }) => [table, existsSync(path)])).toEqual([['before', true]])

  await restoreBackup(config, kept ?? '')
  expect(await datasets()).toEqual(['before', 'after'])
  expect(newestBackup(config)).not.toBeNull()
})

test('a restored store on another machine brings its table files', async () => {
  const folder = await writeBackup(config, join(root, 'elsewhere'))
  const other = prepareDataDir(readConfig(['--data', join(root, 'other')], {}), {})
  expect(await restoreBackup(other, folder)).toBeNull()
  expect(readdirSync(join(root, 'other/tables')).length).toBeGreaterThan(0)
})

test('a damaged store stops the start, names its newest backup, and gives way to it', async () => {
  const place = { dataDir: join(root, 'damaged'), metadata: undefined }
  const whole = prepareDataDir(readConfig(['--data', place.dataDir], {}), {})
  await restoreBackup(whole, await writeBackup(config, join(root, 'whole')))
  await writeBackup(whole, join(place.dataDir, 'backups', 'older'))
  const newest = await writeBackup(whole, join(place.dataDir, 'backups', 'a-later-one'))
  writeFileSync(join(place.dataDir, 'metadata.sqlite'), 'no database at all'.repeat(500))
  await expect(openDb(place)).rejects.toThrow(`is damaged. Put its newest backup ${newest} in place with: npm start -- restore --data`)
  expect(await restoreBackup(whole, newest)).toBeNull()
  const db = await openDb(place)
  expect((await db.selectFrom('datasets').select('table_name').execute()).length).toBeGreaterThan(0)
  await db.destroy()
  expect(readdirSync(place.dataDir).some((name) => name.startsWith('metadata.sqlite.damaged-'))).toBe(true)
})

test('a damaged store without backups says so', async () => {
  const dataDir = join(root, 'alone')
  prepareDataDir(readConfig(['--data', dataDir], {}), {})
  writeFileSync(join(dataDir, 'metadata.sqlite'), 'no database at all'.repeat(500))
  await expect(openDb({ dataDir, metadata: undefined })).rejects.toThrow(/is damaged. There is no backup of it in /)
})

test('what is no backup, or an incomplete one, is refused', async () => {
  await expect(restoreBackup(config, root)).rejects.toThrow(/is no backup/)
  const folder = await writeBackup(config, join(root, 'broken'))
  rmSync(join(folder, 'tables'), { recursive: true })
  await expect(restoreBackup(config, folder)).rejects.toThrow(/The backup is incomplete/)
})
