import { expect, test } from 'vitest'
import { charts } from '#charts/index.ts'
import type { Chart } from '#charts/chart.ts'
import { categoriesOf, chartSearch, offeredCharts, onShelf, tagsOf } from './gallery-list.ts'

const chart = (name: string, more: Partial<Chart> = {}): Chart => ({
  viz_type: name.toLowerCase(),
  name,
  description: '',
  category: 'Other',
  tags: [],
  behaviors: [],
  controls: [],
  buildQuery: () => [],
  sentence: () => name,
  ...more,
})
const names = (found: readonly Chart[]) => found.map(({ name }) => name)

test('a match in the name comes before one in tags, and that before one in the description', () => {
  const list = [chart('A', { description: 'Funnel' }), chart('B', { tags: ['Funnel'] }), chart('Funnel')]
  expect(names(chartSearch(list)('funnel'))).toEqual(['Funnel', 'B', 'A'])
})

test.each([
  ['heetmap', 'Heatmap'],
  ['  pie ', 'Pie Chart'],
  ['big numbr', 'Big Number'],
  ['waterfal', 'Waterfall Chart'],
])('%j finds %s first', (text, name) => {
  expect(names(chartSearch(charts)(text))[0]).toBe(name)
})

test('of equal matches featured types come first, and deprecated ones last', () => {
  const list = [
    chart('Map A', { isDeprecated: true, galleryPlace: 1 }),
    chart('Map B', { galleryPlace: 2 }),
    chart('Map C', { tags: ['Featured'], galleryPlace: 3 }),
  ]
  expect(names(chartSearch(list)('map'))).toEqual(['Map C', 'Map B', 'Map A'])
})

test('nothing is found for a text that resembles no chart', () => {
  expect(chartSearch(charts)('xyzzyq')).toEqual([])
})

test('deprecated types are offered only to charts that have one', () => {
  const list = [chart('New'), chart('Old', { isDeprecated: true })]
  expect(names(offeredCharts(list, 'new', []))).toEqual(['New'])
  expect(names(offeredCharts(list, 'old', []))).toEqual(['New', 'Old'])
  expect(names(offeredCharts(list, 'old', ['new', 'old']))).toEqual(['Old'])
})

test('a shelf holds its category or tag, by place and then by name', () => {
  const list = [
    chart('Zebra', { galleryPlace: 1, tags: ['x'] }),
    chart('Bee', { tags: ['x'], category: 'KPI' }),
    chart('Ant', { tags: ['x'] }),
    chart('Cow'),
  ]
  expect(names(onShelf(list, { kind: 'tag', name: 'x' }))).toEqual(['Zebra', 'Ant', 'Bee'])
  expect(names(onShelf(list, { kind: 'category', name: 'KPI' }))).toEqual(['Bee'])
  expect(categoriesOf(list)).toEqual(['KPI', 'Other'])
  expect(tagsOf([chart('A', { tags: ['Popular', 'b', 'a'] })])).toEqual(['a', 'b'])
})
