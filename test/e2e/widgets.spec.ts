import type { Page } from '@playwright/test'
import { axeFaults } from './axe.ts'
import { expect, test } from './server.ts'

const open = async (page: Page) => {
  await page.goto('/dev/widgets')
  await expect(page.getByRole('heading', { name: 'Widgets', level: 1 })).toBeVisible()
}

for (const theme of ['light', 'dark'] as const)
  test(`axe finds nothing wrong with any widget in ${theme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme })
    await open(page)
    expect(await axeFaults(page)).toEqual([])
  })

/** What has the focus, by its name. */
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent?.trim() ?? '')

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

test('Tab reaches every control of the page, each seen, and one of a group', async ({ page }) => {
  await open(page)
  const seen = await page.evaluate(() => {
    const main = document.querySelector('main')
    return main ? [...main.querySelectorAll<HTMLElement>('[role=radio], [role=tab]')].filter((one) => one.tabIndex === 0).length : 0
  })
  expect(seen).toBe(await page.locator('main [role=radiogroup], main [role=tablist]').count())
  await page.getByRole('radiogroup', { name: 'Theme' }).getByRole('radio', { checked: true }).focus()
  const names = new Set<string>()
  for (let stops = 0; stops < 200; stops++) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(() => {
      const on = document.activeElement
      if (!on || on === document.body || !on.closest('main')) return null
      const { width, height } = on.getBoundingClientRect()
      return { name: on.getAttribute('aria-label') ?? on.textContent ?? '', isSeen: width > 0 && height > 0 }
    })
    if (!stop) break
    expect(stop.isSeen, stop.name).toBe(true)
    names.add(stop.name.trim())
  }
  for (const name of ['Unstar Sales', 'Search things', 'On', 'Small', 'Width of the pane', 'Menu', 'Cities', 'Details'])
    expect([...names]).toContain(name)
})

test('arrow keys choose in a segmented choice and in tabs, in the direction of reading', async ({ page }) => {
  await open(page)
  const size = page.getByRole('radiogroup', { name: 'Size' })
  await size.getByRole('radio', { name: 'Small' }).focus()
  await press(page, 'ArrowRight')
  await expect(size.getByRole('radio', { name: 'Medium' })).toBeChecked()
  expect(await focused(page)).toBe('Medium')
  await press(page, 'End', 'ArrowRight')
  await expect(size.getByRole('radio', { name: 'Small' })).toBeChecked()
  await page.getByRole('tab', { name: 'Data' }).focus()
  await press(page, 'ArrowRight', 'ArrowRight')
  await expect(page.getByRole('tabpanel', { name: 'More' })).toBeVisible()

  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
  await size.getByRole('radio', { name: 'Small' }).focus()
  await press(page, 'ArrowLeft')
  await expect(size.getByRole('radio', { name: 'Medium' })).toBeChecked()
  await page.getByRole('tab', { name: 'More' }).focus()
  await press(page, 'ArrowRight')
  await expect(page.getByRole('tabpanel', { name: 'Style' })).toBeVisible()
})

test('a menu is walked by arrows and letters, and Tab goes on from its button', async ({ page }) => {
  await open(page)
  const button = page.getByRole('button', { name: 'Menu', exact: true })
  await button.focus()
  await press(page, 'Enter')
  await expect(page.getByRole('menuitem', { name: 'Copy' })).toBeFocused()
  await press(page, 'l', 'ArrowDown', 'Tab')
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Popover', exact: true })).toBeFocused()
  await button.focus()
  await press(page, 'Enter', 'd', 'd')
  await press(page, 'Enter')
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(button).toBeFocused()
})

test('a list and a menu opened in a modal dialog lie in it, keep Tab, and close before it', async ({ page }) => {
  await open(page)
  await page.getByRole('button', { name: 'Dialog', exact: true }).focus()
  await press(page, 'Enter')
  const dialog = page.getByRole('dialog', { name: 'Copy the chart' })
  await expect(dialog.getByRole('textbox', { name: 'Name of the copy' })).toBeFocused()
  await press(page, 'Tab', 'ArrowDown')
  await expect(dialog.getByRole('combobox', { name: 'Search' })).toBeFocused()
  await press(page, 'Tab')
  await expect(dialog.getByRole('combobox', { name: 'Search' })).toBeFocused()
  await page.keyboard.type('che')
  await press(page, 'Enter')
  await expect(dialog.getByRole('combobox', { name: 'Fruit' })).toHaveText('Cherry')
  await press(page, 'Tab', 'Enter')
  await expect(dialog.getByRole('menuitem', { name: 'Copy' })).toBeFocused()
  expect(await axeFaults(page, ['serious', 'critical'])).toEqual([])
  await press(page, 'Escape')
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(dialog).toBeVisible()
  for (let stops = 0; stops < 8; stops++) {
    await press(page, 'Tab')
    expect(await dialog.evaluate((box) => box.contains(document.activeElement))).toBe(true)
  }
  await press(page, 'Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Dialog', exact: true })).toBeFocused()
})

test('rows of a table are opened and selected by keyboard, also those out of sight', async ({ page }) => {
  await open(page)
  const table = page.getByRole('grid', { name: 'Cities' })
  await table.focus()
  await press(page, 'End', 'ArrowUp', 'Enter')
  const last = (await page.getByRole('status').filter({ hasText: 'Opened' }).textContent()) ?? ''
  await press(page, 'Home', 'Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Opened' })).not.toHaveText(last)
  await press(page, 'Space', 'ArrowDown', 'Space')
  await expect(page.getByText('2 selected')).toBeVisible()
  await expect(table.getByRole('row', { selected: true })).toHaveCount(2)
  await table.getByRole('checkbox', { name: 'Select all' }).check()
  await expect(page.getByText('2000 selected')).toBeVisible()
  await page.getByRole('button', { name: 'City' }).focus()
  await press(page, 'Enter')
  await expect(page.getByRole('columnheader', { name: 'City' })).toHaveAttribute('aria-sort', 'ascending')
})

test('a list of ten thousand draws few rows and reaches every one by keyboard', async ({ page }) => {
  await open(page)
  const choice = page.getByRole('combobox', { name: 'Ten thousand options' })
  await choice.focus()
  await press(page, 'ArrowDown')
  await expect(page.getByRole('option', { name: 'Option 1', exact: true })).toBeVisible()
  expect(await page.getByRole('option').count()).toBeLessThan(60)
  for (let pages = 0; pages < 5; pages++) await press(page, 'PageDown')
  await expect(page.getByRole('option', { name: 'Option 41', exact: true })).toBeInViewport()
  await page.keyboard.type('9999')
  await expect(page.getByRole('option', { name: 'Option 9999', exact: true })).toBeVisible()
  await press(page, 'Enter')
  await expect(choice).toHaveText('Option 9999')
})

test('a combobox of ten thousand: typed, chosen, pasted as a list, taken back', async ({ page }) => {
  await open(page)
  const many = page.getByRole('combobox', { name: 'Many of ten thousand' })
  await many.focus()
  await press(page, 'ArrowDown')
  await expect(page.getByRole('option', { name: 'Option 1', exact: true })).toBeVisible()
  expect(await page.getByRole('option').count()).toBeLessThan(60)
  await page.keyboard.type('option 77')
  await expect(page.getByRole('option', { name: 'Option 77', exact: true })).toBeVisible()
  // While the list is open, it and the field are all that is there for assistive technology.
  await press(page, 'ArrowDown', 'Enter', 'Escape')
  await expect(page.getByRole('button', { name: 'Remove Option 77' })).toBeVisible()
  await many.evaluate((input) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', 'Option 5\n 17 ; option 9000, nothing')
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  const tags = page.getByRole('button', { name: /^Remove Option/ })
  await expect(tags).toHaveCount(4)
  await press(page, 'Backspace')
  await expect(tags).toHaveCount(3)
  await expect(page.getByRole('listbox')).toBeHidden()
})

test('a combobox makes own values, and shows what a server finds', async ({ page }) => {
  await open(page)
  await page.getByRole('combobox', { name: 'Own values' }).focus()
  await page.keyboard.type('kiwi')
  await expect(page.getByRole('option', { name: 'Use “kiwi”' })).toBeVisible()
  await press(page, 'ArrowDown', 'Enter', 'Escape')
  await expect(page.getByRole('button', { name: 'Remove kiwi' })).toBeVisible()
  const remote = page.getByRole('combobox', { name: 'Searched on the server' })
  await remote.focus()
  await page.keyboard.type('9998')
  await expect(page.getByRole('option')).toHaveCount(1)
  await press(page, 'ArrowDown', 'Enter')
  await expect(remote).toHaveValue('Option 9998')
})

test('numbers, days and a tree are changed by keyboard', async ({ page }) => {
  await open(page)
  const limit = page.getByRole('textbox', { name: 'Row limit' })
  await limit.focus()
  await press(page, 'ArrowUp')
  await expect(limit).toHaveValue('1,300')
  await page.getByRole('slider', { name: 'Opacity' }).focus()
  await press(page, 'End', 'ArrowLeft')
  await expect(page.getByRole('slider', { name: 'Opacity' })).toHaveValue('99')
  await page.getByRole('radio', { name: 'Rows' }).focus()
  await press(page, 'ArrowDown')
  await expect(page.getByRole('radio', { name: 'Columns' })).toBeChecked()

  await page
    .getByRole('spinbutton', { name: /^day, Start Date/ })
    .first()
    .focus()
  await press(page, 'ArrowUp')
  await expect(page.getByRole('spinbutton', { name: /^day, Start Date/ }).first()).toHaveText('5')
  await page.getByRole('button', { name: /March 10, 2024/ }).focus()
  await press(page, 'ArrowDown', 'Enter')
  await expect(page.getByRole('button', { name: /March 17, 2024 selected/ })).toBeVisible()

  const tree = page.getByRole('treegrid', { name: 'Scope' })
  await tree.getByRole('row', { name: 'Films' }).focus()
  await press(page, 'Space')
  await expect(tree.getByRole('row', { name: 'Budgets' })).toHaveAttribute('aria-selected', 'true')
  await expect(tree.getByRole('row', { name: 'Archive' })).not.toHaveAttribute('aria-selected', 'true')
  await press(page, 'ArrowLeft')
  await expect(tree.getByRole('row', { name: 'Budgets' })).toBeHidden()
})

test('axe finds nothing serious in what opens', async ({ page }) => {
  await open(page)
  const opens: [role: 'button' | 'combobox', name: string, opened: 'menu' | 'dialog' | 'alertdialog' | 'listbox'][] = [
    ['button', 'Menu', 'menu'],
    ['button', 'Popover', 'dialog'],
    ['button', 'Sheet', 'dialog'],
    ['button', 'Confirm', 'alertdialog'],
    ['combobox', 'Searched options', 'listbox'],
    ['combobox', 'Few options', 'listbox'],
    ['button', 'Calendar Period', 'dialog'],
  ]
  for (const [role, name, opened] of opens) {
    await page.getByRole(role, { name, exact: true }).first().focus()
    await press(page, role === 'button' ? 'Enter' : 'ArrowDown')
    await expect(page.getByRole(opened).first()).toBeVisible()
    expect(await axeFaults(page, ['serious', 'critical']), name).toEqual([])
    await press(page, 'Escape')
    await expect(page.getByRole(opened)).toHaveCount(0)
  }
  await page.getByRole('button', { name: 'Toast bad' }).press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'A toast of kind bad' })).toBeVisible()
  expect(await axeFaults(page, ['serious', 'critical']), 'a toast').toEqual([])
})
