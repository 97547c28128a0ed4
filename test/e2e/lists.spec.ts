import { expect, test, settled } from './server.ts'

test('charts are searched, starred, deleted in bulk and restored', async ({ page }) => {
  await page.goto('/chart/list/')
  await expect(page.getByRole('heading', { name: /^Charts/ })).toBeVisible()
  const search = page.getByRole('searchbox').first()
  await search.fill('bird')
  await expect(page.getByText('Birds are struck most in September and October')).toBeVisible()
  await expect(page.getByText('The biggest films')).toBeHidden()
  await expect(page).toHaveURL(/bird/)

  await page.getByRole('button', { name: /^Star Birds are struck/ }).click()
  await settled(page)
  await page.reload()
  await expect(page.getByRole('button', { name: /Birds are struck/ }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^(Unstar|Remove the star|Star) ?.*Birds are struck/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  )

  const thumbnail = page.locator('img[src*="/thumbnail/"]').first()
  await expect.poll(() => thumbnail.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
})

test('charts of all pages are selected, deleted together and brought back', async ({ page }) => {
  await page.goto('/chart/list/')
  const bar = page.getByRole('toolbar', { name: 'Selection' })
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await expect(bar.getByRole('status')).toHaveText('25 selected')
  const range = page.getByRole('navigation', { name: 'Pages' })
  const count = Number(/of (\d+)/.exec((await range.textContent()) ?? '')?.[1])
  expect(count).toBeGreaterThan(25)
  await bar.getByRole('button', { name: `Select all (${count})` }).click()
  await expect(bar.getByRole('status')).toHaveText(`${count} selected`)
  await range.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByRole('checkbox', { name: 'Select all on this page' })).toBeChecked()
  await bar.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(`Deleted: ${count} charts`)).toBeVisible()
  await expect(bar).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(range).toContainText(`of ${count}`)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })
  test('the lists fit without horizontal scrolling', async ({ page }) => {
    for (const path of ['/superset/welcome/', '/chart/list/', '/dashboard/list/', '/tablemodelview/list/', '/databaseview/list/']) {
      await page.goto(path)
      await expect(page.getByRole('main')).toBeVisible()
      await settled(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), path).toBeLessThanOrEqual(0)
    }
  })
})
