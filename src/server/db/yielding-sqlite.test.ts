import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSqliteStore } from './sqlite.ts'

const directory = mkdtempSync(join(tmpdir(), 'chartroom-yielding-'))
const db = new Kysely<{ texts: { text: string } }>({ dialect: openSqliteStore(join(directory, 'store.sqlite')).dialect })

beforeAll(() => db.schema.createTable('texts').addColumn('text', 'text').execute())
afterAll(async () => {
  await db.destroy()
  rmSync(directory, { recursive: true })
})

/** How often the event loop turned while the work ran. */
const turnsDuring = async (work: () => Promise<unknown>): Promise<number> => {
  let turns = 0
  let isRunning = true
  const turn = () => {
    turns++
    if (isRunning) setImmediate(turn)
  }
  setImmediate(turn)
  await work()
  isRunning = false
  return turns
}

const countTo = (n: number) =>
  sql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${n}) select max(n) from numbers`.execute(db)

test('each slow statement of a transaction is followed by a turn of the event loop', async () => {
  const large = 'x'.repeat(8_000_000)
  const turns = await turnsDuring(() =>
    db.transaction().execute(async (trx) => {
      for (let i = 0; i < 4; i++) await trx.insertInto('texts').values({ text: large }).execute()
    }),
  )
  expect(turns).toBeGreaterThan(1)
  expect(await db.selectFrom('texts').select(db.fn.countAll().as('count')).executeTakeFirst()).toEqual({ count: 4 })
})

test('others run between slow reads', async () => {
  const turns = await turnsDuring(async () => {
    for (let i = 0; i < 3; i++) await countTo(1_000_000)
  })
  expect(turns).toBeGreaterThanOrEqual(3)
})

test('a transaction that fails after it yielded is rolled back whole', async () => {
  const failing = db.transaction().execute(async (trx) => {
    await trx
      .insertInto('texts')
      .values({ text: 'y'.repeat(8_000_000) })
      .execute()
    throw new Error('stop')
  })
  await expect(failing).rejects.toThrow('stop')
  expect(await db.selectFrom('texts').select('text').where('text', 'like', 'y%').execute()).toEqual([])
})
