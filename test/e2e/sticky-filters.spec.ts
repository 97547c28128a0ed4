import { allTypes, bar, choose, fieldOf, figure, makeDashboard, textOf } from './filtered-dashboard.ts'
import { expect, settled, test } from './server.ts'

test('a dashboard that remembers values opens with them again, until they are reset to the default', async ({ page }) => {
  const id = await makeDashboard(page, 'sticky', (dataset) => allTypes(dataset).slice(0, 1))
  const address = `/superset/dashboard/${id}/`
  await page.goto(address)
  await expect(figure(page)).toBeVisible()
  const all = await textOf(page)
  await bar(page).getByRole('button', { name: 'Settings of the filter bar' }).click()
  const written = page.waitForResponse((response) => response.request().method() === 'PUT')
  await page.getByRole('menuitemradio', { name: 'Remember each person’s values' }).click()
  expect((await written).status()).toBe(200)
  await page.keyboard.press('Escape')
  const middleOf = async (name: string) => {
    const box = await bar(page).getByRole('button', { name }).boundingBox()
    return (box?.y ?? 0) + (box?.height ?? 0) / 2
  }
  expect(await middleOf('Reset to default')).toBe(await middleOf('Apply filters'))

  const kept = page.waitForResponse((response) => response.request().method() === 'PUT' && response.url().endsWith('/sticky_filters'))
  await choose(page, 'Genre', 'Documentary')
  await bar(page).getByRole('button', { name: 'Apply filters' }).click()
  await expect(figure(page)).not.toHaveText(all)
  expect((await kept).status()).toBe(200)
  const narrowed = await textOf(page)
  await settled(page)

  // The address without the key of the values.
  await page.goto(address)
  await expect(fieldOf(page, 'Genre')).toContainText('Documentary')
  await expect(figure(page)).toHaveText(narrowed)

  await bar(page).getByRole('button', { name: 'Reset to default' }).click()
  await expect(figure(page)).toHaveText(all)
  await settled(page)
  await page.goto(address)
  await expect(figure(page)).toHaveText(all)
})
