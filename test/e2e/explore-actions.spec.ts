import { expect, settled, test } from './server.ts'
import type { Page } from '@playwright/test'

const open = async (page: Page, address: string, table: string) => {
  const found = await page.request.get(`${address}/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:${table})))`)
  const { result } = (await found.json()) as { result: { id: number }[] }
  await page.goto(`/explore/?datasource=${result[0]?.id}__table`)
  await expect(page.getByRole('main').getByRole('img').first()).toBeVisible()
}

const selectedText = (page: Page) =>
  page.evaluate(() => {
    const field = document.activeElement
    return field instanceof HTMLInputElement ? field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0) : null
  })

test('the suggested name is replaced by typing; the toast links to the dashboard and covers nothing; a copy is made', async ({
  page,
  server,
}) => {
  await open(page, server.address, 'stocks')
  await page.keyboard.press('Control+s')
  const dialog = page.getByRole('dialog')
  const name = dialog.getByRole('textbox', { name: 'Chart name' })
  await expect(name).toBeFocused()
  expect(await selectedText(page)).toBe(await name.inputValue())
  await page.keyboard.type('Prices in short')
  await dialog.getByRole('combobox', { name: 'Dashboard' }).click()
  await page.keyboard.type('Short things')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: /^Save/ }).last().click()

  const message = page.getByRole('region', { name: 'Messages' }).getByRole('status')
  await expect(message).toContainText('Saved “Prices in short”')
  const covered = await message.evaluate((toast) => {
    const box = toast.getBoundingClientRect()
    const meets = (element: Element) => {
      const other = element.getBoundingClientRect()
      return other.width > 0 && other.left < box.right && other.right > box.left && other.top < box.bottom && other.bottom > box.top
    }
    return [...document.querySelectorAll('button, a, input, [role=tab], [role=img]')]
      .filter((element) => !toast.contains(element) && meets(element))
      .map((element) => element.textContent)
  })
  expect(covered).toEqual([])

  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Duplicate chart' }).click()
  await expect(page.getByRole('textbox', { name: 'Chart name' })).toHaveValue('Prices in short (copy)')
  await expect(page.getByRole('button', { name: 'On 1 dashboard' })).toBeHidden()

  await page.getByRole('button', { name: 'Open dashboard' }).click()
  await expect(page).toHaveURL(/superset\/dashboard/)
})

test('Share is a menu, and a new metric is added to the dataset', async ({ page, server, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(page, server.address, 'stocks')
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByRole('menuitem')).toHaveText([/Copy permalink/, /by email/, /Embed code/])
  await page.getByRole('menuitem', { name: /Copy permalink/ }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/superset\/explore\/p\//)

  await page.getByRole('button', { name: 'New metric' }).click()
  const sheet = page.getByRole('dialog', { name: /Edit dataset/ })
  await sheet.getByRole('textbox', { name: 'Metric key' }).fill('dearest')
  await sheet.getByRole('textbox', { name: /SQL expression/i }).fill('MAX(price)')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
  await expect(page.getByRole('region', { name: 'Dataset' }).getByRole('button', { name: /^dearest/ })).toBeVisible()
})

test('a save waits for the type that is still loading, and what changes meanwhile stays a change', async ({ page, server }) => {
  await open(page, server.address, 'stocks')
  await page.keyboard.press('Control+s')
  await page.getByRole('dialog').getByRole('textbox', { name: 'Chart name' }).fill('Slowly saved')
  await page.keyboard.press('Enter')
  await page.waitForURL(/slice_id=\d+/)
  await settled(page)

  const delay = (ms: number) => new Promise((done) => setTimeout(done, ms))
  const scripts: string[] = []
  await page.route('**/assets/*.js', async (route) => {
    scripts.push(route.request().url())
    await delay(1000)
    await route.continue()
  })
  let saves = 0
  await page.route(/\/api\/v1\/chart\/\d+$/, async (route) => {
    if (route.request().method() === 'PUT' && ++saves === 1) {
      await page.getByRole('checkbox', { name: 'Show labels' }).uncheck()
      await page.keyboard.press('Control+s')
    }
    await route.continue()
  })
  await page.getByRole('tab', { name: 'Customize' }).click()
  await page.getByRole('radio', { name: /^Pie/ }).press('Enter')
  await page.keyboard.press('Control+s')
  await expect.poll(() => saves).toBe(2)
  await expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  expect(scripts).not.toEqual([])
  await page.unrouteAll({ behavior: 'wait' })

  await page.reload()
  await expect(page.getByRole('radio', { name: /^Pie/ })).toBeChecked()
  await page.getByRole('tab', { name: 'Customize' }).click()
  await expect(page.getByRole('checkbox', { name: 'Show labels' })).not.toBeChecked()
})

test('a deleted chart is restored from the toast, and is in the list again; a failure says so', async ({ page, server }) => {
  await open(page, server.address, 'stocks')
  await page.keyboard.press('Control+s')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Chart name' }).fill('Here and gone')
  await dialog.getByRole('button', { name: /^Save/ }).last().click()
  await page.waitForURL(/slice_id=\d+/)
  const messages = page.getByRole('region', { name: 'Messages' })
  const remove = async () => {
    await settled(page)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Delete chart' }).click()
    await page.waitForURL(/\/chart\/list\//)
    await expect(page.getByRole('link', { name: 'Renewables went from' })).toBeVisible()
    await messages.getByRole('status').filter({ hasText: 'Deleted: Here and gone' }).getByRole('button', { name: 'Undo' }).click()
  }
  await remove()
  await page.waitForURL(/slice_id=\d+/)
  await page.getByRole('link', { name: 'Charts', exact: true }).click()
  await page.getByRole('link', { name: 'Here and gone' }).click()
  await page.waitForURL(/slice_id=\d+/)

  await page.route('**/restore*', (route) => route.abort())
  await remove()
  await expect(messages).toContainText('Could not restore what was deleted')
})
