import { beforeAll, describe, expect, test } from 'vitest'
import { load, previewFile, put, readable } from '../fixture.ts'
import type { Preview, ReadOptions } from '../task.ts'

const rows = 40
/** A column that starts with the given values. */
const column = (first: string[], value: (row: number) => string) => Array.from({ length: rows }, (_, row) => first[row] ?? value(row))

const dayOf = (row: number) => String(1 + (row % 28)).padStart(2, '0')

const cases: [name: string, values: string[], type: string, strictType: string][] = [
  ['whole numbers but for two', column(['n/a', 'unknown'], String), 'BIGINT', 'VARCHAR'],
  ['whole numbers but for three', column(['n/a', 'unknown', '?'], String), 'VARCHAR', 'VARCHAR'],
  ['fractions but for one', column(['see note'], (row) => `${row}.5`), 'DOUBLE', 'VARCHAR'],
  ['a fraction and a word among whole numbers', column(['1.5', 'x'], String), 'DOUBLE', 'VARCHAR'],
  ['a fraction among whole numbers', column(['1.5'], String), 'DOUBLE', 'DOUBLE'],
  ['numbers between spaces', column([], (row) => ` ${row} `), 'BIGINT', 'BIGINT'],
  ['a code with leading zeros among numbers', column(['007'], String), 'VARCHAR', 'VARCHAR'],
  ['such a code with a fraction', column(['007.5'], (row) => `${row}.5`), 'VARCHAR', 'VARCHAR'],
  ['nothing but gaps and one word', column(['x', ...Array.from({ length: 35 }, () => '')], String), 'VARCHAR', 'VARCHAR'],
  ['ISO dates but for one', column(['soon'], (row) => `2024-01-${dayOf(row)}`), 'DATE', 'VARCHAR'],
  ['dates in a format but for one', column(['soon'], (row) => `${dayOf(row)}.01.2024`), 'DATE %d.%m.%Y', 'VARCHAR'],
  ['times but for one', column(['later'], (row) => `${dayOf(row)}/01/2024 10:30`), 'TIMESTAMP %d/%m/%Y %H:%M', 'VARCHAR'],
  ['true or false but for one', column(['maybe'], (row) => String(row % 2 === 0)), 'BOOLEAN', 'VARCHAR'],
  ['words and a number', column(['1'], (row) => `word ${row}`), 'VARCHAR', 'VARCHAR'],
]

const text = [cases.map(([name]) => name), ...Array.from({ length: rows }, (_, row) => cases.map(([, values]) => values[row]))]
  .map((fields) => fields.join(';'))
  .join('\n')

describe.each<[string, ReadOptions, number]>([
  ['a file of a person', {}, 2],
  ['a file that nobody looks at', { strict: true }, 3],
])('%s', (_who, options, expected) => {
  let found: Preview
  beforeAll(async () => {
    found = await previewFile({ path: put('nearly.csv', text), name: 'nearly.csv', options: { ...options, header: true } })
  })
  test.each(cases.map((entry, i): [string, string, number] => [entry[0], entry[expected] as string, i]))('%s: %s', (_name, type, i) => {
    const { type: own, format } = found.columns[i] ?? {}
    expect([own, format].filter(Boolean).join(' ')).toBe(type)
  })
})

test('reports the type of most values of a text column, unless they are few or codes', async () => {
  const lines = Array.from(
    { length: 20 },
    (_, i) => `${i < 3 ? 'none' : i}.5;${i < 12 ? 'word' : i};${i < 3 ? '007' : i};${i < 13 ? '' : i === 13 ? 'x' : i}`,
  )
  const { columns } = await previewFile({ path: put('most.csv', `a;b;c;d\n${lines.join('\n')}\n`), name: 'most.csv', options: {} })
  expect(columns.map(({ type, mostly }) => [type, mostly])).toEqual([
    ['VARCHAR', { type: 'DOUBLE', misfits: 3, values: 20 }],
    ['VARCHAR', undefined],
    ['VARCHAR', undefined],
    ['VARCHAR', undefined],
  ])
})

test('a few words among numbers reject their lines, in preview and load', async () => {
  const lines = Array.from({ length: 60 }, (_, i) => (i === 10 ? 'r10,"1 200 EUR"' : i === 30 ? 'r30,n/a' : `r${i},${i}`))
  const file = `region,amount\n${lines.join('\n')}\n`
  const misfits = [
    { line: 12, text: 'r10,"1 200 EUR"', reason: '“1 200 EUR” in amount is not a whole number' },
    { line: 32, text: 'r30,n/a', reason: '“n/a” in amount is not a whole number' },
  ]
  const preview = await previewFile({ path: put('few.csv', file), name: 'few.csv', options: {} })
  expect([preview.sampled, preview.rejected.first.map(readable)]).toEqual([58, misfits])
  expect(preview.rejected.columns).toEqual([{ name: 'amount', lines: 2 }])
  const loaded = await load('few.csv', file)
  expect([loaded.rows.length, loaded.rejected]).toEqual([58, misfits])
  const blanked = await load('few.csv', file, { options: { misfits: 'blank' } })
  expect([blanked.rows.length, blanked.rejected, blanked.blanked]).toEqual([60, [], [{ column: 'amount', cells: 2 }]])
})

test.each<[string, string, string[]]>([
  ['a comma before fractions', 'a;b\n1,5;x\n2;y\n', ['DOUBLE', 'VARCHAR']],
  ['a point before fractions', 'a;b\n1.5;x\n2;y\n', ['DOUBLE', 'VARCHAR']],
  ['a comma in one column, a point in most', 'a;b;c\n1,5;1.5;2.5\n2;2.5;3.5\n', ['VARCHAR', 'DOUBLE', 'DOUBLE']],
])('numbers with %s', async (_name, content, types) => {
  const { columns } = await previewFile({ path: put('decimal.csv', content), name: 'decimal.csv', options: {} })
  expect(columns.map(({ type }) => type)).toEqual(types)
})
