import { expect, test } from 'vitest'
import { textOfChart, withTexts } from './text-charts.ts'

test.each<[string, Record<string, unknown>, string | null]>([
  ['markup', { markup_type: 'markdown', code: '# Hi' }, '# Hi'],
  ['markup', { markup_type: 'html', code: '<b>Hi</b>' }, '<b>Hi</b>'],
  ['separator', { code: '---' }, '---'],
  ['separator', {}, ''],
  ['iframe', { url: 'https://a.example/x y' }, '[Page](<https://a.example/x y>)'],
  ['iframe', {}, ''],
  ['table', { code: 'x' }, null],
])('a %s with %j is the text %j', (viz_type, params, expected) => {
  expect(textOfChart({ viz_type, slice_name: 'Page', params })).toBe(expected)
})

test('the text is in the place of the chart, in its size', () => {
  const chart = {
    id: 'c',
    type: 'CHART',
    children: [],
    parents: ['r'],
    meta: { chartId: 7, uuid: 'u', sliceName: 'Page', width: 5, height: 30 },
  }
  const position = { r: { type: 'ROW', children: ['c', 'd'] }, c: chart, d: { ...chart, id: 'd', meta: { ...chart.meta, uuid: 'v' } } }
  expect(withTexts(position, new Map([['u', 'Hi']]))).toEqual({
    ...position,
    c: { id: 'c', type: 'MARKDOWN', children: [], parents: ['r'], meta: { width: 5, height: 30, code: 'Hi' } },
  })
})
