import type { Page } from '@playwright/test'
import { axeFaults } from './axe.ts'
import { boxed } from './filter-box.ts'
import { expect, settled, test } from './server.ts'

const get = async <T>(page: Page, path: string): Promise<T> => ((await (await page.request.get(path)).json()) as { result: T }).result

test('a filter box filters the charts of a dashboard, and a review turns it into native filters that a save stores', async ({ page }) => {
  await boxed(page, 'boxed')
  await page.goto('/superset/dashboard/boxed/')
  const dialog = page.getByRole('dialog', { name: 'Ready to review filters in this dashboard?' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  const box = page.getByRole('article', { name: 'Choices' })
  await expect(box.getByRole('group', { name: 'Time Range' })).toBeVisible()
  await box.getByRole('combobox', { name: /Genre of the box/ }).fill('West')
  await page.getByRole('option', { name: 'Western' }).click()
  await page.keyboard.press('Escape')
  const filtered = page.waitForRequest((request) => request.url().includes('/chart/data') && (request.postData() ?? '').includes('Western'))
  await box.getByRole('button', { name: 'Apply' }).click()
  await filtered
  await settled(page)

  await box.getByRole('button', { name: 'Replace by filters' }).click()
  await expect(page.getByText('The filters of “Choices” are now in the filter bar.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Changes' })).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(box).toBeVisible()
  await page.keyboard.press('Control+Shift+z')
  await page.getByRole('region', { name: 'Changes' }).getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByText('This dashboard was saved successfully.')).toBeVisible()

  const { position_json, json_metadata } = await get<{ position_json: string; json_metadata: string }>(page, '/api/v1/dashboard/boxed')
  expect(JSON.parse(position_json)).not.toHaveProperty(['CHART-box'])
  expect((JSON.parse(json_metadata) as { native_filter_configuration: unknown[] }).native_filter_configuration).toHaveLength(2)
  await page.goto('/superset/dashboard/boxed/')
  await expect(page.getByRole('complementary', { name: 'Filters' }).getByRole('group', { name: 'Genre of the box' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('the question about filter boxes is put off for a day, left out or answered by the URL, and a review is undone', async ({ page }) => {
  await boxed(page, 'boxed-states')
  const path = '/superset/dashboard/boxed-states/'
  const dialog = page.getByRole('dialog', { name: 'Ready to review filters in this dashboard?' })
  const box = page.getByRole('article', { name: 'Choices' })
  const field = page.getByRole('complementary', { name: 'Filters' }).getByRole('group', { name: 'Genre of the box' })
  await page.goto(`${path}?migration_state=NOOP`)
  await expect(box).toBeVisible()
  await settled(page)
  await expect(dialog).toHaveCount(0)

  await page.goto(`${path}?migration_state=REVIEWING`)
  await expect(page.getByText('The filter boxes are filters of the filter bar now. Save to keep that.')).toBeVisible()
  await expect(page.getByText('The filters of “Choices” are now in the filter bar.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Changes' })).toBeVisible()
  await expect(field).toBeVisible()
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
  await expect(box).toBeVisible()
  await expect(field).toHaveCount(0)

  await page.goto('about:blank')
  await page.goto(`${path}?migration_state=CONVERTED`)
  await expect(field).toBeVisible()
  await expect(box).toHaveCount(0)
  await expect(dialog).toHaveCount(0)

  await page.goto('about:blank')
  await page.goto(path)
  await dialog.getByRole('button', { name: 'Remind me in 24 hours' }).click()
  await expect(dialog).toHaveCount(0)
  await page.reload()
  await expect(box.getByRole('group', { name: 'Genre of the box' })).toBeVisible()
  await settled(page)
  await expect(dialog).toHaveCount(0)
})

test('the filter mapping says which charts a filter box filters', async ({ page }) => {
  const { boxId } = await boxed(page, 'boxed-mapping')
  await page.goto('/superset/dashboard/boxed-mapping/')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Set filter mapping' }).click()
  const sheet = page.getByRole('dialog', { name: 'Set filter mapping' })
  await expect(sheet.getByRole('group', { name: 'Choices' }).getByRole('button')).toHaveText(['Genre of the box', 'Time Range'])
  expect(await axeFaults(page, ['serious', 'critical'])).toEqual([])
  await sheet.getByRole('row', { name: 'Films', exact: true }).click()
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(sheet).toBeHidden()
  const { json_metadata } = await get<{ json_metadata: string }>(page, '/api/v1/dashboard/boxed-mapping')
  expect((JSON.parse(json_metadata) as { filter_scopes: unknown }).filter_scopes).toEqual({
    [boxId]: { 'Major Genre': { scope: [], immune: [] } },
  })

  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/chart/data') && asked.push(request.postData() ?? ''))
  const choose = async () => {
    const box = page.getByRole('article', { name: 'Choices' })
    await box.getByRole('combobox', { name: /Genre of the box/ }).fill('West')
    await page.getByRole('option', { name: 'Western' }).click()
    await page.keyboard.press('Escape')
    await box.getByRole('button', { name: 'Apply' }).click()
    await settled(page)
  }
  await choose()
  await page.reload()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await choose()
  expect(asked.filter((body) => body.includes('"Western"'))).toEqual([])
})
