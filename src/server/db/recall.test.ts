import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openDb, type Db } from './open.ts'
import { recalled } from './recall.ts'

const folder = mkdtempSync(join(tmpdir(), 'chartroom-recall-'))
const metadata = join(folder, 'metadata.sqlite')
let db: Db
let reads = 0

const valueOf = recalled(async ({ db: store }: { db: Db }, key: string) => {
  reads++
  const row = await store.selectFrom('settings').selectAll().where('name', '=', key).executeTakeFirst()
  return row ? { value: row.value } : null
})
const write = (store: Db, name: string, value: string) =>
  store
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()

beforeAll(async () => {
  db = await openDb({ dataDir: folder, metadata })
})
beforeEach(async () => {
  await db.deleteFrom('settings').execute()
  await write(db, 'a', '1')
  reads = 0
})
afterAll(async () => {
  await db.destroy()
  rmSync(folder, { recursive: true })
})

test('what did not change is read once, also when many ask together', async () => {
  const answers = await Promise.all([valueOf({ db }, 'a'), valueOf({ db }, 'a'), valueOf({ db }, 'b')])
  expect(answers).toEqual([{ value: '1' }, { value: '1' }, null])
  expect(await valueOf({ db }, 'a')).toBe(answers[0])
  expect(reads).toBe(2)
})

test('a write is seen at once', async () => {
  await valueOf({ db }, 'a')
  await write(db, 'a', '2')
  expect(await valueOf({ db }, 'a')).toEqual({ value: '2' })
})

test('a write of another process is seen at once', async () => {
  await valueOf({ db }, 'a')
  const other = new DatabaseSync(metadata)
  other.exec("update settings set value = '3' where name = 'a'")
  other.close()
  expect(await valueOf({ db }, 'a')).toEqual({ value: '3' })
})

test('a transaction sees its own state, which nobody else remembers when it is taken back', async () => {
  await valueOf({ db }, 'a')
  const undone = db.transaction().execute(async (trx) => {
    await write(trx, 'a', '4')
    expect(await valueOf({ db: trx }, 'a')).toEqual({ value: '4' })
    throw new Error('taken back')
  })
  const meanwhile = valueOf({ db }, 'a')
  await expect(undone).rejects.toThrow('taken back')
  expect(await meanwhile).toEqual({ value: '1' })
  expect(await valueOf({ db }, 'a')).toEqual({ value: '1' })
})

test('what is shared cannot be changed', async () => {
  const known = await valueOf({ db }, 'a')
  expect(() => Object.assign(known ?? {}, { value: 'other' })).toThrow(TypeError)
})

test('a read that failed is not remembered', async () => {
  let fails = true
  const sometimes = recalled(async (_ctx: { db: Db }, key: string) => {
    if (fails) throw new Error('locked')
    return key
  })
  await expect(sometimes({ db }, 'a')).rejects.toThrow('locked')
  fails = false
  expect(await sometimes({ db }, 'a')).toBe('a')
})
