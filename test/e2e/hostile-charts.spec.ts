import type { Locator, Page } from '@playwright/test'
import { drawn, makeChart, tableOf, test } from './hostile-page.ts'
import { payloads } from './hostile-payloads.ts'
import { create, createAll, uploadTable } from './hostile-things.ts'
import { expect } from './server.ts'

/** What charts say beside their data: a thousand scripts and requests in disguise, of which none runs. */

const sum = { expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name: 'number' }, label: 'Sum' }
const pictureOf = (page: Page) => page.locator('[data-picture] [data-status=done]')

type Path = { from: readonly [x: number, y: number]; to: readonly [x: number, y: number]; steps: number }

/** Moves the pointer over a picture, in px from its corner; returns the tooltips that came. */
const tooltipsAlong = async (page: Page, picture: Locator, { from, to, steps }: Path): Promise<Set<string>> => {
  const box = await picture.boundingBox()
  if (!box) throw new Error('No picture')
  const seen = new Set<string>()
  for (let step = 0; step <= steps; step++) {
    const [x = 0, y = 0] = [0, 1].map((axis) => (from[axis] ?? 0) + (((to[axis] ?? 0) - (from[axis] ?? 0)) * step) / steps)
    await page.mouse.move(box.x + x, box.y + y, { steps: 2 })
    await drawn(page)
    for (const text of await page.locator('[class*=tooltip-of-]').allTextContents()) seen.add(text)
  }
  return seen
}

test('entries of a legend and their tooltips', async ({ page, isHarmless }) => {
  const dataset = await tableOf(page)
  const form = { viz_type: 'pie', groupby: ['text'], metric: sum, row_limit: 1000, legendType: 'scroll', show_legend: true }
  const chart = await makeChart(page, dataset, form)
  await page.goto(`/explore/?slice_id=${chart}`)
  await expect(pictureOf(page)).toBeVisible()
  await expect(async () => {
    const seen = await tooltipsAlong(page, pictureOf(page), { from: [10, 10], to: [500, 10], steps: 20 })
    expect(seen.size).toBeGreaterThan(2)
  }).toPass()
  await isHarmless('legend')
})

test('titles of axes', async ({ page, isHarmless }) => {
  const dataset = await tableOf(page)
  const [x_axis_title, y_axis_title] = [payloads.slice(0, 500), payloads.slice(500)].map((some) => some.join(' '))
  const form = { viz_type: 'echarts_timeseries_bar', x_axis: 'number', metrics: [sum], groupby: [], x_axis_title, y_axis_title }
  const chart = await makeChart(page, dataset, { ...form, x_axis_title_margin: 30, y_axis_title_margin: 30 })
  await page.goto(`/explore/?slice_id=${chart}`)
  await expect(pictureOf(page)).toBeVisible()
  await isHarmless('titles')
})

const day = 86_400_000
const dayOf = (i: number) => new Date(Date.UTC(2000, 0, 1) + i * day).toISOString().slice(0, 10)

test('annotations and their tooltips', async ({ page, isHarmless }) => {
  const days = payloads.map((_, i) => `${dayOf(i)},1`)
  const dataset = await uploadTable(page, 'days', ['day,number', ...days].join('\n'))
  const layer = await create(page, '/api/v1/annotation_layer/', { name: payloads[0] })
  const midnightOf = (i: number) => `${dayOf(i)}T00:00:00`
  const bodies = payloads.map((text, i) => ({
    short_descr: text,
    long_descr: text,
    start_dttm: midnightOf(i),
    end_dttm: midnightOf(i + 1),
  }))
  await createAll(page, `/api/v1/annotation_layer/${layer}/annotation/`, bodies)
  const annotation = { name: payloads[0], annotationType: 'INTERVAL', sourceType: 'NATIVE', value: layer, show: true }
  const form = {
    viz_type: 'echarts_timeseries_line',
    x_axis: 'day',
    time_grain_sqla: 'P1D',
    metrics: [sum],
    groupby: [],
    rich_tooltip: false,
  }
  const chart = await makeChart(page, dataset, { ...form, row_limit: 1000, annotation_layers: [annotation] })
  await page.goto(`/explore/?slice_id=${chart}`)
  await expect(pictureOf(page)).toBeVisible()
  await isHarmless('chart')
  const box = await pictureOf(page).boundingBox()
  const tooltip = page.locator('[class*=tooltip-of-]')
  const seen = new Set<string>()
  for (let at = 0.2; at < 0.9; at += 0.1) {
    await expect(async () => {
      await page.mouse.move(0, 0)
      await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) * at, (box?.y ?? 0) + (box?.height ?? 0) / 2, { steps: 3 })
      await expect(tooltip).toContainText(/hit|listener/, { timeout: 2000 })
    }).toPass({ timeout: 12_000 })
    seen.add((await tooltip.textContent()) ?? '')
  }
  expect(seen.size).toBeGreaterThan(4)
  await isHarmless('annotations')
})

test('an error of a query, in a chart and in a toast', async ({ page, isHarmless }) => {
  const dataset = await tableOf(page)
  const chart = await makeChart(page, dataset, { viz_type: 'big_number_total', metric: 'count' })
  const message = payloads.join(' ')
  const errors = [{ message, error_type: 'GENERIC_DB_ENGINE_ERROR', level: 'error', extra: {} }]
  await page.route(/\/api\/v1\/(chart\/data|chart\/favorite_status)/, (route) => route.fulfill({ status: 422, json: { errors } }))
  await page.goto(`/explore/?slice_id=${chart}`)
  await expect(page.getByRole('alert').filter({ hasText: 'top.hit' }).first()).toBeVisible()
  await isHarmless('chart')
  await page.goto('/chart/list/')
  await expect(page.locator('body')).toContainText('There was an error fetching the favorite status')
  await isHarmless('toast')
})
