import { afterEach, describe, expect, test } from 'vitest'
import { translatorFor } from '#core/i18n/locales.ts'
import { provideTranslator } from '#core/i18n/t.ts'
import { kindOfType, rangeText, typeChoices, valueText } from './columns/column-types.ts'
import { dateFormats, timestampFormats } from '../../server/ingest/csv/column-types.ts'
import { columnWidths } from './columns/column-widths.tsx'
import { splitLine } from './lines/split-line.ts'
import { tableName } from './table-name.ts'
import { formatChoices } from './columns/time-formats.ts'

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

test('the type of the file itself is still offered', () => {
  expect(typeChoices('DECIMAL(18,3)').map(({ value }) => value)).toContain('DECIMAL(18,3)')
  expect(typeChoices('DATE').filter(({ value }) => value === 'DATE')).toHaveLength(1)
})

describe('formats to choose from', () => {
  const choices = (type: string, format?: string) => formatChoices({ name: 'day', type, ...(format && { format }) })
  const labelOf = (type: string, format: string) => choices(type, format).find(({ value }) => value === format)?.label
  test.each([
    ['DATE', '%d/%m/%Y', 'DD/MM/YYYY'],
    ['TIMESTAMP', '%d.%m.%Y %H:%M', 'DD.MM.YYYY HH:MM'],
    ['TIMESTAMP', '%d.%m.%Y', 'DD.MM.YYYY'],
    ['DATE', '', 'ISO 8601'],
    ['DATE', '%Y week %U', '%Y week %U'],
  ])('%s written %s', (type, format, label) => {
    expect(labelOf(type, format)).toBe(label)
  })

  test.each(['VARCHAR', 'BIGINT', 'TIMESTAMP WITH TIME ZONE'])('none for %s', (type) => {
    expect(choices(type, '%d/%m/%Y')).toEqual([])
  })

  test('every format that the server detects has a name', () => {
    for (const format of dateFormats) expect(labelOf('DATE', format)).not.toContain('%')
    for (const format of timestampFormats) expect(labelOf('TIMESTAMP', format)).not.toContain('%')
  })
})

test('columns are as wide as their content, within bounds', () => {
  const column = (name: string, min = '', max = '') => ({ name, type: 'VARCHAR', min, max, nulls: 0 })
  const rows = [['x', 'a text of some twenty', 'x'.repeat(500)]]
  const [narrow = 0, middle = 0, wide = 0] = columnWidths({ columns: [column('a'), column('b'), column('c')], rows })
  expect(narrow).toBeLessThan(middle)
  expect(middle).toBeLessThan(wide)
  expect(wide).toBeLessThan(300)
})

describe("values are formatted for the reader's language", () => {
  afterEach(() => provideTranslator(() => undefined))
  const written = () => [
    valueText('DATE', '2024-02-01'),
    valueText('TIMESTAMP', '2024-02-01 10:30:00'),
    valueText('DOUBLE', '-1234.5'),
    valueText('VARCHAR', '1.5'),
    rangeText({ name: 'd', type: 'TIMESTAMP', min: '2024-02-01 10:30:00', max: '2024-03-28 00:00:00', nulls: 0 }),
    rangeText({ name: 'x', type: 'DOUBLE', min: '0.5', max: '55.9', nulls: 0 }),
  ]

  test('in English as they are stored', () => {
    expect(written()).toEqual(['2024-02-01', '2024-02-01 10:30:00', '-1234.5', '1.5', '2024-02-01–2024-03-28', '0.5–55.9'])
  })

  test('in German with its days and decimals', async () => {
    const german = await translatorFor('de')
    provideTranslator(() => german)
    expect(written()).toEqual(['01.02.2024', '01.02.2024 10:30:00', '-1234,5', '1.5', '01.02.2024–28.03.2024', '0,5–55,9'])
  })
})
