import { expect, test } from 'vitest'
import { drawPicture } from './draw.ts'
import type { Answer } from './draw.ts'
import { fixtureRequests } from './fixture-requests.ts'
import { measureText } from './measure.ts'

type Placed = { text: string; left: number; right: number; top: number; bottom: number }

const numberIn = (pattern: RegExp, attributes: string) => Number(pattern.exec(attributes)?.[1] ?? 0)

/** The level and upright texts of a picture that are not in a part that is cut off, each with the box of its letters. */
const textsOf = (svg: string): Placed[] =>
  [...svg.replaceAll(/<g clip-path.*?<\/g>/gs, '').matchAll(/<text([^>]*)>([^<]*)/g)].flatMap(([, attributes = '', text = '']) => {
    const [, moved, turned] = /transform="(?:translate\(([^)]*)\)|matrix\(([^)]*)\))/.exec(attributes) ?? []
    const [cos, sin, , , x, y] = turned ? turned.split(',').map(Number) : [1, 0, 0, 1, ...(moved?.split(' ').map(Number) ?? [])]
    if (Math.abs(cos ?? 0) > 0.01 && Math.abs(sin ?? 0) > 0.01) return []
    const width = measureText(text, 12)
    const start =
      numberIn(/ x="([^"]*)/, attributes) - width * (attributes.includes('"end"') ? 1 : attributes.includes('"middle"') ? 0.5 : 0)
    const middle = numberIn(/ y="([^"]*)/, attributes)
    const at = (along: number) => [(x ?? 0) + along * (cos ?? 1) - middle * (sin ?? 0), (y ?? 0) + along * (sin ?? 0) + middle * (cos ?? 1)]
    const ends = [at(start), at(start + width)] as [number[], number[]]
    const [across, up] = Math.abs(sin ?? 0) > 0.5 ? [4, 0] : [0, 4]
    const [xs, ys] = [0, 1].map((side) => ends.map((end) => end[side] ?? 0)) as [number[], number[]]
    const [left, right, top, bottom] = [Math.min(...xs) - across, Math.max(...xs) + across, Math.min(...ys) - up, Math.max(...ys) + up]
    return [{ text, left, right, top, bottom }]
  })

const long = (name: unknown, i: number) => `Long name number ${i} of a series ${String(name)} with many more words`

/** More rows, each of another name. */
const manyRows = (answer: Answer): Answer => {
  const [name = ''] = answer.colnames
  const data = Array.from({ length: 40 }, (_, i) => ({ ...answer.data[i % answer.data.length], [name]: long(i, i) }))
  return { ...answer, data }
}

const longNames = (answer: Answer): Answer => {
  const [name = ''] = answer.colnames
  return {
    ...answer,
    coltypes: answer.coltypes.map((type, i) => (i === 0 ? 1 : type)),
    data: answer.data.map((row, i) => ({ ...row, [name]: long(row[name], i) })),
  }
}

/** Large numbers that differ little. */
const largeNumbers = (answer: Answer): Answer => ({
  ...answer,
  data: answer.data.map((row, i) => Object.fromEntries(Object.keys(row).map((name) => [name, 1234567.89 + i]))),
})

const firstRow = (answer: Answer): Answer => ({ ...answer, data: answer.data.slice(0, 1) })

const twoRows = (answer: Answer): Answer => ({ ...answer, data: answer.data.slice(0, 2) })

/** Numbers of seven digits of which only the last differs. */
const closeNumbers = (answer: Answer): Answer => ({
  ...answer,
  data: answer.data.map((row, i) => ({
    ...row,
    ...Object.fromEntries(answer.colnames.filter((_, j) => answer.coltypes[j] === 0).map((name) => [name, 1000001 + (i % 5)])),
  })),
})

const asTheyAre = (answer: Answer): Answer => answer

type Drawn = [fixture: string, size: [number, number], form: Record<string, unknown>, answer: (answer: Answer) => Answer]

const textsDrawn = async (...[title, [width, height], form, answer]: Drawn): Promise<Placed[]> => {
  const { request } = (await fixtureRequests()).find((fixture) => fixture.title === title) ?? {}
  if (!request) throw new Error(`no fixture ${title}`)
  return textsOf(drawPicture({ ...request, form: { ...request.form, ...form }, answers: request.answers.map(answer), width, height }))
}

type Case = [title: string, ...Drawn]

test.each<Case>([
  ['values of many lying bars', 'Top distributors', [300, 200], { orientation: 'horizontal', show_value: true }, manyRows],
  [
    'totals of many lying bars',
    'Top distributors',
    [300, 200],
    { orientation: 'horizontal', show_value: true, stack: 'Stack', only_total: true },
    manyRows,
  ],
  [
    'values in many lying bars',
    'Top distributors',
    [300, 200],
    { orientation: 'horizontal', show_value: true, stack: 'Stack', only_total: false },
    manyRows,
  ],
  [
    'values of bars up to the upper edge',
    'Barley yield by site',
    [300, 200],
    { legendOrientation: 'bottom', zoomable: true, x_axis_title: 'Site', x_axis_title_margin: 30 },
    asTheyAre,
  ],
  [
    'a plain legend of many names above',
    'Films by genre',
    [300, 200],
    { show_legend: true, legendType: 'plain', label_type: 'key', show_labels: false, threshold_for_other: 0 },
    manyRows,
  ],
  [
    'a plain legend of many names at the right',
    'Cars by origin',
    [300, 200],
    { show_legend: true, legendType: 'plain', legendOrientation: 'right' },
    manyRows,
  ],
  ['times of an axis to zoom', 'Electricity made in Iowa', [300, 200], { zoomable: true }, firstRow],
  ['values of points at the axis', 'Out of work in manufacturing', [300, 200], { show_value: true }, largeNumbers],
  [
    'values of stacked areas at the axis',
    'Out of work, by last industry',
    [300, 200],
    { show_value: true, only_total: false, stack: 'Stack' },
    asTheyAre,
  ],
  [
    'values of two kinds at both axes',
    'Rain and warmth in Seattle',
    [360, 280],
    { show_value: true, show_valueB: true, seriesType: 'line' },
    asTheyAre,
  ],
  ['values of two rings', 'Cars by origin', [300, 200], { show_labels: true }, twoRows],
  ['names of many dials', 'Mean rating by genre', [300, 200], {}, manyRows],
  ['names beside a radar', 'Cars by origin', [360, 480], {}, asTheyAre],
  ['large numbers below the plot', 'Penguins by size', [360, 480], {}, largeNumbers],
  ['numbers below the plot that differ little', 'Penguins by size', [300, 200], {}, closeNumbers],
  [
    'values below the plot that differ little',
    'Children and life',
    [300, 300],
    { show_legend: false, max_bubble_size: 5, xAxisLabelInterval: '0' },
    closeNumbers,
  ],
  [
    'values of lying bars that differ little',
    'Top distributors',
    [360, 280],
    {
      orientation: 'horizontal',
      show_value: false,
      zoomable: true,
      truncateYAxis: true,
      y_axis_bounds: [1e6, null],
      currency_format: null,
    },
    closeNumbers,
  ],
  ['long names between two axes', 'Rain and warmth in Seattle', [360, 480], {}, longNames],
  [
    'a long title beside a low plot',
    'Barley yield by site',
    [300, 200],
    { y_axis_title: 'Yield of barley in bushels per acre' },
    asTheyAre,
  ],
])('%s are within the picture and apart', async (_, ...given) => {
  const [width, height] = given[1]
  const texts = await textsDrawn(...given)
  expect(texts.length).toBeGreaterThan(0)
  const outside = texts.filter(({ left, right, top, bottom }) => left < -3 || right > width + 3 || top < -3 || bottom > height + 3)
  expect(outside).toEqual([])
  const onOthers = texts.filter((one, i) =>
    texts.some(
      (other, j) =>
        j < i &&
        Math.min(one.right, other.right) - Math.max(one.left, other.left) > 3 &&
        Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 3,
    ),
  )
  expect(onOthers).toEqual([])
})

test('numbers of two axes that differ little are written apart', async () => {
  const texts = (await textsDrawn('Penguins by size', [360, 300], {}, closeNumbers)).map(({ text }) => text)
  expect(texts).toEqual(expect.arrayContaining(['1,000,001', '1,000,005', '1000002', '1000005']))
  expect(new Set(texts).size).toBe(texts.length)
})
