import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAutosave, type SaveState } from './autosave.ts'
import { lastStatement, statementAt } from './statement-at.ts'
import { tabForm } from './tab-form.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type Patch = { sql?: string; label?: string }

test('a change is sent within a second, while typing goes on', async () => {
  const sent: Patch[] = []
  const autosave = createAutosave<Patch>(
    async (patch) => void sent.push(patch),
    () => {},
  )
  for (let i = 1; i <= 10; i++) {
    autosave.change({ sql: 'x'.repeat(i) })
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(sent.length).toBeGreaterThanOrEqual(2)
  await vi.advanceTimersByTimeAsync(1000)
  expect(sent.at(-1)).toEqual({ sql: 'x'.repeat(10) })
})

test('requests follow each other, so that an older text never replaces a newer one', async () => {
  const answers: (() => void)[] = []
  const sent: Patch[] = []
  const autosave = createAutosave<Patch>(
    (patch) => {
      sent.push(patch)
      return new Promise<void>((resolve) => answers.push(resolve))
    },
    () => {},
  )
  autosave.change({ sql: 'a' })
  await vi.advanceTimersByTimeAsync(1000)
  autosave.change({ sql: 'ab' })
  await vi.advanceTimersByTimeAsync(1000)
  expect(sent).toEqual([{ sql: 'a' }])
  answers[0]?.()
  await vi.advanceTimersByTimeAsync(1000)
  expect(sent).toEqual([{ sql: 'a' }, { sql: 'ab' }])
})

test('a flush is done when all has been sent, with what was changed while something was on its way', async () => {
  const sent: Patch[] = []
  const autosave = createAutosave<Patch>(
    async (patch) => {
      await new Promise((resolve) => setTimeout(resolve, 100))
      sent.push(patch)
    },
    () => {},
  )
  autosave.change({ sql: 'a' })
  void autosave.flush()
  autosave.change({ sql: 'ab' })
  const flushed = Promise.all([autosave.flush(), autosave.flush()]).then(() => [...sent])
  await vi.advanceTimersByTimeAsync(1000)
  expect(await flushed).toEqual([{ sql: 'a' }, { sql: 'ab' }])
})

test('changes that could not be sent are retried, and do not override later ones', async () => {
  const states: SaveState[] = []
  const sent: Patch[] = []
  let isOffline = true
  const autosave = createAutosave<Patch>(
    async (patch) => {
      if (isOffline) throw new Error('offline')
      sent.push(patch)
    },
    (state) => states.push(state),
  )
  autosave.change({ sql: 'a', label: 'Kept' })
  await vi.advanceTimersByTimeAsync(1000)
  expect(states.at(-1)).toBe('failed')
  isOffline = false
  autosave.change({ sql: 'ab' })
  await vi.advanceTimersByTimeAsync(5000)
  expect([sent, states.at(-1)]).toEqual([[{ sql: 'ab', label: 'Kept' }], 'saved'])
})

const script = "SELECT 1; -- one; more\nSELECT ';' AS x;\n\n  SELECT 3"

test.each([
  [0, 'SELECT 1'],
  [9, 'SELECT 1'],
  [script.indexOf("';'"), "-- one; more\nSELECT ';' AS x"],
  [script.length, 'SELECT 3'],
  [script.indexOf('\n\n') + 1, "-- one; more\nSELECT ';' AS x"],
])('the statement at %i', (cursor, statement) => expect(statementAt(script, cursor, 'duckdb')).toBe(statement))

test.each([
  ['', ''],
  ["SELECT 'open; SELECT 2", "SELECT 'open; SELECT 2"],
  ['SELECT 1;\n', 'SELECT 1'],
])('of %j the statement at its end is %j', (text, statement) => expect(statementAt(text, text.length, 'duckdb')).toBe(statement))

test('every field of a form is JSON', () => {
  expect(Object.fromEntries(tabForm({ sql: 'SELECT "x"', schema: null, query_limit: 10 }))).toEqual({
    sql: '"SELECT \\"x\\""',
    schema: 'null',
    query_limit: '10',
  })
})

test.each([
  [script, 'SELECT 3'],
  ['SELECT 1;\n-- the end', 'SELECT 1'],
  ['', ''],
])('the last statement of %j', (text, statement) => expect(lastStatement(text, 'duckdb')).toBe(statement))
