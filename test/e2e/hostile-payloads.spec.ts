import type { Locator, Page } from '@playwright/test'
import { drawn, makeChart, tableOf, test } from './hostile-page.ts'
import { payloads } from './hostile-payloads.ts'
import { call, create, uploadTable } from './hostile-things.ts'
import { expect, settled } from './server.ts'
import { openTab, results } from './sqllab-screen.ts'

/** A thousand scripts and requests in disguise, where pages show what people and databases write: none runs, none is sent. */

/** Scrolls a grid to its end, so that every row is drawn at some time. */
const walkRows = async (page: Page, grid: Locator) => {
  await grid.hover()
  const last = grid.getByText(new RegExp(`^${payloads.length - 1} `))
  for (let steps = 0; steps < 200 && (await last.count()) === 0; steps++) {
    await page.mouse.wheel(0, 400)
    await drawn(page)
  }
  await expect(last.first()).toBeAttached()
}

test('cells of a table, which may show HTML', async ({ page, isHarmless }) => {
  const dataset = await tableOf(page)
  const form = { viz_type: 'table', query_mode: 'raw', all_columns: ['text', 'number'], row_limit: 1000, allow_render_html: true }
  const chart = await makeChart(page, dataset, form)
  await page.goto(`/explore/?slice_id=${chart}`)
  await walkRows(page, page.locator('[data-picture]').getByRole('table'))
  await isHarmless('table')
})

test('categories of a chart and their tooltips', async ({ page, isHarmless }) => {
  const dataset = await tableOf(page)
  const metric = { expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name: 'number' }, label: 'Sum' }
  const form = { viz_type: 'echarts_timeseries_bar', x_axis: 'text', metrics: [metric], groupby: [], row_limit: 1000 }
  const chart = await makeChart(page, dataset, form)
  await page.goto(`/explore/?slice_id=${chart}`)
  const picture = page.locator('[data-picture] [data-status=done]')
  await expect(picture).toBeVisible()
  const box = await picture.boundingBox()
  if (!box) throw new Error('No picture')
  const seen = new Set<string>()
  await expect(async () => {
    for (let at = 0.1; at < 0.95; at += 0.02) {
      await page.mouse.move(box.x + box.width * at, box.y + box.height / 2, { steps: 2 })
      await drawn(page)
      for (const text of await page.locator('[class*=tooltip-of-]').allTextContents()) seen.add(text)
    }
    expect(seen.size).toBeGreaterThan(20)
  }).toPass()
  await isHarmless('tooltips')
})

test('rows and errors in SQL Lab', async ({ page, isHarmless }) => {
  await tableOf(page)
  await openTab(page, { sql: 'SELECT * FROM main.payloads', dbname: 'Files', schema: 'main', name: 'Payloads', autorun: 'true' })
  await walkRows(page, results(page).getByRole('grid', { name: 'Results' }))
  await isHarmless('rows')
  const text = payloads
    .filter((payload) => !payload.includes('{'))
    .join(' ')
    .slice(0, 3000)
  await openTab(page, {
    sql: `SELECT error('${text.replaceAll("'", "''")}')`,
    dbname: 'Files',
    schema: 'main',
    name: 'Error',
    autorun: 'true',
  })
  await expect(results(page).getByRole('alert')).toContainText('top.hit')
  await isHarmless('error')
})

test('Markdown of a dashboard', async ({ page, isHarmless }) => {
  const perText = 20
  const ids = Array.from({ length: payloads.length / perText }, (_, i) => `MARKDOWN-${i}`)
  const parts = [
    { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'], meta: {} },
    { type: 'GRID', id: 'GRID_ID', children: ids.map((id) => `ROW-${id}`), meta: {} },
    ...ids.map((id) => ({ type: 'ROW', id: `ROW-${id}`, children: [id], meta: {} })),
    ...ids.map((id, i) => {
      const code = payloads.slice(i * perText, (i + 1) * perText).join('\n\n')
      return { type: 'MARKDOWN', id, children: [], meta: { width: 12, height: 20, code } }
    }),
  ]
  const dashboard = await create(page, '/api/v1/dashboard/', { dashboard_title: 'Markdown' })
  const positions = Object.fromEntries(parts.map((part) => [part.id, part]))
  await call(page, 'PUT', `/api/v1/dashboard/${dashboard}`, { data: { json_metadata: JSON.stringify({ positions }) } })
  await page.goto(`/superset/dashboard/${dashboard}/`)
  await expect(page.getByText(/^980 /)).toBeAttached()
  await settled(page)
  await isHarmless('Markdown')
})

test('columns and metrics of a dataset', async ({ page, isHarmless }) => {
  const dataset = await uploadTable(page, 'described', 'number\n1\n')
  const texts = (i: number) => ({ verbose_name: payloads[i], description: payloads[i] })
  const columns = payloads.slice(0, 500).map((column_name, i) => ({ column_name, expression: 'number', ...texts(i) }))
  const metrics = payloads
    .slice(500)
    .map((metric_name, i) => ({ metric_name, expression: 'COUNT(*)', warning_text: metric_name, ...texts(i + 500) }))
  await call(page, 'PUT', `/api/v1/dataset/${dataset}`, { data: { columns, metrics } })
  await page.goto(`/tablemodelview/edit/${dataset}`)
  for (const tab of ['Calculated columns', 'Metrics']) {
    await page.getByRole('tab', { name: new RegExp(`^${tab}`) }).click()
    await expect(page.getByRole('tab', { name: new RegExp(`^${tab}`) })).toContainText('500')
    await settled(page)
    await isHarmless(tab)
  }
  await page.goto(`/explore/?datasource=${dataset}__table`)
  await expect(page.getByRole('region', { name: 'Dataset' }).getByText(/^500 /).first()).toBeAttached()
  await settled(page)
  await isHarmless('explore')
})

test('tabs, headings, cards and filters of a dashboard', async ({ page, isHarmless }) => {
  const dataset = await tableOf(page)
  const chart = await makeChart(page, dataset, { viz_type: 'big_number_total', metric: 'count' })
  const [tabs, headings, cards, filters] = [payloads.slice(0, 450), payloads.slice(450, 900), payloads.slice(900, 960), payloads.slice(960)]
  const part = (type: string, id: string, children: string[], meta: object = {}) => ({ type, id, children, meta })
  const idsOf = (type: string, texts: readonly string[]) => texts.map((_, i) => `${type}-${i}`)
  const parts = [
    part('ROOT', 'ROOT_ID', ['TABS-all']),
    part('GRID', 'GRID_ID', []),
    part('TABS', 'TABS-all', idsOf('TAB', tabs)),
    ...tabs.map((text, i) => part('TAB', `TAB-${i}`, i === 0 ? [...idsOf('HEADER', headings), ...idsOf('ROW', cards)] : [], { text })),
    ...headings.map((text, i) => part('HEADER', `HEADER-${i}`, [], { text })),
    ...cards.map((_, i) => part('ROW', `ROW-${i}`, [`CHART-${i}`])),
    ...cards.map((sliceNameOverride, i) => part('CHART', `CHART-${i}`, [], { chartId: chart, width: 4, height: 10, sliceNameOverride })),
  ]
  const native_filter_configuration = filters.map((name, i) => ({
    id: `NATIVE_FILTER-${i}`,
    type: 'NATIVE_FILTER',
    filterType: 'filter_select',
    name,
    description: name,
    scope: { rootPath: ['ROOT_ID'], excluded: [] },
    targets: [{ datasetId: dataset, column: { name: 'number' } }],
  }))
  const dashboard = await create(page, '/api/v1/dashboard/', { dashboard_title: payloads[0] })
  const positions = Object.fromEntries(parts.map((one) => [one.id, one]))
  const json_metadata = JSON.stringify({ positions, native_filter_configuration })
  await call(page, 'PUT', `/api/v1/dashboard/${dashboard}`, { data: { json_metadata } })
  await page.goto(`/superset/dashboard/${dashboard}/`)
  for (const start of [449, 899, 959, 999])
    await expect(page.getByText(new RegExp(`^${start} `)).first()).toBeAttached({ timeout: 120_000 })
  await settled(page)
  await isHarmless('dashboard')
})

test('CSS of a dashboard', async ({ page, isHarmless }) => {
  // What a payload leaves open is closed, and the rule after it is lost with it.
  const css = payloads.map((payload) => `.a { color: red }\n${payload}\n)]}}\nlost {}\n`).join('')
  const markdown = {
    type: 'MARKDOWN',
    id: 'MARKDOWN-a',
    children: [],
    meta: { width: 4, height: 20, code: '<p class="own-text">words</p>' },
  }
  const positions = {
    ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'], meta: {} },
    GRID_ID: { type: 'GRID', id: 'GRID_ID', children: ['ROW-a'], meta: {} },
    'ROW-a': { type: 'ROW', id: 'ROW-a', children: ['MARKDOWN-a'], meta: {} },
    'MARKDOWN-a': markdown,
  }
  await create(page, '/api/v1/css_template/', { template_name: 'Payloads', css })
  const dashboard = await create(page, '/api/v1/dashboard/', { dashboard_title: 'CSS', css: `${css}.own-text { color: rgb(1, 2, 3) }` })
  await call(page, 'PUT', `/api/v1/dashboard/${dashboard}`, { data: { json_metadata: JSON.stringify({ positions }) } })
  await page.goto(`/superset/dashboard/${dashboard}/`)
  await expect(page.getByText('words')).toHaveCSS('color', 'rgb(1, 2, 3)')
  await settled(page)
  await isHarmless('dashboard')

  await page.goto('/csstemplatemodelview/list/')
  await page.getByRole('main').getByText('Payloads', { exact: true }).click()
  await expect(page.getByRole('dialog').getByText('color: red').first()).toBeVisible()
  await isHarmless('template')
})
