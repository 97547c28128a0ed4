import { expect, it } from 'vitest'
import type { Comparison, WrittenValue } from '#core/sql/foreign/needs.ts'
import { mysqlDialect } from '../../mysql/dialect.ts'
import { postgresDialect } from '../../postgres/dialect.ts'
import { sqliteDialect } from '../../sqlite/dialect.ts'
import { fetchSql } from './fetch-sql.ts'

const column = (name: string, type: string) => ({ name, type, nullable: true })
const table = {
  schema: 'public',
  table: 'orders',
  columns: [
    column('Id', 'integer'),
    column('note', 'text'),
    column('total', 'numeric(10,2)'),
    column('weight', 'double precision'),
    column('day', 'date'),
    column('at', 'timestamp without time zone'),
    column('seen', 'timestamp with time zone'),
    column('paid', 'boolean'),
  ],
}
const value = (type: WrittenValue['type'], text: string): WrittenValue => ({ type, value: text })
const compare = (name: string, op: '=' | '<' | '>=' | 'IN', ...values: WrittenValue[]): Comparison => ({ column: name, op, values })

const whereOf = (sql: string) => sql.split('\nWHERE ')[1] ?? null

it('only the columns that are named are fetched, whatever their case', () => {
  expect(fetchSql(table, { names: ['id', 'note', 'x'], comparisons: [] }, postgresDialect)).toBe(
    'SELECT "Id", "note"\nFROM "public"."orders"',
  )
})

it('one column is fetched where none is named, and all where it is not known which', () => {
  expect(fetchSql(table, { names: [], comparisons: [] }, mysqlDialect)).toBe('SELECT `Id`\nFROM `public`.`orders`')
  expect(fetchSql(table, { names: null, comparisons: [] }, postgresDialect)).toContain('"Id", "note", "total", "weight", "day"')
})

it('of names that differ in case only the first is fetched', () => {
  const columns = [column('id', 'integer'), column('ID', 'text')]
  expect(fetchSql({ ...table, columns }, { names: null, comparisons: [] }, postgresDialect)).toBe('SELECT "id"\nFROM "public"."orders"')
})

it.each([
  ['numbers', compare('id', 'IN', value('number', '1'), value('number', '-2')), '"Id" IN (1, -2)'],
  ['exact fractions', compare('total', '<', value('number', '10.5')), '"total" < 10.5'],
  ['whole numbers with floats', compare('weight', '>=', value('number', '3')), '"weight" >= 3'],
  ['no fractions with floats', compare('weight', '=', value('number', '0.1')), null],
  ['equal texts', compare('note', '=', value('string', "it's")), `"note" = 'it''s'`],
  ['no order of texts, which is up to a collation', compare('note', '<', value('string', 'm')), null],
  ['days', compare('day', '>=', value('string', '2024-01-31')), `"day" >= DATE '2024-01-31'`],
  ['no texts with numbers', compare('id', '=', value('string', '1')), null],
  ['no words as days', compare('day', '=', value('string', 'today')), null],
  ['no points in time, which depend on a zone', compare('seen', '>=', value('string', '2024-01-31')), null],
  ['nothing of another table', compare('other', '=', value('number', '1')), null],
  ['values that are there', { column: 'note', op: 'IS NOT NULL' as const }, '"note" IS NOT NULL'],
])('it compares %s', (_what, comparison, where) => {
  expect(whereOf(fetchSql(table, { names: null, comparisons: [comparison] }, postgresDialect))).toBe(where)
})

it('times and truth are compared by engines that store them as such', () => {
  const comparisons = [compare('at', '>=', value('string', '2024-01-31 10:00:00')), compare('paid', '=', value('boolean', 'true'))]
  expect(whereOf(fetchSql(table, { names: null, comparisons }, postgresDialect))).toMatch(
    /"at" >= .*2024-01-31.10:00:00.* AND "paid" = true/i,
  )
  expect(whereOf(fetchSql(table, { names: null, comparisons }, sqliteDialect))).toBeNull()
})
