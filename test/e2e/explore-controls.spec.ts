import type { Page } from '@playwright/test'
import { axeFaultsInBothThemes } from './axe.ts'
import { editors } from './explore-editors.ts'
import { expect, test } from './server.ts'

const openExplore = async (page: Page, vizType: string) => {
  const answer = await page.request.get('/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:stocks)))')
  const { result } = (await answer.json()) as { result: { id: number }[] }
  await page.goto(`/explore/?datasource_type=table&datasource_id=${result[0]?.id}&viz_type=${vizType}`)
  await expect(page.locator('[data-picture] [data-status=done]')).toBeVisible()
}

/** What an editor adds to the page. */
const within = '[role=dialog], [role=listbox], [role=combobox][aria-expanded=true]'

const vizTypes = [...new Set(editors.map(({ vizType }) => vizType))]

for (const vizType of vizTypes)
  test(`axe finds nothing serious in the editors of ${vizType}, in both themes, and Escape closes each`, async ({ page }) => {
    test.setTimeout(600_000)
    await openExplore(page, vizType)
    for (const editor of editors.filter((one) => one.vizType === vizType))
      await test.step(editor.name, async () => {
        const box = await editor.open(page)
        expect(await axeFaultsInBothThemes(page, ['serious', 'critical'], { within })).toEqual([])
        await page.keyboard.press('Escape')
        await expect(box).toBeHidden()
      })
  })

/** px of what has the focus below the top of the foot of its editor. */
const hiddenBelowFoot = (page: Page) =>
  page.locator(':focus').evaluate((focused) => {
    const foot = focused.closest('[role=dialog]')?.querySelector('footer')
    return !foot || foot.contains(focused) ? 0 : Math.max(0, focused.getBoundingClientRect().bottom - foot.getBoundingClientRect().top)
  })

test('in a low window, the foot of an editor stays in view and covers nothing that has the focus', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 560 })
  await openExplore(page, 'table')
  for (const { name, open } of editors.filter(({ vizType }) => vizType === 'table'))
    await test.step(name, async () => {
      const editor = await open(page)
      await expect(editor.getByRole('button', { name: 'Done' })).toBeInViewport({ ratio: 1 })
      for (let i = 0; i < 8; i++) {
        await page.keyboard.press('Tab')
        expect(await hiddenBelowFoot(page), `after ${i + 1} tabs`).toBeLessThanOrEqual(1)
      }
      await page.keyboard.press('Escape')
      await expect(editor).toBeHidden()
    })
})

const rowLimitText = 'The maximum number of rows that the query returns.'

// The texts are loaded when the page is first used.
test('a control that keeps the keyboard focus shows what it does', async ({ page }) => {
  await openExplore(page, 'echarts_timeseries_line')
  const limit = page.getByRole('combobox', { name: 'Row limit' })
  await limit.focus()
  await expect(async () => {
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Tab')
    await expect(limit).toBeFocused()
    await expect(page.getByRole('tooltip')).toHaveText(rowLimitText, { timeout: 5000 })
  }).toPass()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('tooltip')).toBeHidden()
})

test('a label that is hovered shows what its control does', async ({ page }) => {
  await openExplore(page, 'echarts_timeseries_line')
  const label = page.getByRole('group', { name: 'Row limit' }).getByText('Row limit')
  await expect(async () => {
    await page.mouse.move(5, 5)
    await label.hover()
    await expect(page.getByRole('tooltip')).toHaveText(rowLimitText, { timeout: 5000 })
  }).toPass()
})
