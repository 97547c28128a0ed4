import { readDashboardColors } from '#core/color/dashboard-colors.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { charts } from '#charts/index.ts'
import { translatorFor } from '#core/i18n/locales.ts'
import { translator } from '#core/i18n/t.ts'
import { colors } from '#core/theme/tokens.ts'
import { dashboardThumbnail } from './dashboard.ts'
import { drawPicture } from './draw.ts'
import type { Answer, PictureRequest } from './draw.ts'
import { fixtureRequests } from './fixture-requests.ts'
import { dashboardCells } from './layout.ts'
import { measureText } from './measure.ts'
import { createRenderer } from './render.ts'

const all = await fixtureRequests()
const first = (vizType: string) => all.find(({ form }) => form.viz_type === vizType)?.request as PictureRequest

const wellFormed = (svg: string) => {
  const open: string[] = []
  for (const [, closing, name, rest] of svg.replaceAll(/<style>.*?<\/style>/gs, '').matchAll(/<(\/?)([a-zA-Z]+)([^>]*)>/g)) {
    if (closing) expect(open.pop()).toBe(name)
    else if (!rest?.endsWith('/')) open.push(name as string)
  }
  expect(open).toEqual([])
}

/** Positions of texts outside of the picture. */
const strays = (svg: string, { width, height }: { width: number; height: number }) =>
  [...svg.matchAll(/<text[^>]*transform="translate\((-?[\d.]+) (-?[\d.]+)\)/g)]
    .map(([, x, y]) => [Number(x), Number(y)] as const)
    .filter(([x, y]) => x < -2 || x > width + 2 || y < -2 || y > height + 2)

/** The x positions of rotated texts in px. */
const upright = (svg: string) =>
  [...svg.matchAll(/<text[^>]* y="(-?[\d.]+)" transform="matrix\(0,-1,1,0,([\d.-]+),/g)].map(([, y, x]) => Number(x) + Number(y))

test.each([
  ['box_plot', { x_axis_title: 'Beside', y_axis_title: 'Below' }, 1],
  ['histogram_v2', { x_axis_title: 'Below', y_axis_title: 'Beside' }, 1],
  ['waterfall', { x_axis_label: 'Below', y_axis_label: 'Beside' }, 1],
  ['mixed_timeseries', { x_axis_title: 'Below', y_axis_title: 'Left', yAxisTitleSecondary: 'Right' }, 2],
  ['echarts_timeseries_bar', { x_axis_title: 'Below', y_axis_title: 'Beside', y_axis_title_position: 'Left' }, 1],
] as const)('the axis titles of %s are inside the picture', (vizType, titles, count) => {
  const request = first(vizType)
  const places = upright(drawPicture({ ...request, form: { ...request.form, ...titles } }))
  expect(places).toHaveLength(count)
  for (const place of places) expect(Math.min(place, request.width - place)).toBeGreaterThanOrEqual(6)
})

test('labels in a treemap are complete or omitted', () => {
  const rows = Array.from({ length: 40 }, (_, i) => ({ 'Major Genre': `Studio ${i + 10}`, gross: 1000 * 0.8 ** i }))
  const answers: Answer[] = [{ colnames: ['Major Genre', 'gross'], coltypes: [1, 0], data: rows }]
  const form = { ...first('treemap_v2').form, groupby: ['Major Genre'], metric: 'gross' }
  const svg = drawPicture({ ...first('treemap_v2'), form, answers })
  const words = [...svg.matchAll(/<text[^>]*>([^<]+)</g)].map(([, word]) => word as string)
  expect(words.filter((word) => word.startsWith('Studio ')).length).toBeGreaterThan(4)
  expect(words.filter((word) => !/^Studio \d\d$|^[$ \d.]+[kMB]?$/.test(word))).toEqual([])
})

test('a picture has the time grain that a filter has given its query', () => {
  const request = first('big_number')
  const drawn = (change: object) => drawPicture({ ...request, form: { ...request.form, ...change } })
  const [year, month] = [drawn({ time_grain_sqla: 'P1Y' }), drawn({ time_grain_sqla: 'P1M' })]
  expect(month).not.toEqual(year)
  expect(drawn({ time_grain_sqla: 'P1Y', extra_form_data: { time_grain_sqla: 'P1M' } })).toEqual(month)
})

test('what a picture leaves out is said below it, within its size; a thumbnail has no words', () => {
  const request = {
    ...first('pie'),
    answers: [
      {
        colnames: ['Major Genre', 'films'],
        coltypes: [1, 0],
        data: [
          { 'Major Genre': 'Drama', films: 3 },
          { 'Major Genre': 'Loss', films: -2 },
        ],
      },
    ],
  }
  const drawn = drawPicture({ ...request, width: 300, height: 200 })
  expect(drawn).toMatch(/^<svg width="300" height="200"[^>]* viewBox="0 0 300 200">/)
  expect(drawn).toContain('>1 value below zero is not drawn as a part of the</text>')
  expect(drawn).toContain('>whole.</text></svg>')
  expect(drawPicture({ ...request, thumbnail: true })).not.toContain('below zero')
})

/** The texts of a picture. */
const wordsOf = (svg: string) => [...svg.replaceAll(/<style>.*?<\/style>/gs, '').matchAll(/>([^<>]+)</g)].map(([, word]) => word as string)

const german = (await translatorFor('de')) ?? translator()

test.each(all.map((one) => [`${one.form.viz_type}: ${one.title}`, one.request] as const))(
  '%s in German has no English number',
  (_, request) => {
    const given = JSON.stringify(request)
    const words = wordsOf(drawPicture({ ...request, width: 1200, height: 600 }, german)).filter((word) => !given.includes(`"${word}"`))
    expect(words.filter((word) => /\d,\d{3}\b(?!,)|\d\.\d{1,2}(?![\d.])|\d%/.test(word))).toEqual([])
  },
)

describe.each(all.map((one) => [`${one.form.viz_type}: ${one.title}`, one] as const))('%s', (_, { request, form }) => {
  test.each(['light', 'dark'] as const)('%s', (theme) => {
    const svg = drawPicture({ ...request, theme })
    expect(svg).toMatch(/^<svg /)
    expect(svg).not.toMatch(/NaN|undefined|Infinity/)
    expect(strays(svg, request)).toEqual([])
    wellFormed(svg)
  })

  test.each([
    [1100, 600],
    [220, 140],
    [80, 60],
  ])('%i × %i', (width, height) => {
    const svg = drawPicture({ ...request, width, height })
    expect(svg).not.toMatch(/NaN|undefined|Infinity/)
    wellFormed(svg)
  })

  test('a thumbnail is small and has no axis labels', () => {
    const svg = drawPicture({ ...request, width: 190, height: 100, thumbnail: true })
    expect(svg).not.toMatch(/NaN|undefined/)
    if (charts.find(({ viz_type }) => viz_type === form.viz_type)?.option) expect(svg).not.toContain('<text')
    expect(svg.length).toBeLessThan(40_000)
  })

  test('no rows', () => {
    const empty = request.answers.map((answer) => ({ ...(answer as Answer), data: [] }))
    wellFormed(drawPicture({ ...request, answers: empty }))
  })
})

test('escapes markup in names', () => {
  const hostile = '<img src=x onerror="alert(1)">&\'"{a|b}\u0000'
  for (const vizType of ['echarts_timeseries_bar', 'table', 'pie', 'big_number_total']) {
    const request = first(vizType)
    const text = JSON.stringify(request).replaceAll(/"(Waseca|Avatar|Drama|worldwide[^"]*|1931)"/g, JSON.stringify(hostile))
    const read = JSON.parse(text) as PictureRequest
    expect(drawPicture(read)).not.toContain('<img')
    const svg = drawPicture({ ...read, form: { ...read.form, allow_render_html: false } })
    expect(svg).not.toContain('<img')
    expect(svg).not.toContain('\u0000')
    expect(svg).toContain('&lt;img')
    wellFormed(svg)
  }
})

test('a standalone picture embeds its font', () => {
  expect(drawPicture(first('big_number_total'))).toContain('@font-face')
  expect(drawPicture({ ...first('table'), opaque: true, theme: 'dark' })).toContain('<rect width="408" height="232" fill="#1A1D20"/>')
})

test('measures text by the font', () => {
  expect(measureText('1234567890', 12)).toBeCloseTo(71.15, 1)
  expect(measureText('Worldwide gross', 14, 600)).toBeGreaterThan(measureText('Worldwide gross', 14))
  expect(measureText('日本語', 12)).toBe(36)
})

describe('dashboards', () => {
  const layout = {
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: { type: 'ROOT', children: ['GRID_ID'] },
    GRID_ID: { type: 'GRID', children: ['HEAD', 'ROW-1', 'TABS-1', 'ROW-1'] },
    HEAD: { type: 'HEADER', meta: { text: 'Films' } },
    'ROW-1': { type: 'ROW', children: ['CHART-1', 'COL-1'] },
    'CHART-1': { type: 'CHART', meta: { chartId: 1, width: 8, height: 50 } },
    'COL-1': { type: 'COLUMN', meta: { width: 4 }, children: ['CHART-2', 'TEXT-1'] },
    'CHART-2': { type: 'CHART', meta: { chartId: 2, width: 4, height: 20 } },
    'TEXT-1': { type: 'MARKDOWN', meta: { width: 4, height: 28 } },
    'TABS-1': { type: 'TABS', children: ['TAB-1', 'TAB-2'] },
    'TAB-1': { type: 'TAB', children: ['ROW-2'] },
    'TAB-2': { type: 'TAB', children: ['ROW-3'] },
    'ROW-2': { type: 'ROW', children: ['CHART-3'] },
    'ROW-3': { type: 'ROW', children: ['CHART-4'] },
    'CHART-3': { type: 'CHART', meta: { chartId: 3, width: 12, height: 40 } },
    'CHART-4': { type: 'CHART', meta: { chartId: 4, width: 12, height: 40 } },
  }

  test('charts are positioned by the grid, and only the first tab is shown', () => {
    const { cells, height } = dashboardCells(layout, 1200)
    expect(cells.map(({ chartId, x, y, width, height: tall }) => [chartId, Math.round(x), y, Math.round(width), tall])).toEqual([
      [undefined, 0, 0, 1200, 32],
      [1, 0, 48, 795, 400],
      [2, 811, 48, 389, 160],
      [undefined, 811, 224, 389, 224],
      [3, 0, 464, 1200, 320],
    ])
    expect(height).toBe(784)
  })

  test('a picture of the whole', () => {
    const request = first('echarts_timeseries_line')
    const asked: number[] = []
    const svg = dashboardThumbnail({ layout, theme: 'light', width: 320, height: 200 }, (places) =>
      places.map(({ chartId, ...size }) => {
        asked.push(chartId)
        return chartId === 2 ? null : drawPicture({ ...request, ...size, thumbnail: true })
      }),
    )
    expect(asked).toEqual([1, 2, 3])
    wellFormed(svg)
  })
})

describe('the render process', () => {
  const renderer = createRenderer({ idleMs: 50 })
  afterAll(() => renderer.close())
  const request = { kind: 'chart' as const, ...first('echarts_timeseries_bar') }

  test('draws the same picture as the function', async () => {
    const strip = (svg: string) => svg.replaceAll(/zr\d+-\w+/g, 'zr')
    expect(strip(await renderer.svg(request))).toBe(strip(drawPicture(request)))
  })

  test('uses the requested locale', async () => {
    const strip = (svg: string) => svg.replaceAll(/zr\d+-\w+/g, 'zr')
    expect(strip(await renderer.svg({ ...request, locale: 'de' }))).toBe(strip(drawPicture(request, german)))
  })

  test('a chart with more labels than colours repeats them, or draws them in neighbouring hues where the settings say so', async () => {
    const data = Array.from({ length: 14 }, (_, i) => ({ region: `Region ${i}`, count: 20 - i }))
    const pie = {
      ...first('echarts_timeseries_bar'),
      kind: 'chart' as const,
      viz_type: 'pie',
      form: { viz_type: 'pie', datasource: '1__table', groupby: ['region'], metric: 'count' },
      answers: [{ colnames: ['region', 'count'], coltypes: [1, 0], data }],
    }
    const fills = (svg: string) => new Set(svg.match(/fill="(#[\da-f]{6}|rgb\([^)]*\))"/gi)).size
    const plain = fills(await renderer.svg(pie))
    expect(fills(await renderer.svg({ ...pie, colorRule: { scheme: null, isAnalogous: true } }))).toBeGreaterThan(plain)
  })

  test('a label has the same colour in all charts of a dashboard: the saved one, or that of the first chart', async () => {
    const pie = (...names: string[]) => ({
      viz_type: 'pie',
      form: { viz_type: 'pie', datasource: '1__table', groupby: ['region'], metric: 'count' },
      answers: [{ colnames: ['region', 'count'], coltypes: [1, 0], data: names.map((region, i) => ({ region, count: 9 - i })) }],
    })
    const svg = await renderer.svg({
      kind: 'dashboard',
      layout: {
        ROOT_ID: { type: 'ROOT', children: ['GRID_ID'] },
        GRID_ID: { type: 'GRID', children: ['r'] },
        r: { type: 'ROW', children: ['a', 'b', 'c'] },
        a: { type: 'CHART', meta: { chartId: 1, width: 4, height: 30 } },
        b: { type: 'CHART', meta: { chartId: 2, width: 4, height: 30 } },
        c: { type: 'CHART', meta: { chartId: 3, width: 4, height: 30 } },
      },
      charts: { 1: pie('Asia', 'Europe'), 2: pie('Europe', 'Africa'), 3: pie('Africa', 'Asia', 'Oceania') },
      ...readDashboardColors({ label_colors: { Oceania: '#123456' } }),
      theme: 'light',
      width: 640,
      height: 200,
    })
    const pies = svg.split('<svg ').slice(2)
    const inks = pies.map((one) => [...one.matchAll(/fill="(#\w{6})"/g)].map(([, ink]) => (ink ?? '').toUpperCase()))
    const [asia, europe, africa] = colors.light.palette.map((color) => color.toUpperCase())
    expect(inks.map((fills) => fills.filter((ink) => ink !== colors.light.surface.toUpperCase()))).toEqual([
      [asia, europe],
      [europe, africa],
      [africa, asia, '#123456'],
    ])
  })

  test('accepts the body of a chart data response', async () => {
    const body = JSON.stringify({ result: request.answers })
    expect(await renderer.svg({ ...request, answers: body })).toMatch(/^<svg /)
  })

  test('reports errors and keeps running', async () => {
    await expect(renderer.svg({ ...request, viz_type: 'no_such' })).rejects.toMatchObject({
      message: 'This visualization type is not supported.',
      status: 404,
    })
    await expect(renderer.svg({ ...request, answers: '{' })).rejects.toMatchObject({ message: 'The picture could not be drawn.' })
    await expect(renderer.svg({ ...request, width: 1e9 })).rejects.toMatchObject({ status: 400 })
    expect(await renderer.svg(request)).toMatch(/^<svg /)
  })

  test('an aborted request rejects at once', async () => {
    const controller = new AbortController()
    const drawn = renderer.svg(request, controller.signal)
    controller.abort(new Error('gone'))
    await expect(drawn).rejects.toThrow('gone')
  })

  test('restarts after it was idle', async () => {
    await new Promise((resolve) => {
      setTimeout(resolve, 120)
    })
    expect(await renderer.svg(request)).toMatch(/^<svg /)
  })

  test('rejects a picture that times out', async () => {
    const hasty = createRenderer({ timeoutMs: 1, startTimeoutMs: 0 })
    await expect(hasty.svg(request)).rejects.toMatchObject({ message: 'Drawing the picture took too long.' })
    hasty.close()
    await expect(hasty.svg(request)).rejects.toMatchObject({ message: 'The renderer is closed.' })
  })
})
