import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Column, Json } from '../table.ts'
import type { Frame } from './frame.ts'
import { TransformError } from './operation.ts'
import { resultOf } from './result.ts'
import { transform, type TransformStep } from './transform.ts'

type Recorded = {
  error?: string
  text_exact?: boolean
  columns?: unknown[]
  column_levels?: (string | null)[]
  index?: { names: (string | null)[]; values: unknown[][] }
  types?: string[]
  rows?: unknown[][]
  api?: { colnames: string[]; label_map: Record<string, string[]>; coltypes?: number[] }
}
type Vector = { id: string; input: string; post_processing: TransformStep[]; expect: Recorded; expect_3_0?: Recorded }
type Source = { columns: { name: string; type: 'num' | 'str' | 'time' | 'bool' }[]; rows: Json[][] }

const read = (path: string) => JSON.parse(readFileSync(new URL(`../../../test/conformance/${path}`, import.meta.url), 'utf8')) as never
const { frames, vectors } = read('post-processing.json') as { frames: Record<string, Source>; vectors: Vector[] }
const differences: Record<string, string> = (read('differences.json') as Record<string, Record<string, string>>)['post-processing'] ?? {}

const makers: Record<string, (name: string, cells: Json[]) => Column> = {
  num: (name, cells) => {
    const values = Float64Array.from(cells, (v) => (v === null ? NaN : Number(v)))
    return { name, type: cells.every((v) => Number.isInteger(v)) ? 'integer' : 'float', values }
  },
  str: (name, cells) => ({ name, type: 'string', values: cells as string[] }),
  time: (name, cells) => ({ name, type: 'timestamp', values: Float64Array.from(cells, (v) => (v === null ? NaN : Number(v))) }),
  bool: (name, cells) => ({ name, type: 'boolean', values: cells as boolean[] }),
}

const inputOf = ({ columns, rows }: Source) => ({
  rowCount: rows.length,
  columns: columns.map(
    ({ name, type }, i) =>
      makers[type]?.(
        name,
        rows.map((row) => row[i] ?? null),
      ) as Column,
  ),
})

const wireTypes: Record<Column['type'], string> = {
  integer: 'num',
  float: 'num',
  decimal: 'num',
  date: 'time',
  timestamp: 'time',
  instant: 'time',
  string: 'str',
  boolean: 'bool',
  json: 'list',
}

const typeOf = (column: Column) => (column.type === 'json' && !column.values.some(Array.isArray) ? 'str' : wireTypes[column.type])

const shown = (value: unknown): unknown => {
  if (typeof value === 'number' && Number.isNaN(value)) return null
  return value === Infinity ? { inf: 1 } : value === -Infinity ? { inf: -1 } : (value ?? null)
}

const answerOf = (frame: Frame): Recorded['api'] => {
  try {
    const { colnames, label_map, coltypes } = resultOf(frame)
    return { colnames, label_map, coltypes }
  } catch (error) {
    if (error instanceof TransformError) return undefined
    throw error
  }
}

const describe = (frame: Frame): Recorded => {
  const rows = Array.from({ length: frame.rowCount }, (_, row) => frame.columns.map(({ data }) => shown(data.values[row])))
  const flat = frame.levels.length === 1
  const api = answerOf(frame)
  return {
    columns: frame.columns.map(({ path }) => (flat ? path[0] : path)),
    ...(!flat && { column_levels: frame.levels.map(({ name }) => name) }),
    ...(frame.index.length && {
      index: {
        names: frame.index.map(({ name }) => name),
        values: Array.from({ length: frame.rowCount }, (_, row) => frame.index.map(({ data }) => shown(data.values[row]))),
      },
    }),
    types: frame.columns.map(({ data }) => typeOf(data)),
    rows,
    ...(api && { api }),
  }
}

const outcome = (vector: Vector): Recorded => {
  try {
    return describe(transform(inputOf(frames[vector.input] as Source), vector.post_processing))
  } catch (error) {
    if (error instanceof TransformError) return { error: error.reason }
    throw error
  }
}

const same = (got: unknown, want: unknown): boolean => {
  if (typeof got === 'number' && typeof want === 'number') return Math.abs(got - want) <= 1e-9 * Math.max(1, Math.abs(got), Math.abs(want))
  if (typeof got !== 'object' || typeof want !== 'object' || got === null || want === null) return got === want
  const [a, b] = [Object.entries(got), Object.entries(want)]
  return a.length === b.length && a.every(([key, value]) => key in want && same(value, (want as Record<string, unknown>)[key]))
}

/** The differences by part; empty when all is as recorded. The type of a column without a value is not looked at. */
const problems = (got: Recorded, want: Recorded): string[] => {
  if (want.error !== undefined) return got.error === undefined || (want.text_exact && got.error !== want.error) ? ['error'] : []
  if (got.error !== undefined) return ['error']
  const known = (i: number) => want.rows?.some((row) => row[i] !== null)
  const types = (list: string[] | undefined) => list?.map((type, i) => (known(i) ? type : null))
  const parts: [string, unknown, unknown][] = [
    ['columns', got.columns, want.columns],
    ['column_levels', got.column_levels, want.column_levels],
    [
      'index',
      got.index && { names: got.index.names, values: got.index.values },
      want.index && { names: want.index.names, values: want.index.values },
    ],
    ['types', types(got.types), types(want.types)],
    ['rows', got.rows, want.rows],
    ['colnames', got.api?.colnames, want.api?.colnames],
    ['label_map', got.api?.label_map, want.api?.label_map],
    ['coltypes', want.api?.coltypes && got.api?.coltypes, want.api?.coltypes],
  ]
  return parts.filter(([, a, b]) => !same(a, b)).map(([part]) => part)
}

const holds = (vector: Vector): boolean => {
  const got = outcome(vector)
  return problems(got, vector.expect).length === 0 || (vector.expect_3_0 !== undefined && problems(got, vector.expect_3_0).length === 0)
}

test('every vector holds or is a listed difference', () => {
  const failing = vectors.filter((vector) => !holds(vector)).map(({ id }) => id)
  expect(failing.sort()).toEqual(Object.keys(differences).sort())
})
