import { expect, test } from 'vitest'
import type { ColumnMask } from '#core/access/column-rules.ts'
import { clickhouseDialect } from '../clickhouse/dialect.ts'
import { postgresDialect } from '../postgres/dialect.ts'
import { sqliteDialect } from '../sqlite/dialect.ts'
import type { Dialect } from '../dialect.ts'
import type { Dataset, DatasetColumn } from './dataset.ts'
import { canMask, maskedColumns, maskedDataset } from './masks.ts'

const column = (column_name: string, changes: Partial<DatasetColumn> = {}): DatasetColumn => ({
  column_name,
  verbose_name: null,
  type: 'TEXT',
  is_dttm: false,
  expression: null,
  python_date_format: null,
  ...changes,
})

const dataset: Dataset = {
  id: 1,
  uuid: '',
  catalog: null,
  schema: null,
  table_name: 'people',
  sql: null,
  columns: [column('name'), column('born', { type: 'DATE', is_dttm: true }), column('initial', { expression: 'left(name, 1)' })],
  metrics: [],
  main_dttm_col: 'born',
  always_filter_main_dttm: false,
  fetch_values_predicate: null,
  offset: 0,
}

test.each<[what: string, isPossible: boolean, dialect: Dialect, column: { mask: ColumnMask; type: string | null }]>([
  ['a hash in Postgres', true, postgresDialect, { mask: 'hash', type: 'TEXT' }],
  ['a hash in SQLite, which has none', false, sqliteDialect, { mask: 'hash', type: 'TEXT' }],
  ['the last four characters of a number', true, sqliteDialect, { mask: 'last_four', type: 'INTEGER' }],
  ['the year of a time', true, clickhouseDialect, { mask: 'year', type: 'DateTime' }],
  ['the year of a text', false, postgresDialect, { mask: 'year', type: 'TEXT' }],
  ['the year of an unknown type', false, postgresDialect, { mask: 'year', type: null }],
  ['hiding anything', true, sqliteDialect, { mask: 'hidden', type: null }],
])('%s', (_what, isPossible, dialect, { mask, type }) => {
  expect(canMask(dialect, { column_name: 'x', type }, mask)).toBe(isPossible)
})

test('what cannot be masked is null, what is hidden is left out', () => {
  const columns = [column('a'), column('b'), column('c')]
  const masks = new Map<string, ColumnMask>([
    ['a', 'hash'],
    ['b', 'hidden'],
  ])
  expect(maskedColumns(sqliteDialect, columns, masks)).toEqual([
    { sql: 'NULL', name: 'a' },
    { sql: '"c"', name: 'c' },
  ])
})

test('a source whose columns are all hidden still has rows', () => {
  expect(maskedColumns(postgresDialect, [column('a')], new Map([['a', 'hidden']]))).toEqual([{ sql: 'NULL', name: 'NULL' }])
})

test.each<[what: string, masks: [string, ColumnMask][], columns: Record<string, string | null>, main: string | null]>([
  ['nothing is masked', [], { name: 'TEXT', born: 'DATE', initial: 'TEXT' }, 'born'],
  ['a hidden main time column', [['born', 'hidden']], { name: 'TEXT', initial: 'TEXT' }, null],
  ['a hashed time is a text', [['born', 'hash']], { name: 'TEXT', born: 'VARCHAR', initial: 'TEXT' }, 'born'],
  ['a year stays a time', [['born', 'year']], { name: 'TEXT', born: 'DATE', initial: 'TEXT' }, 'born'],
  ['a mask of what is now calculated hides it', [['initial', 'hash']], { name: 'TEXT', born: 'DATE' }, 'born'],
])('%s', (_what, masks, columns, main) => {
  const masked = maskedDataset(dataset, new Map(masks))
  expect(Object.fromEntries(masked.columns.map(({ column_name, type }) => [column_name, type]))).toEqual(columns)
  expect(masked.main_dttm_col).toBe(main)
})
