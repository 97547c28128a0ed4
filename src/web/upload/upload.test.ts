import { describe, expect, test } from 'vitest'
import { kindOfType, typeChoices } from './column-types.ts'
import { columnWidths } from './column-widths.tsx'
import { splitLine } from './split-line.ts'
import { tableName } from './table-name.ts'

test.each([
  ['seattle-weather.csv', 'seattle_weather'],
  ['2024 Sales (final).xlsx', 't_2024_sales_final'],
  ['Größe & Gewicht.parquet', 'große_gewicht'],
  ['données.tar.gz', 'donnees'],
  ['.csv', 'upload'],
  ['売上.csv', '売上'],
])('%s makes the table %s', (file, table) => {
  expect(tableName(file)).toBe(table)
})

describe('fields of a line', () => {
  const comma = { delimiter: ',', quote: '"' }
  test.each([
    ['a,b,c', comma, ['a', 'b', 'c']],
    ['a,"b,c",d', comma, ['a', 'b,c', 'd']],
    ['"say ""hi""",x', comma, ['say "hi"', 'x']],
    [',,', comma, ['', '', '']],
    ['5 "inch",x', comma, ['5 "inch"', 'x']],
    ['a::b::c', { delimiter: '::', quote: '' }, ['a', 'b', 'c']],
  ])('%s', (line, dialect, fields) => {
    expect(splitLine(line, dialect)).toEqual(fields)
  })
})

test.each([
  ['BIGINT', 'number'],
  ['DECIMAL(18,3)', 'number'],
  ['VARCHAR', 'text'],
  ['TIMESTAMP WITH TIME ZONE', 'time'],
  ['DATE', 'time'],
  ['BOOLEAN', 'boolean'],
  ['STRUCT(a INTEGER)', 'text'],
])('%s is %s', (type, kind) => {
  expect(kindOfType(type)).toBe(kind)
})

test('a type of the file itself stays on offer', () => {
  expect(typeChoices('DECIMAL(18,3)').map(({ value }) => value)).toContain('DECIMAL(18,3)')
  expect(typeChoices('DATE').filter(({ value }) => value === 'DATE')).toHaveLength(1)
})

test('columns are as wide as what is in them, within bounds', () => {
  const column = (name: string, min = '', max = '') => ({ name, type: 'VARCHAR', min, max, nulls: 0 })
  const rows = [['x', 'a text of some twenty', 'x'.repeat(500)]]
  const [narrow = 0, middle = 0, wide = 0] = columnWidths({ columns: [column('a'), column('b'), column('c')], rows })
  expect(narrow).toBeLessThan(middle)
  expect(middle).toBeLessThan(wide)
  expect(wide).toBeLessThan(300)
})
