import type { Page } from '@playwright/test'
import { expect, test, settled } from './server.ts'

/** Pixels with a hue on each canvas of the page: axes, grid lines and texts are grey. */
const marksOf = (page: Page): Promise<number[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('main canvas')].map((element) => {
      const canvas = element as HTMLCanvasElement
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] }
      let marks = 0
      for (let i = 0; i < data.length; i += 4) {
        const [red = 0, green = 0, blue = 0, alpha = 0] = [data[i], data[i + 1], data[i + 2], data[i + 3]]
        if (alpha > 24 && Math.max(red, green, blue) - Math.min(red, green, blue) > 24) marks += 1
      }
      return marks
    }),
  )

const chartId = async (page: Page, name: string): Promise<number> => {
  const found = await page.request.get(`/api/v1/chart/?q=(filters:!((col:slice_name,opr:eq,value:'${name}')))`)
  const { result } = (await found.json()) as { result: { id: number }[] }
  return result[0]?.id ?? 0
}

test('switching the type in explore draws marks, from a line chart and back', async ({ page }) => {
  await page.goto(`/explore/?slice_id=${await chartId(page, 'Carbon dioxide rose by a third since 1958')}`)
  const isDrawn = () => expect.poll(async () => (await marksOf(page)).some((marks) => marks > 500)).toBe(true)
  await isDrawn()
  for (const tile of ['Bar', 'Pie', 'Area', 'Scatter', 'Pie', 'Bar', 'Line']) {
    await page.getByRole('radio', { name: new RegExp(`^${tile}`) }).click()
    await expect(page.getByRole('radio', { name: new RegExp(`^${tile}`) })).toBeChecked()
    await settled(page)
    await isDrawn()
    await expect(page.getByText('An error occurred while rendering')).toBeHidden()
  }
})

for (const late of ['pie', 'legend', 'label-layout'])
  test(`a dashboard draws every card alike where the code of ${late} comes late`, async ({ page }) => {
    const found = await page.request.get("/api/v1/dashboard/?q=(filters:!((col:dashboard_title,opr:title_or_slug,value:'Adventure')))")
    const { result } = (await found.json()) as { result: { id: number }[] }
    const open = async () => {
      await page.goto(`/superset/dashboard/${result[0]?.id}/`)
      await expect(page.getByRole('main').getByRole('img').nth(4)).toBeVisible()
    }
    let isAsked = false
    const held: (() => void)[] = []
    await page.route(new RegExp(`/assets/${late}-[^/]+\\.js`), async (route) => {
      isAsked = true
      await new Promise<void>((resolve) => held.push(resolve))
      await route.continue()
    })
    await open()
    await expect.poll(() => isAsked).toBe(true)
    await expect.poll(async () => (await marksOf(page)).some((marks) => marks > 500)).toBe(true)
    for (const release of held) release()
    await settled(page)
    await page.unrouteAll({ behavior: 'wait' })
    await expect.poll(async () => (await marksOf(page)).filter((marks) => marks > 500).length).toBeGreaterThanOrEqual(4)
    const late2 = await marksOf(page)
    await open()
    await expect.poll(async () => await marksOf(page)).toEqual(late2)
  })
