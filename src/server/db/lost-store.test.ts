import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newestBackup, restoreBackup, writeBackup } from '../data-directory/backup.ts'
import { prepareDataDir, readConfig, type Config } from '../start/config.ts'
import { createContext } from '../start/create-context.ts'
import { currentGenerations } from '../house/house.ts'
import { openFiles } from '../house/open-files.ts'
import { keyFile } from '../secrets/secret-keys.ts'

const root = mkdtempSync(join(tmpdir(), 'chartroom-lost-'))
const prepared = (dataDir: string, ...flags: string[]) => prepareDataDir(readConfig(['--data', dataDir, '--no-examples', ...flags], {}), {})

/** Every file below the folder except the lock, with its bytes. */
const contents = (folder: string) =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== 'lock')
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path, readFileSync(path).toString('base64')]),
  )

const whole = join(root, 'whole')
const tables = async (config: Config) => {
  const { ctx, close } = await createContext(config)
  const found = (await currentGenerations(ctx)).map(({ table, path }) => [table, existsSync(path)])
  await close()
  return found
}

beforeAll(async () => {
  const { ctx, close } = await createContext(prepared(whole))
  ctx.jobs.startWorking()
  writeFileSync(join(root, 'kept.csv'), 'a\n1\n')
  await openFiles(ctx, [join(root, 'kept.csv')], (file, reason) => {
    throw new Error(`${file}: ${reason}`)
  })
  await close()
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

const copyOfWhole = (name: string) => {
  const dataDir = join(root, name)
  cpSync(whole, dataDir, { recursive: true })
  return { dataDir, metadata: join(dataDir, 'metadata.sqlite') }
}

describe('beside uploaded tables', () => {
  const losses: [string, (metadata: string) => void, RegExp][] = [
    ['removed', (metadata) => rmSync(metadata), /is missing, but/],
    [
      'removed without its log',
      (metadata) => {
        rmSync(metadata)
        writeFileSync(`${metadata}-wal`, 'a log of the file that is gone')
      },
      /is missing, but/,
    ],
    ['emptied', (metadata) => truncateSync(metadata), /is empty, but/],
    ['cut', (metadata) => truncateSync(metadata, 8192), /is damaged/],
    ['cut within its head', (metadata) => truncateSync(metadata, 50), /is damaged/],
    ['overwritten with zeros', (metadata) => writeFileSync(metadata, new Uint8Array(65_536)), /is damaged/],
    [
      'a database without tables',
      (metadata) => {
        rmSync(metadata)
        new DatabaseSync(metadata).exec('vacuum')
      },
      /is empty, but/,
    ],
  ]
  test.each(losses)('metadata that is %s stops the start, leaves all files alone, and can be restored', async (name, lose, fault) => {
    const { dataDir, metadata } = copyOfWhole(name)
    await writeBackup(prepared(dataDir))
    lose(metadata)
    const before = contents(dataDir)
    const config = prepared(dataDir)
    const start = createContext(config)
    await expect(start).rejects.toThrow(fault)
    await expect(start).rejects.toThrow(`npm start -- restore --data ${dataDir}`)
    const after = contents(dataDir)
    for (const path of [metadata, `${metadata}-wal`, `${metadata}-shm`]) for (const files of [before, after]) files.delete(path)
    expect(after).toEqual(before)

    await restoreBackup(config, newestBackup(config) ?? '')
    expect(await tables(prepared(dataDir))).toEqual([['kept', true]])
  })

  test('a --metadata that does not exist stops the start, and no store is created there', async () => {
    const { dataDir } = copyOfWhole('elsewhere')
    const other = join(root, 'typo.sqlite')
    await expect(createContext(prepared(dataDir, '--metadata', other))).rejects.toThrow(
      /holds uploaded tables and a secret key\. Nothing was changed\..*\n.*name it with --metadata/,
    )
    expect(existsSync(other)).toBe(false)
    expect(await tables(prepared(dataDir))).toEqual([['kept', true]])
  })

  const server = process.env['CHARTROOM_TEST_POSTGRES']
  test.runIf(server)('an empty Postgres database stops the start and stays empty', async () => {
    const { dataDir } = copyOfWhole('postgres')
    const { Client } = await import('pg')
    const admin = new Client({ connectionString: `${server}/postgres` })
    await admin.connect()
    await admin.query('create database mistaken')
    await expect(createContext(prepared(dataDir, '--metadata', `${server}/mistaken`))).rejects.toThrow(
      /Postgres database of --metadata is empty, but .* Restore it with pg_restore/,
    )
    await admin.end()
    const client = new Client({ connectionString: `${server}/mistaken` })
    await client.connect()
    const { rows } = await client.query("select tablename from pg_tables where schemaname = 'public'")
    await client.end()
    expect(rows).toEqual([])
    expect(await tables(prepared(dataDir))).toEqual([['kept', true]])
  })

  test("starting with another installation's metadata moves the tables to the bin", async () => {
    const { dataDir } = copyOfWhole('mixed')
    const { close } = await createContext(prepared(join(root, 'another')))
    await close()
    await (await createContext(prepared(dataDir, '--metadata', join(root, 'another', 'metadata.sqlite')))).close()
    expect(readdirSync(join(dataDir, 'bin'))).toEqual(readdirSync(join(whole, 'tables')))
  })
})

test.each([
  ['nothing', () => {}],
  ['the lock of a failed start', (dataDir: string) => writeFileSync(join(dataDir, 'lock'), '')],
  [
    'an empty folder for tables',
    (dataDir: string) => cpSync(mkdtempSync(join(root, 'empty-')), join(dataDir, 'tables'), { recursive: true }),
  ],
])('a directory with %s counts as fresh', async (name, fill) => {
  const dataDir = mkdtempSync(join(root, 'fresh-'))
  fill(dataDir)
  expect(await tables(prepared(dataDir)), name).toEqual([])
  expect(existsSync(keyFile(dataDir))).toBe(true)
})

test('a failed first start leaves no key behind, which the next start would take for lost data', async () => {
  const dataDir = join(root, 'unreachable')
  await expect(createContext(prepared(dataDir, '--metadata', 'postgresql://127.0.0.1:1/none'))).rejects.toThrow(/cannot be reached/)
  expect(await tables(prepared(dataDir))).toEqual([])
})

test('a key without metadata stops the start too', async () => {
  const { dataDir, metadata } = copyOfWhole('key alone')
  rmSync(metadata)
  rmSync(join(dataDir, 'tables'), { recursive: true })
  await expect(createContext(prepared(dataDir))).rejects.toThrow(/holds a secret key\. .*There is no backup of it/)
})

test('encrypted passwords without their key stop the start until the key is back', async () => {
  const { dataDir, metadata } = copyOfWhole('keyless')
  const store = new DatabaseSync(metadata)
  store.exec("update databases set secrets = 'sealed'")
  store.close()
  cpSync(keyFile(dataDir), join(root, 'key'))
  rmSync(keyFile(dataDir))
  await expect(createContext(prepared(dataDir))).rejects.toThrow(/secret\.key is missing, but the passwords of connections are encrypted/)
  expect(existsSync(keyFile(dataDir))).toBe(false)
  cpSync(join(root, 'key'), keyFile(dataDir))
  expect(await tables(prepared(dataDir))).toEqual([['kept', true]])
})
