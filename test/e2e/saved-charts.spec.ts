import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from './server.ts'

/** A sample of the recorded charts of Superset, over tables of the examples: each opens, draws, shows what it saved and saves it back. */

type Form = Record<string, unknown> & { viz_type: string }
type Recorded = { name: string; viz_type: string; version: string; dataset: string; form_data: Form }

const recorded = JSON.parse(readFileSync(join(import.meta.dirname, '../conformance/charts.json'), 'utf8')) as Recorded[]

const sample: [name: string, labels: string[]][] = [
  ['Stock prices by symbol', ['Average price', 'symbol', 'date']],
  ['Google price in steps', ['date']],
  ['Employment by sector, stacked', ['month']],
  ['Nonfarm jobs with trend', ['month']],
  ['Employment change against a year before', ['month']],
]

/** What only travels with a form, and ids that differ from server to server. */
const isOfServer = (key: string) =>
  [
    'datasource',
    'slice_id',
    'url_params',
    'extra_filters',
    'force',
    'result_format',
    'result_type',
    'applied_time_extras',
    'dashboards',
  ].includes(key)
const stored = (form: Form) => Object.fromEntries(Object.entries(form).filter(([key]) => !isOfServer(key)))

/** Pixels with a hue on the screen, whether canvas or SVG drew them: axes, grid lines and texts are grey. */
const countMarks = async (page: Page): Promise<number> => {
  const png = await page.locator('[data-picture]').screenshot()
  return page.evaluate(async (encoded) => {
    const picture = await createImageBitmap(new Blob([Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0))]))
    const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d')
    context?.drawImage(picture, 0, 0)
    const { data } = context?.getImageData(0, 0, picture.width, picture.height) ?? { data: [] }
    let marks = 0
    for (let i = 0; i < data.length; i += 4) {
      const [red = 0, green = 0, blue = 0] = [data[i], data[i + 1], data[i + 2]]
      if (Math.max(red, green, blue) - Math.min(red, green, blue) > 24) marks += 1
    }
    return marks
  }, png.toString('base64'))
}

/** More than the coloured words beside a figure have. */
const leastMarks = 3000

test('recorded charts open, draw, show their saved values and are saved back as they were', async ({ page }) => {
  test.setTimeout(180_000)
  for (const [name, labels] of sample)
    await test.step(name, async () => {
      const chart = recorded.find((one) => one.name === name && one.version === '6.1')
      if (!chart) throw new Error(`${name} is not recorded`)
      const datasets = await page.request.get(`/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:${chart.dataset})))`)
      const datasetId = ((await datasets.json()) as { result: { id: number }[] }).result[0]?.id
      const token = await page.request.get('/api/v1/security/csrf_token/')
      const headers = { 'x-csrftoken': ((await token.json()) as { result: string }).result }
      const form = { ...chart.form_data, datasource: `${datasetId}__table` }
      const body = {
        slice_name: name,
        viz_type: chart.viz_type,
        datasource_id: datasetId,
        datasource_type: 'table',
        params: JSON.stringify(form),
      }
      const created = await page.request.post('/api/v1/chart/', { headers, data: body })
      expect(created.status(), await created.text()).toBe(201)
      const { id } = (await created.json()) as { id: number }

      await page.goto(`/explore/?slice_id=${id}`)
      await expect(page.locator('[data-picture] [data-status=done]')).toBeVisible()
      await expect.poll(() => countMarks(page)).toBeGreaterThan(leastMarks)
      const controls = page.getByRole('main')
      for (const label of labels) await expect(controls.getByRole('button', { name: new RegExp(`^${label}`) }).first()).toBeVisible()
      await expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible()

      const title = page.getByRole('textbox', { name: 'Chart name' })
      await title.fill(`${name} again`)
      await title.press('Enter')
      const put = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.url().includes(`/api/v1/chart/${id}`))
      await page.keyboard.press('Control+s')
      expect((await put).status()).toBe(200)
      const after = await page.request.get(`/api/v1/chart/${id}`)
      const { result } = (await after.json()) as { result: { slice_name: string; params: string } }
      expect(result.slice_name).toBe(`${name} again`)
      expect(stored(JSON.parse(result.params) as Form)).toEqual({ ...stored(form), extra_form_data: {} })
    })
})
