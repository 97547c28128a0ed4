import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newestBackup, restoreBackup, writeBackup } from './backup.ts'
import { prepareDataDir, readConfig } from '../start/config.ts'
import { createContext } from '../start/create-context.ts'
import { openDb } from '../db/open.ts'
import { currentGenerations } from '../house/house.ts'
import { openFiles } from '../house/open-files.ts'

const root = mkdtempSync(join(tmpdir(), 'chartroom-backup-'))
const config = prepareDataDir(readConfig(['--data', join(root, 'data'), '--no-examples'], {}), {})
let made: Awaited<ReturnType<typeof createContext>>

beforeAll(async () => {
  made = await createContext(config)
  made.ctx.jobs.startWorking()
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

test('backs up and restores under a running server, keeping the replaced state as a backup', async () => {
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

test('a backup is unaffected by damage to the files in use, and a restore repairs them', async () => {
  const folder = await writeBackup(config, { target: join(root, 'own files') })
  const [{ path } = { path: '' }] = await currentGenerations(made.ctx)
  const copy = readFileSync(join(folder, 'tables', basename(path)))
  appendFileSync(path, 'damage in place')
  expect(readFileSync(join(folder, 'tables', basename(path)))).toEqual(copy)
  await restoreBackup(config, folder)
  expect(readFileSync(path)).toEqual(copy)
})

test('a missing table file is reported and does not prevent a backup of the others', async () => {
  await openFiles(made.ctx, [put('lost.csv', 'a\n4\n')], refused)
  const lost = (await currentGenerations(made.ctx)).find(({ table }) => table === 'lost')?.path ?? ''
  const aside = join(root, 'aside.duckdb')
  renameSync(lost, aside)
  const warnings: string[] = []
  const folder = await writeBackup(config, { target: join(root, 'without one'), warn: (text) => warnings.push(text) })
  renameSync(aside, lost)
  expect(warnings).toEqual([`The table file ${basename(lost)} is missing and is not in this backup`])
  expect(readdirSync(join(folder, 'tables'))).not.toHaveLength(0)
  await restoreBackup(config, folder)
})

test('a backup restored on another machine includes its table files', async () => {
  const folder = await writeBackup(config, { target: join(root, 'elsewhere') })
  const other = prepareDataDir(readConfig(['--data', join(root, 'other')], {}), {})
  expect(await restoreBackup(other, folder)).toBeNull()
  expect(readdirSync(join(root, 'other/tables')).length).toBeGreaterThan(0)
})

test('a damaged store stops the start with the name of the newest backup, and can be restored', async () => {
  const place = { dataDir: join(root, 'damaged'), metadata: undefined }
  const whole = prepareDataDir(readConfig(['--data', place.dataDir], {}), {})
  await restoreBackup(whole, await writeBackup(config, { target: join(root, 'whole') }))
  await writeBackup(whole, { target: join(place.dataDir, 'backups', 'older') })
  const newest = await writeBackup(whole, { target: join(place.dataDir, 'backups', 'a-later-one') })
  writeFileSync(join(place.dataDir, 'metadata.sqlite'), 'no database at all'.repeat(500))
  await expect(openDb(place)).rejects.toThrow(`is damaged. Restore the newest backup ${newest} with: npm start -- restore --data`)
  expect(await restoreBackup(whole, newest)).toBeNull()
  const db = await openDb(place)
  expect((await db.selectFrom('datasets').select('table_name').execute()).length).toBeGreaterThan(0)
  await db.destroy()
  expect(readdirSync(place.dataDir).some((name) => name.startsWith('metadata.sqlite.damaged-'))).toBe(true)
})

test('the error for a damaged store says when there is no backup', async () => {
  const dataDir = join(root, 'alone')
  prepareDataDir(readConfig(['--data', dataDir], {}), {})
  writeFileSync(join(dataDir, 'metadata.sqlite'), 'no database at all'.repeat(500))
  await expect(openDb({ dataDir, metadata: undefined })).rejects.toThrow(/is damaged. There is no backup of it in /)
})

test('rejects a folder without a backup, and an incomplete backup', async () => {
  await expect(restoreBackup(config, root)).rejects.toThrow(/is not a backup/)
  const folder = await writeBackup(config, { target: join(root, 'broken') })
  rmSync(join(folder, 'tables'), { recursive: true })
  await expect(restoreBackup(config, folder)).rejects.toThrow(/The backup is incomplete/)
})
