import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { expect, settled, test } from './server.ts'

const metric = { expressionType: 'SQL', sqlExpression: 'COUNT(*) - 300', label: 'Titles over 300' }

const openChart = async (page: Page, form: object) => {
  const found = await page.request.get(`/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:movies)))`)
  const { result } = (await found.json()) as { result: { id: number }[] }
  const whole = { datasource: `${result[0]?.id}__table`, row_limit: 100, ...form }
  await page.goto(`/explore/?form_data=${encodeURIComponent(JSON.stringify(whole))}`)
}

const bars = { viz_type: 'echarts_timeseries_bar', x_axis: 'Major Genre', metrics: [metric], logAxis: true }

/** Heights of a picture, px, and where the lowest ink on it is. */
const measure = (place: Locator) =>
  place
    .locator('canvas')
    .first()
    .evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] }
      const last = data.findLastIndex((byte, i) => i % 4 === 3 && byte > 100)
      const ratio = canvas.height / canvas.clientHeight
      const box = canvas.closest('[_echarts_instance_]')
      return {
        canvas: canvas.clientHeight,
        box: box?.clientHeight,
        bottom: canvas.getBoundingClientRect().bottom,
        ink: Math.floor(last / 4 / canvas.width / ratio),
      }
    })

test('bars that a logarithmic axis has no place for are counted below it; the chart makes room for the note when that comes', async ({
  page,
}) => {
  const coming = Promise.withResolvers<void>()
  await page.route(/\/RareStates-.*\.js/, async (route) => {
    await coming.promise
    await route.continue()
  })
  await openChart(page, bars)
  await expect(page.getByRole('main').locator('canvas').first()).toBeVisible()
  const before = await measure(page.getByRole('main'))
  coming.resolve()
  const note = page.getByRole('note')
  await expect(note).toHaveText(/^\d+ values of zero or less are not drawn on the logarithmic axis\.$/)
  await expect.poll(async () => (await measure(page.getByRole('main'))).canvas).toBeLessThan(before.canvas)
  const after = await measure(page.getByRole('main'))
  const { y: top = 0, height = 0 } = (await note.boundingBox()) ?? {}
  expect(before.canvas - after.canvas).toBe(height)
  expect(after.box).toBe(after.canvas)
  expect(after.bottom).toBeLessThanOrEqual(top)
  await expect.poll(async () => (await measure(page.getByRole('main'))).ink).toBeGreaterThan(after.canvas - 40)
})

test('a pie says how many of its parts are below zero, in the file that is downloaded, too', async ({ page }) => {
  await openChart(page, { viz_type: 'pie', groupby: ['Major Genre'], metric })
  const note = page.getByRole('note')
  await expect(note).toHaveText(/^\d+ values below zero are not drawn as parts of the whole\.$/)
  await page.getByRole('tab', { name: 'Results' }).click()
  await expect(page.getByRole('grid', { name: 'Results' })).toBeVisible()
  await settled(page)
  const { canvas } = await measure(page.getByRole('main'))
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Chart as SVG' }).click()
  const svg = readFileSync(await (await file).path()).toString()
  expect(svg).toContain(await note.innerText())
  expect(Number(/^<svg[^>]* height="(\d+)"/.exec(svg)?.[1])).toBeGreaterThan(canvas)
})

test('a chart that shows everything has no note', async ({ page }) => {
  await openChart(page, { ...bars, metrics: ['count'] })
  await expect(page.getByRole('main').locator('canvas').first()).toBeVisible()
  await settled(page)
  await expect(page.getByRole('note')).toHaveCount(0)
})

test('in the card of a dashboard chart and note share the height, which its first picture has as well', async ({ page }) => {
  const { result: charts } = (await (await page.request.get('/api/v1/dashboard/films/charts')).json()) as {
    result: { id: number; form_data: Record<string, unknown> }[]
  }
  const pie = charts.find(({ form_data }) => form_data['viz_type'] === 'pie')
  const { result: token } = (await (await page.request.get('/api/v1/security/csrf_token/')).json()) as { result: string }
  const data = { params: JSON.stringify({ ...pie?.form_data, metric: { ...metric, sqlExpression: 'COUNT(*) - 500' } }) }
  expect((await page.request.put(`/api/v1/chart/${pie?.id}`, { data, headers: { 'X-CSRFToken': token } })).ok()).toBe(true)
  const text = '2 values below zero are not drawn as parts of the whole.'
  const html = async () => (await page.request.get('/superset/dashboard/films/', { headers: { accept: 'text/html' } })).text()
  await expect(async () => {
    await page.goto('/superset/dashboard/films/')
    await settled(page)
    await expect.poll(html, { timeout: 15_000 }).toContain(`>${text}</text>`)
  }).toPass({ timeout: 90_000 })
  const card = page.getByRole('article', { name: /^PG-13/ })
  const note = card.getByText(text)
  await expect(note).toBeVisible()
  const { canvas, box, bottom, ink } = await measure(card)
  const [words, frame] = [await note.boundingBox(), await card.boundingBox()]
  expect(canvas).toBe(box)
  expect(ink).toBeLessThan(canvas)
  expect(bottom).toBeLessThanOrEqual(words?.y ?? 0)
  expect((words?.y ?? 0) + (words?.height ?? 0)).toBeLessThanOrEqual((frame?.y ?? 0) + (frame?.height ?? 0))
})
