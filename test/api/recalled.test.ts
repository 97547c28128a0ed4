import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDb, type Db } from '../../src/server/db/open.ts'
import { cachedUntilChange } from '../../src/server/db/cached-until-change.ts'
import { startPostgres, type TestServer } from '../engines/servers.ts'

const folder = mkdtempSync(join(tmpdir(), 'chartroom-recalled-'))
let postgres: TestServer

beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(async () => {
  await postgres?.stop()
  rmSync(folder, { recursive: true })
})

let reads = 0
const valueOf = cachedUntilChange(async ({ db }: { db: Db }, key: string) => {
  reads++
  const row = await db.selectFrom('settings').selectAll().where('name', '=', key).executeTakeFirst()
  return row ? { value: row.value } : null
})

const write = (db: Db, name: string, value: string) =>
  db
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()

const metadataOf: Record<string, () => string> = {
  SQLite: () => join(folder, 'metadata.sqlite'),
  Postgres: () => {
    const { username, password, host, port, database } = postgres.parameters
    return `postgresql://${username}:${password}@${host}:${port}/${database}`
  },
}

test('a store in Postgres outlives the loss of its idle connections', async () => {
  const db = await openDb({ dataDir: folder, metadata: metadataOf['Postgres']?.() ?? '' })
  const other = await openDb({ dataDir: folder, metadata: metadataOf['Postgres']?.() ?? '' })
  await write(db, 'a', '1')
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'`.execute(
    other,
  )
  await expect.poll(() => valueOf({ db }, 'a').catch(() => null)).toEqual({ value: '1' })
  await Promise.all([db.destroy(), other.destroy()])
})

describe.each(Object.keys(metadataOf))('what is remembered of a store in %s', (store) => {
  let db: Db
  /** Another process, as far as the store can tell. */
  let other: Db

  beforeAll(async () => {
    const metadata = metadataOf[store]?.() ?? ''
    db = await openDb({ dataDir: folder, metadata })
    other = await openDb({ dataDir: folder, metadata })
  })
  beforeEach(async () => {
    await db.deleteFrom('settings').execute()
    await write(db, 'a', '1')
    reads = 0
  })
  afterAll(() => Promise.all([db.destroy(), other.destroy()]))

  test('is read once while nothing changes, also by concurrent readers', async () => {
    const answers = await Promise.all([valueOf({ db }, 'a'), valueOf({ db }, 'a'), valueOf({ db }, 'b')])
    expect(answers).toEqual([{ value: '1' }, { value: '1' }, null])
    expect(await valueOf({ db }, 'a')).toBe(answers[0])
    expect(reads).toBe(2)
  })

  test('follows a write at once, by this process or by another', async () => {
    await valueOf({ db }, 'a')
    await write(db, 'a', '2')
    expect(await valueOf({ db }, 'a')).toEqual({ value: '2' })
    await write(other, 'a', '3')
    expect(await valueOf({ db }, 'a')).toEqual({ value: '3' })
  })

  test('is updated when a transaction commits, not before, and not by a rollback', async () => {
    await valueOf({ db }, 'a')
    const written = Promise.withResolvers<void>()
    const done = Promise.withResolvers<void>()
    const undone = other.transaction().execute(async (trx) => {
      await write(trx, 'a', '4')
      expect(await valueOf({ db: trx }, 'a')).toEqual({ value: '4' })
      written.resolve()
      await done.promise
      throw new Error('taken back')
    })
    await written.promise
    expect(await valueOf({ db }, 'a')).toEqual({ value: '1' })
    done.resolve()
    await expect(undone).rejects.toThrow('taken back')
    expect(await valueOf({ db }, 'a')).toEqual({ value: '1' })
    await other.transaction().execute((trx) => write(trx, 'a', '5'))
    expect(await valueOf({ db }, 'a')).toEqual({ value: '5' })
  })

  test('cannot be changed', async () => {
    const known = await valueOf({ db }, 'a')
    expect(() => Object.assign(known ?? {}, { value: 'other' })).toThrow(TypeError)
  })

  test('does not cache a failed read', async () => {
    let fails = true
    const sometimes = cachedUntilChange(async (_ctx: { db: Db }, key: string) => {
      if (fails) throw new Error('locked')
      return key
    })
    await expect(sometimes({ db }, 'a')).rejects.toThrow('locked')
    fails = false
    expect(await sometimes({ db }, 'a')).toBe('a')
  })

  test('is kept by requests that write nothing', async () => {
    await valueOf({ db }, 'a')
    await sql`select count(*) from settings`.execute(other)
    await valueOf({ db }, 'a')
    expect(reads).toBe(1)
  })
})
