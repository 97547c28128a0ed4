import { expect, test } from 'vitest'
import { payloads } from '../../../test/e2e/hostile-payloads.ts'
import { readMarkup, type Markup } from '#charts/shared/fixtures/read-markup.ts'
import { drawPicture, type PictureRequest } from './draw.ts'
import { fixtureRequests } from './fixture-requests.ts'

/** Pictures that the server draws are markup: names in them are text, nothing else. */

const all = await fixtureRequests()
const allowed = new Set([
  'svg',
  'rect',
  'g',
  'path',
  'text',
  'tspan',
  'defs',
  'clipPath',
  'linearGradient',
  'stop',
  'line',
  'circle',
  'polyline',
  'polygon',
  'ellipse',
])

const read = (svg: string) => readMarkup(svg.replace(/<style>.*?<\/style>/s, ''))
const isFault = ({ name, attributes }: Markup['tags'][number]) =>
  !allowed.has(name) || attributes.some((attribute) => /^on|href|srcdoc/i.test(attribute))

const draw = (vizType: string, form: object, change: Partial<PictureRequest> = {}) => {
  const given = all.find((one) => one.form.viz_type === vizType)?.request
  if (!given) throw new Error(vizType)
  return drawPicture({ ...given, width: 1200, height: 900, ...change, form: { ...given.form, ...form } })
}

const metric = { expressionType: 'SQL', sqlExpression: 'x', label: 'sum' }
const answersOf = (names: readonly string[]) => [
  { colnames: ['name', 'sum'], coltypes: [1, 0], data: names.map((name, i) => ({ name, sum: 100 + i })) },
]
const byName = { groupby: ['name'], metric, metrics: [metric], row_limit: 1000 }
const bars = { ...byName, groupby: [], x_axis: 'name', orientation: 'horizontal' }

/** How many texts a picture holds, and the picture. */
const drawings: Record<string, [count: number, drawingOf: (texts: readonly string[]) => string]> = {
  'rows of a table': [
    200,
    (texts) => draw('table', { query_mode: 'raw', all_columns: ['name'] }, { answers: answersOf(texts), height: 8000 }),
  ],
  'boxes of a treemap': [50, (texts) => draw('treemap_v2', byName, { answers: answersOf(texts), width: 4000, height: 2000 })],
  bars: [100, (texts) => draw('echarts_timeseries_bar', bars, { answers: answersOf(texts), height: 8000 })],
  'titles of axes': [
    20,
    (texts) => {
      const [x_axis_title, y_axis_title] = [texts.slice(0, 10), texts.slice(10)].map((some) => some.join(' '))
      return draw('echarts_timeseries_bar', { x_axis_title, y_axis_title }, { width: 8000, height: 8000 })
    },
  ],
}

/** Each payload begins with its number; long ones are cut, and tables leave out what is no text. */
const numberOf = (payload: string) => /^\d+/.exec(payload)?.[0] ?? ''

test.each(Object.entries(drawings))('%s are text', (_, [count, drawingOf]) => {
  let said = ' '
  for (let at = 0; at < payloads.length; at += count) {
    const { tags, text } = read(drawingOf(payloads.slice(at, at + count)))
    expect(tags.filter(isFault)).toEqual([])
    said += text.replaceAll('\n', ' ')
  }
  expect(payloads.filter((payload) => !said.includes(` ${numberOf(payload)} `))).toEqual([])
})
