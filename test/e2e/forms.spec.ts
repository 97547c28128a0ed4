import type { Locator, Page } from '@playwright/test'
import { expect, test } from './server.ts'

/** Another dashboard than those of other tests; gives its id. */
const newDashboard = async (page: Page, title: string): Promise<number> => {
  const { result: token } = (await (await page.request.get('/api/v1/security/csrf_token/')).json()) as { result: string }
  const answer = await page.request.post('/api/v1/dashboard/', { data: { dashboard_title: title }, headers: { 'x-csrftoken': token } })
  expect(answer.ok()).toBe(true)
  return ((await answer.json()) as { id: number }).id
}

const chooseProperties = async (page: Page, title: string): Promise<void> => {
  await page.getByRole('button', { name: `Actions of ${title}` }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Edit properties' }).focus()
  await page.keyboard.press('Enter')
}

/** Opens the properties of a dashboard in the list, by keys alone. */
const openProperties = async (page: Page, title: string): Promise<Locator> => {
  await newDashboard(page, title)
  await page.goto('/dashboard/list/')
  await page.getByRole('searchbox').first().fill(title)
  await expect(page.getByRole('button', { name: /^Actions of / })).toHaveCount(1)
  await chooseProperties(page, title)
  const sheet = page.getByRole('dialog', { name: 'Edit dashboard properties' })
  await expect(sheet.getByRole('textbox', { name: 'Title' })).toBeFocused()
  return sheet
}

const question = (page: Page) => page.getByRole('alertdialog', { name: 'Leave without saving?' })

test('by keyboard alone: a server error is shown at its field, and the form is saved when corrected', async ({ page }) => {
  const sheet = await openProperties(page, 'Plan by keys')
  const slug = sheet.getByRole('textbox', { name: 'URL slug' })
  await expect(sheet.getByRole('button', { name: 'Save' })).toBeDisabled()
  await page.keyboard.press('End')
  await page.keyboard.type(' and more')
  await page.keyboard.press('Tab')
  await page.keyboard.type('films')
  await page.keyboard.press('Enter')
  await expect(slug).toHaveAccessibleDescription('Must be unique')
  await expect(slug).toHaveAttribute('aria-invalid', 'true')
  await expect(slug).toBeFocused()
  await page.keyboard.type('-by-keys')
  await page.keyboard.press('Enter')
  await expect(sheet).toBeHidden()
  await expect(page.getByRole('link', { name: 'Plan by keys and more' })).toBeVisible()
})

test('a form with an empty required field is not sent, and the field gets the focus', async ({ page }) => {
  const sheet = await openProperties(page, 'Plan with a name')
  const title = sheet.getByRole('textbox', { name: 'Title' })
  await title.fill('')
  await sheet.getByRole('textbox', { name: 'URL slug' }).fill('plan')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(title).toBeFocused()
  await expect(title).toHaveAccessibleDescription('cannot be empty')
})

test('offline the input is kept, and saved when online again', async ({ page }) => {
  const sheet = await openProperties(page, 'Plan offline')
  const description = sheet.getByRole('textbox', { name: 'Description' })
  await description.fill('Written on a train')
  await page.route('**/api/v1/dashboard/*', (route) => route.abort('internetdisconnected'))
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(sheet.getByRole('alert')).toHaveText('Network error.')
  await expect(description).toHaveValue('Written on a train')
  await page.unroute('**/api/v1/dashboard/*')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(sheet).toBeHidden()
})

test('leaving with changes asks: when closing, on another page, in another form', async ({ page }) => {
  const sheet = await openProperties(page, 'Plan to leave')
  const description = sheet.getByRole('textbox', { name: 'Description' })
  await description.fill('Not saved')
  await page.keyboard.press('Escape')
  await expect(question(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question(page)).toBeHidden()
  await expect(description).toHaveValue('Not saved')

  await page.getByRole('banner').getByRole('link', { name: 'Charts' }).click()
  await question(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/dashboard\/list\//)
  await expect(description).toHaveValue('Not saved')

  await chooseProperties(page, 'Plan to leave')
  await question(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(description).toHaveValue('Not saved')

  await page.getByRole('banner').getByRole('link', { name: 'Charts' }).click()
  await question(page).getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/chart\/list\//)
})

test('closing the tab asks only with unsaved changes', async ({ page }) => {
  const warns = () => page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })))
  const sheet = await openProperties(page, 'Plan of a tab')
  expect(await warns()).toBe(false)
  await sheet.getByRole('textbox', { name: 'Description' }).fill('Not saved')
  await expect.poll(warns).toBe(true)
})

test('properties in view mode: a rejected save changes nothing, a corrected one is saved', async ({ page }) => {
  const id = await newDashboard(page, 'Plan as read')
  await page.goto(`/superset/dashboard/${id}/`)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Edit properties' }).click()
  const sheet = page.getByRole('dialog', { name: 'Dashboard properties' })
  const slug = sheet.getByRole('textbox', { name: 'URL slug' })
  await sheet.getByRole('button', { name: 'Advanced' }).click()
  const settings = sheet.getByRole('textbox', { name: 'JSON metadata' })
  await settings.fill('{')
  await slug.fill('films')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(settings).toHaveAccessibleDescription('JSON not valid: line 1, column 2')
  await expect(settings).toBeFocused()
  await settings.fill('{"refresh_frequency": 60}')
  await expect(sheet.getByRole('combobox', { name: 'Refresh frequency' })).toHaveText(/1 minute/)
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(slug).toHaveAccessibleDescription('Must be unique')
  await slug.fill('plan-as-read')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(sheet).toBeHidden()
  await expect(page).toHaveURL(/plan-as-read/)
  const { result } = (await (await page.request.get(`/api/v1/dashboard/${id}`)).json()) as {
    result: { slug: string; json_metadata: string }
  }
  expect([result.slug, JSON.parse(result.json_metadata)]).toMatchObject(['plan-as-read', { refresh_frequency: 60 }])
})
