import { expect, test } from 'vitest'
import { readOptions, withOptions } from './echarts-options.ts'
import { parseLiteral } from './object-literal.ts'

test.each<[string, unknown]>([
  ['{}', {}],
  [`{ title: { text: 'It\\'s', "left": 10 }, }`, { title: { text: "It's", left: 10 } }],
  ['[1, -2.5, 1e3, true, null,]', [1, -2.5, 1000, true, null]],
  [`{ a: 'say "x", // y', b: "it's: c" }`, { a: 'say "x", // y', b: "it's: c" }],
  ['{ /* a */ a: 1 // b\n}', { a: 1 }],
  ['"\\u00e9\\n"', 'é\n'],
])('%s is a literal', (source, value) => expect(parseLiteral(source)).toEqual(value))

test.each(['', '{', '{a}', '{a: b}', '{a: () => 1}', '{a: 1} 2', 'alert(1)', '{a: `x`}', '{...a}', '['.repeat(40)])(
  '%j is none',
  (source) => {
    expect(() => parseLiteral(source)).toThrow(SyntaxError)
  },
)

test.each<[string, string, unknown]>([
  ['what draws something of its own', '{ graphic: [{ type: "image" }], toolbox: {}, grid: { top: 9 } }', { grid: { top: 9 } }],
  ['HTML in tooltips', '{ tooltip: { formatter: "<img src=x>", extraCssText: "x", show: false } }', { tooltip: { show: false } }],
  [
    'HTML in tooltips of series',
    '{ series: [{ tooltip: { formatter: "x" }, data: [1], smooth: true }] }',
    { series: [{ tooltip: {}, smooth: true }] },
  ],
  ['pages', '{ title: { text: "T", link: "javascript:alert(1)" } }', { title: { text: 'T' } }],
  ['images', '{ series: { symbol: "image://http://x/y.png" }, backgroundColor: { image: "x" } }', { series: {}, backgroundColor: {} }],
  ['prototypes', '{ grid: { "__proto__": { a: 1 } } }', { grid: {} }],
])('%s are left out', (_, source, kept) => expect(readOptions(source)).toEqual(kept))

test('settings go over those of the chart, in lists one by one or over all', () => {
  const option = { grid: { top: 1, left: 2 }, yAxis: [{ min: 0 }, { min: 1 }], series: [{ id: 'a' }, { id: 'b' }] }
  expect(withOptions(option, '{ grid: { top: 9 }, yAxis: { max: 5 }, series: [{ smooth: true }] }')).toEqual({
    grid: { top: 9, left: 2 },
    yAxis: [
      { min: 0, max: 5 },
      { min: 1, max: 5 },
    ],
    series: [{ id: 'a', smooth: true }, { id: 'b' }],
  })
  expect(withOptions(option, '{ grid: ')).toBe(option)
})
