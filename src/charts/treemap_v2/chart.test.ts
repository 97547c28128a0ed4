import { describe, expect, test } from 'vitest'
import { contrast } from '#core/color/parse.ts'
import type { FormData } from '#core/query/query-object.ts'
import { drawnSeries } from '../shared/fixtures/drawn-series.ts'
import { tableOf } from '../shared/fixtures/fixture.ts'
import { testContext } from '../shared/fixtures/test-context.ts'
import { readForm } from '../read-form.ts'
import { treemapChart } from './chart.ts'
import { treemapControls } from './controls.ts'
import { fixtures } from './fixture.ts'
import { readTree } from './tree.ts'

const [flat, deep] = fixtures as [(typeof fixtures)[number], (typeof fixtures)[number]]

test('a level per dimension, values add up', () => {
  const tree = readTree(deep.tables[0], readForm(treemapControls, deep.form), testContext())
  expect(tree.map(({ name, value, children }) => [name, value, children?.length])).toEqual([
    ['Adventure', 66e9, 3],
    ['Action', 60e9, 2],
    ['Comedy', 50e9, 3],
    ['Drama', 40e9, 2],
  ])
  expect(tree[0]?.children?.[1]?.path).toEqual(['Adventure', 'PG-13'])
})

test.each([[[0, 0]], [[-1, -2]], [[null, null]]])('nothing is drawn of %j', (values) => {
  const table = tableOf({ genre: ['a', 'b'], Gross: values })
  expect(treemapChart.option?.([table], { ...flat.form, groupby: ['genre'], metric: 'Gross' }, testContext())).toEqual({})
})

test('a row limit cuts an order', () => {
  const orderOf = (form: object) => treemapChart.buildQuery({ ...deep.form, ...form } as FormData)[0]?.orderby
  const byDimensions = (deep.form['groupby'] as string[]).map((column) => [column, true])
  expect(orderOf({ row_limit: 100, sort_by_metric: false })).toEqual(byDimensions)
  expect(orderOf({ row_limit: 100, sort_by_metric: true })).toEqual([[deep.form['metric'], false]])
  expect(orderOf({ row_limit: 0, sort_by_metric: false })).toBeUndefined()
})

describe.each(['light', 'dark'] as const)('%s', (theme) => {
  type Cell = { name: string; itemStyle: { color: string }; label: { color: string }; children: Cell[] }
  const genres = Array.from({ length: 12 }, (_, i) => `genre ${i}`)
  const rows = genres.flatMap((genre, i) => [1, 2, 3, 4].map((part) => ({ genre, part: `part ${part}`, Gross: (i + 1) * 100 + part })))
  const table = tableOf({
    genre: rows.map(({ genre }) => genre),
    part: rows.map(({ part }) => part),
    Gross: rows.map(({ Gross }) => Gross),
  })
  const cells = () => {
    const [series] = drawnSeries(treemapChart, [table], { ...deep.form, groupby: ['genre', 'part'] }, testContext({ theme }))
    return (series?.['data'] ?? []) as Cell[]
  }

  test('the largest take the colours of the scheme in turn; their parts fade from it', () => {
    const first = cells()
    expect(first.map(({ name }) => name).slice(0, 2)).toEqual(['genre 11', 'genre 10'])
    expect(new Set(first.slice(0, 10).map(({ itemStyle }) => itemStyle.color)).size).toBe(10)
    for (const { children } of first) expect(new Set(children.map(({ itemStyle }) => itemStyle.color)).size).toBe(4)
  })

  test('words read on every cell', () => {
    const leaves = cells().flatMap(({ children }) => children)
    const worst = leaves.map(({ itemStyle, label }) => contrast(itemStyle.color, label.color)).toSorted((a, b) => a - b)[0]
    expect(worst).toBeGreaterThanOrEqual(4.5)
  })
})

test('labels say name and value, or one of them', () => {
  const words = (type: string) => {
    const { label } = drawnSeries(treemapChart, flat.tables, { ...flat.form, label_type: type })[0] as {
      label: { formatter: (node: { name: string; value: number }) => string }
    }
    return label.formatter({ name: 'Drama', value: 40e9 })
  }
  expect(words('key_value')).toBe('{name|Drama}\n{value|$40B}')
  expect(words('Key')).toBe('{name|Drama}')
})

test('a click selects the path to the part', () => {
  const picked = treemapChart.selection?.({ data: { path: ['Drama', null] } }, [], deep.form)
  expect(picked).toMatchObject({
    label: 'Drama, <NULL>',
    filters: [
      { col: 'Major Genre', val: ['Drama'] },
      { col: 'MPAA Rating', val: [null] },
    ],
  })
})

test('a cell shows its label only where it fits', () => {
  type Part = { label: { show?: boolean; rich: { name: { width?: number }; value: { width?: number } } } }
  const table = tableOf({ g: ['Large', 'A name that is much longer than any cell', 'Tiny'], gross: [900, 90, 1] })
  const flatForm = { ...flat.form, groupby: ['g'], metric: 'gross' }
  const [large, long, tiny] = (drawnSeries(treemapChart, [table], flatForm)[0] ?? {})['data'] as [Part, Part, Part]
  expect(tiny.label.show).toBe(false)
  expect(large.label.show).toBeUndefined()
  expect(large.label.rich.name.width).toBe(30)
  expect(large.label.rich.value.width).toBeGreaterThanOrEqual(30)
  expect(long.label.rich.name).toEqual({})
})
