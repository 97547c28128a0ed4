import { DuckDBConnection } from '@duckdb/node-api'
import { afterEach, expect, test, vi } from 'vitest'
import { load, previewFile, put } from '../fixture.ts'
import type { FileColumn, ReadOptions } from '../task.ts'

afterEach(() => vi.restoreAllMocks())

const values = ['12', '1.5', '2024-01-31', '31.01.2024', '01/02/2024', '31/12/2024 10:30', 'true', 'word', '1,234', '2 Jan 24']
const wide = (columns: number, rows: number) => {
  const line = (value: (column: number) => string) => Array.from({ length: columns }, (_, column) => value(column)).join(';')
  return `${[line((column) => `c${column}`), ...Array.from({ length: rows }, () => line((column) => values[column % values.length] ?? ''))].join('\n')}\n`
}
const chosen = (columns: number): FileColumn[] =>
  Array.from({ length: columns }, (_, column) => ({ name: `c${column}`, type: column % 2 ? 'TIMESTAMP' : 'DATE' }))

type How = { rows: number; options?: ReadOptions; columns?: (columns: number) => FileColumn[] }

test.each<[string, How]>([
  ['as found, with more rows than are tried first', { rows: 201 }],
  ['for a program', { rows: 20, options: { strict: true } }],
  ['with empty cells for values that do not fit', { rows: 20, options: { misfits: 'blank' }, columns: chosen }],
])('ten times as many columns take as many statements: %s', async (_how, { rows, options = {}, columns }) => {
  const statements = vi.spyOn(DuckDBConnection.prototype, 'run')
  const count = async (width: number) => {
    statements.mockClear()
    const file = wide(width, rows)
    const more = { options, ...(columns && { columns: columns(width) }) }
    await previewFile({ path: put('wide.csv', file), name: 'wide.csv', ...more })
    await load('wide.csv', file, more)
    return statements.mock.calls.length
  }
  const few = await count(20)
  expect(few).toBeGreaterThan(5)
  expect(await count(200)).toBe(few)
})
