import { expect, settled, test } from './server.ts'

test('the picker draws examples, suggests what fits, and is used by keyboard alone', async ({ page }) => {
  await page.goto('/explore/?slice_id=18')
  await settled(page)
  await page.getByRole('button', { name: 'View all charts' }).focus()
  await page.keyboard.press('Enter')
  const picker = page.getByRole('dialog', { name: 'Select a visualization type' })
  const search = picker.getByRole('searchbox', { name: 'Search all charts' })
  await expect(search).toBeFocused()

  const fitting = picker.getByRole('group', { name: 'Fits the chosen fields' })
  await expect(fitting.getByRole('option', { name: 'Line Chart' })).toBeVisible()
  await expect(fitting.getByRole('option', { name: 'Pie Chart' })).toHaveCount(0)
  const drawn = fitting.getByRole('option', { name: 'Line Chart' }).locator('canvas, svg[viewBox="0 0 128 72"]')
  await expect(drawn.first()).toBeVisible()

  await page.keyboard.press('ArrowDown')
  const first = fitting.getByRole('option').first()
  await expect(first).toBeFocused()
  await expect(first).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowRight')
  await expect(first).toHaveAttribute('aria-selected', 'false')

  await search.focus()
  await page.keyboard.type('piee')
  await expect(picker.getByRole('option', { selected: true })).toHaveAccessibleName('Pie Chart')
  await expect(picker.getByRole('heading', { name: 'Pie Chart' })).toBeVisible()
  await expect(picker.locator('figure').getByRole('img').first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(picker).toBeHidden()
  await expect(page.getByRole('radio', { name: /^Pie/ })).toBeChecked()

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('radio', { name: /^Bar/ })).toBeChecked()
})

test('a shelf without the chosen type clears the choice', async ({ page }) => {
  await page.goto('/explore/?slice_id=18')
  await settled(page)
  await page.getByRole('button', { name: 'View all charts' }).click()
  const picker = page.getByRole('dialog', { name: 'Select a visualization type' })
  await picker.getByRole('button', { name: 'Distribution' }).click()
  await expect(picker.getByRole('button', { name: 'Select' })).toBeDisabled()
  await picker.getByRole('option', { name: 'Histogram' }).dblclick()
  await expect(picker).toBeHidden()
  await expect(page.getByRole('radio', { name: /^Histogram/ })).toBeChecked()
})
