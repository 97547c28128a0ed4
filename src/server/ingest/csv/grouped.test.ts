import { expect, test } from 'vitest'
import { load, previewFile, put } from '../fixture.ts'
import { hasGroupedNumbers, plainNumbers } from './grouped.ts'

const rewritten = async (text: string, size: number, decimal: '.' | ',', isNumber: boolean[]) => {
  const bytes = Buffer.from(text)
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }
  const parts: Buffer[] = []
  for await (const part of plainNumbers({ dialect: { delimiter: ';', quote: '"' }, decimal, isNumber })(chunks())) parts.push(part)
  return Buffer.concat(parts).toString()
}

const cases: [name: string, decimal: '.' | ',', text: string, plain: string][] = [
  ['commas', '.', '1,234.50;1,234\n-1,000,000;x\n', ' 1234.50;1,234\n  -1000000;x\n'],
  ['points, quoted and at the end of the file', ',', '"1.234,5";a\r\n1.234.567', '" 1234,5";a\r\n  1234567'],
  ['spaces of two and three bytes', ',', '1\u00a0234;a\n1\u202f234,5;a\n', '  1234;a\n   1234,5;a\n'],
  ['apostrophes', '.', "1'234.5;a\n", ' 1234.5;a\n'],
  ['only whole groups', ',', '1.5;a\n1.23;a\n12.3456;a\n1.234.56;a\n0.123;a\n', '1.5;a\n1.23;a\n12.3456;a\n1.234.56;a\n0.123;a\n'],
  ['fields with delimiters, quotes and lines in them', '.', '1,000;"1,000;""\n1,000"\n2,000;\n', ' 1000;"1,000;""\n1,000"\n 2000;\n'],
]
test.each(cases)('rewrites %s, wherever the chunks are cut', async (_name, decimal, text, plain) => {
  for (const size of [1 << 20, 7, 3]) expect(await rewritten(text, size, decimal, [true, false])).toBe(plain)
})

test.each<[string, '.' | ',', boolean]>([
  ['1,234', '.', true],
  ['1.234', '.', false],
  ['1.234', ',', true],
  ['12,34', '.', false],
  ['1 234,50', ',', true],
  ['1,234 units', '.', false],
])('%s with decimal separator "%s": %s', (value, decimal, expected) => {
  expect(hasGroupedNumbers([['x', value]], decimal)).toBe(expected)
})

test('reads grouped numbers in preview and load; rejected lines keep their original text', async () => {
  const lines = Array.from({ length: 40 }, (_, i) => `"Row, ${i}";${i + 1}.000,5;1.${String(i).padStart(3, '0')};1.234`)
  lines[20] = 'x;1.5;1.000;1.234'
  const text = `name;price;pieces;note\n${lines.join('\n')}\nend;2,5;7;n/a\n`
  const preview = await previewFile({ path: put('grouped.csv', text), name: 'grouped.csv', options: {} })
  const { columns, rows, rejected } = await load('grouped.csv', text)
  for (const found of [preview.columns, columns]) expect(found.map(({ type }) => type)).toEqual(['VARCHAR', 'DOUBLE', 'BIGINT', 'BIGINT'])
  expect([rows[0], rows.length]).toEqual([['Row, 0', 1000.5, '1000', '1234'], 39])
  expect(rejected).toEqual([
    { line: 22, text: 'x;1.5;1.000;1.234', reason: '“1.5” in price is not a number' },
    { line: 42, text: 'end;2,5;7;n/a', reason: '“n/a” in note is not a whole number' },
  ])
  const blank = await load('grouped.csv', text, { options: { misfits: 'blank' } })
  expect(blank.blanked).toEqual([
    { column: 'price', cells: 1 },
    { column: 'note', cells: 1 },
  ])
})
