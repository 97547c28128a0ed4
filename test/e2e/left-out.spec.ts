import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, settled, test } from './server.ts'

const metric = { expressionType: 'SQL', sqlExpression: 'COUNT(*) - 300', label: 'Titles over 300' }

const openChart = async (page: Page, form: object) => {
  const found = await page.request.get(`/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:movies)))`)
  const { result } = (await found.json()) as { result: { id: number }[] }
  const whole = { datasource: `${result[0]?.id}__table`, row_limit: 100, ...form }
  await page.goto(`/explore/?form_data=${encodeURIComponent(JSON.stringify(whole))}`)
}

const bars = { viz_type: 'echarts_timeseries_bar', x_axis: 'Major Genre', metrics: [metric], logAxis: true }

/** Heights of the picture, px, and where the lowest ink on it is. */
const measure = (page: Page) =>
  page
    .getByRole('main')
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
  const before = await measure(page)
  coming.resolve()
  const note = page.getByRole('note')
  await expect(note).toHaveText(/^\d+ values of zero or less are not drawn on the logarithmic axis\.$/)
  await expect.poll(async () => (await measure(page)).canvas).toBeLessThan(before.canvas)
  const after = await measure(page)
  const { y: top = 0, height = 0 } = (await note.boundingBox()) ?? {}
  expect(before.canvas - after.canvas).toBe(height)
  expect(after.box).toBe(after.canvas)
  expect(after.bottom).toBeLessThanOrEqual(top)
  await expect.poll(async () => (await measure(page)).ink).toBeGreaterThan(after.canvas - 40)
})

test('a pie says how many of its parts are below zero, in the file that is downloaded, too', async ({ page }) => {
  await openChart(page, { viz_type: 'pie', groupby: ['Major Genre'], metric })
  const note = page.getByRole('note')
  await expect(note).toHaveText(/^\d+ values below zero are not drawn as parts of the whole\.$/)
  await page.getByRole('tab', { name: 'Results' }).click()
  await expect(page.getByRole('grid', { name: 'Results' })).toBeVisible()
  await settled(page)
  const { canvas } = await measure(page)
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
