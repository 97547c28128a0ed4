import type { Locator, Page } from '@playwright/test'
import { axeFaults, axeFaultsInBothThemes } from './axe.ts'
import { expect, settled, test } from './server.ts'

/** Opens all widgets, or those of some sections: the page of all is slow to draw. */
const open = async (page: Page, ...only: string[]) => {
  await page.goto(`/dev/widgets?${new URLSearchParams(only.map((name) => ['only', name]))}`)
  await expect(page.getByRole('heading', { name: 'Widgets', level: 1 })).toBeVisible()
  if (only.length === 0) await expect(page.getByRole('textbox', { name: 'Handlebars Template' })).toBeVisible()
  await settled(page)
}

test('axe finds nothing wrong with any widget in both themes', async ({ page }) => {
  await open(page)
  expect(await axeFaultsInBothThemes(page)).toEqual([])
})

/** What has the focus, by its name. */
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent?.trim() ?? '')

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

test('Tab reaches every control with visible focus, and one per group', async ({ page }) => {
  await open(page)
  const seen = await page.evaluate(() => {
    const main = document.querySelector('main')
    return main
      ? [...main.querySelectorAll<HTMLElement>('[role=radio], input[type=radio]:enabled, [role=tab]')].filter((one) => one.tabIndex === 0)
          .length
      : 0
  })
  expect(seen).toBe(await page.locator('main [role=radiogroup], main [role=tablist]').count())
  await page.getByRole('radiogroup', { name: 'Theme' }).getByRole('radio', { checked: true }).focus()
  const names = new Set<string>()
  for (let stops = 0; stops < 300; stops++) {
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
  for (const name of ['Unstar Sales', 'Search things', 'On', 'Small', 'Width of the pane', 'Menu', 'Select all', 'Details'])
    expect([...names]).toContain(name)
})

test('arrow keys move in segmented controls and tabs, following the text direction', async ({ page }) => {
  await open(page, 'Choices')
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

test('arrows and letters move in a menu, and Tab continues from its button', async ({ page }) => {
  await open(page, 'Overlays')
  const button = page.getByRole('button', { name: 'Menu', exact: true })
  await button.focus()
  await press(page, 'Enter')
  await expect(page.getByRole('menuitem', { name: 'Copy' })).toBeFocused()
  await press(page, 'l', 'ArrowDown', 'Tab')
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Popover', exact: true })).toBeFocused()
  await button.focus()
  await press(page, 'Enter', 'd', 'a')
  await press(page, 'Enter')
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(button).toBeFocused()
})

test('a list and a menu opened in a modal dialog are inside it, trap Tab, and close before it', async ({ page }) => {
  await open(page, 'Overlays')
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
  expect(await axeFaults(page, ['serious', 'critical'], { within: '[role=dialog]' })).toEqual([])
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

test('rows of a table are opened and selected by keyboard, also those out of view', async ({ page }) => {
  await open(page, 'Tables')
  const table = page.getByRole('grid', { name: 'Cities', exact: true })
  const opened = page.getByRole('status').filter({ hasText: /^Opened / })
  await table.getByRole('button', { name: 'City' }).focus()
  await press(page, 'Enter', 'ArrowDown', 'End', 'ArrowUp', 'Enter')
  await expect(opened).toHaveText('Opened City 9999')
  await press(page, 'Home', 'Enter')
  await expect(opened).toHaveText('Opened City 1')
  await press(page, 'PageDown', 'PageUp', 'Space', 'ArrowDown', 'ArrowDown', 'Shift+Space')
  await expect(page.getByText('3 selected', { exact: true })).toBeVisible()
  await press(page, 'Shift+ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowUp')
  await expect(page.getByText('4 selected', { exact: true })).toBeVisible()
  await expect(table.getByRole('row', { selected: true })).toHaveCount(4)
  await press(page, 'Control+a')
  await expect(page.getByText('10000 selected', { exact: true })).toBeVisible()
  expect(await table.getByRole('row').count()).toBeLessThan(60)
})

test('arrow keys move among table cells in text direction, and truncated text has a tooltip', async ({ page }) => {
  await open(page, 'Tables')
  const table = page.getByRole('grid', { name: 'Cities', exact: true })
  const row = (name: string) => table.getByRole('row').filter({ has: page.getByRole('gridcell', { name, exact: true }) })
  await table.getByRole('button', { name: 'City' }).focus()
  await press(page, 'Enter', 'ArrowDown')
  await expect(row('City 1')).toBeFocused()
  await press(page, 'ArrowRight', 'ArrowRight', 'ArrowDown')
  await expect(table.getByRole('gridcell', { name: 'City 2', exact: true })).toBeFocused()
  await press(page, 'End')
  await expect(row('City 2').getByRole('gridcell').last()).toBeFocused()
  await press(page, 'ArrowLeft', 'ArrowUp')
  await expect(row('City 1').getByRole('gridcell', { name: /^Known for/ })).toBeFocused()
  await expect(page.getByRole('tooltip')).toContainText('long before the sun is up')
  await press(page, 'Home', 'ArrowLeft')
  await expect(row('City 1')).toBeFocused()

  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
  await press(page, 'ArrowLeft', 'ArrowLeft')
  await expect(table.getByRole('gridcell', { name: 'City 1', exact: true })).toBeFocused()
})

test('table headers sort and resize by keyboard; Tab moves from header to edge to rows and out', async ({ page }) => {
  await open(page, 'Tables')
  const table = page.getByRole('grid', { name: 'Cities', exact: true })
  const city = table.getByRole('columnheader', { name: 'City' })
  const widthOf = async () => (await city.boundingBox())?.width ?? 0
  await table.getByRole('checkbox', { name: 'Select all' }).focus()
  await press(page, 'ArrowRight', 'Enter')
  await expect(city).toHaveAttribute('aria-sort', 'ascending')
  await press(page, 'Enter')
  await expect(city).toHaveAttribute('aria-sort', 'descending')
  await press(page, 'Enter')
  await expect(city).not.toHaveAttribute('aria-sort')
  const before = await widthOf()
  await press(page, 'Alt+ArrowRight')
  await expect.poll(widthOf).toBeCloseTo(before + 8, 0)
  await press(page, 'Tab')
  await expect(table.getByRole('separator', { name: 'Width of City' })).toBeFocused()
  await press(page, 'ArrowLeft', 'ArrowLeft')
  await expect.poll(widthOf).toBeCloseTo(before - 8, 0)
  await press(page, 'Tab')
  await expect(table.getByRole('row').nth(1)).toBeFocused()
  await press(page, 'ArrowDown', 'ArrowRight', 'Tab')
  expect(await table.evaluate((grid) => grid.contains(document.activeElement))).toBe(false)
  await press(page, 'Shift+Tab')
  await expect(table.getByRole('row').nth(2)).toBeFocused()
  await press(page, 'Shift+Tab')
  expect(
    await table
      .getByRole('row')
      .first()
      .evaluate((head) => head.contains(document.activeElement)),
  ).toBe(true)
})

test('of two thousand columns only those in view are drawn; the keyboard reaches and pins all of them', async ({ page }) => {
  await open(page, 'Tables')
  const table = page.getByRole('grid', { name: 'Two thousand columns' })
  const cells = table.getByRole('gridcell')
  const cell = (column: number, row: number) => table.getByRole('gridcell', { name: `Column ${column}, row ${row}`, exact: true })
  const head = (column: number) => table.getByRole('button', { name: `Column ${column}`, exact: true })
  const isAtStart = async (column: number) => {
    const [box, frame] = [await head(column).boundingBox(), await table.locator('..').boundingBox()]
    return box !== null && frame !== null && box.x - frame.x < 100
  }
  await head(1).focus()
  await expect(table).toHaveAttribute('aria-colcount', '2000')
  expect(await cells.count()).toBeLessThan(1500)
  await press(page, 'ArrowDown', 'ArrowRight', 'End')
  await expect(cell(2000, 1)).toBeFocused()
  await expect(cell(2000, 1)).toBeInViewport()
  expect(await cells.count()).toBeLessThan(1500)
  await press(page, 'PageDown', 'ArrowLeft', 'ArrowLeft', 'Home')
  await expect(table.getByRole('gridcell', { name: /^Column 1, / }).and(page.locator(':focus'))).toBeInViewport()
  await press(page, 'Control+Home', 'ArrowUp', 'End')
  await expect(head(2000)).toBeFocused()
  await press(page, 'ArrowLeft', 'Tab', 'Enter')
  await expect(table.getByRole('button', { name: 'Unpin Column 1999' })).toBeFocused()
  expect(await isAtStart(1999)).toBe(true)
  await press(page, 'Shift+Tab', 'ArrowRight', 'Tab', 'Space')
  await expect(table.getByRole('button', { name: 'Unpin Column 1', exact: true })).toBeFocused()
  await press(page, 'Shift+Tab', 'End')
  await expect(head(2000)).toBeInViewport()
  await expect(head(1)).toBeInViewport()
  await press(page, 'Home')
  await expect(head(1)).toBeFocused()
  await press(page, 'Tab', 'Enter', 'Shift+Tab', 'End', 'ArrowDown', 'ArrowRight', 'Home')
  expect(await isAtStart(1999)).toBe(true)
  expect(await cells.count()).toBeLessThan(1500)
})

test('list rows are reordered by keyboard, and each step is announced', async ({ page }) => {
  await open(page, 'Large')
  const list = page.getByRole('grid', { name: 'Order of steps' })
  const announced = page.locator('[data-live-announcer]')
  await list.getByRole('button', { name: /^Move Filter/ }).focus()
  await press(page, 'Enter')
  await expect(announced).toContainText('Started dragging')
  await press(page, 'ArrowDown')
  await expect(announced).toContainText('Insert between')
  await press(page, 'Enter')
  await expect(announced).toContainText('Drop complete')
  await expect
    .poll(async () => (await list.getByRole('row').allInnerTexts()).map((text) => text.trim()))
    .toEqual(['Group', 'Filter', 'Sort', 'Limit'])
  await expect(list.locator('[data-key=filter]')).toBeFocused()
})

test('Shift selects the rows between two clicked checkboxes', async ({ page }) => {
  await open(page, 'Tables')
  const table = page.getByRole('grid', { name: 'Cities', exact: true })
  const boxes = table.getByRole('checkbox', { name: /^Select City/ })
  await boxes.nth(1).check()
  await boxes.nth(4).click({ modifiers: ['Shift'] })
  await expect(page.getByText('4 selected', { exact: true })).toBeVisible()
  await boxes.nth(2).click({ modifiers: ['Shift'] })
  await expect(page.getByText('2 selected', { exact: true })).toBeVisible()
})

test('a table has loading, empty, error and truncated states', async ({ page }) => {
  await open(page, 'Tables')
  await expect(page.getByRole('grid', { name: 'Loading cities' })).toHaveAttribute('aria-busy', 'true')
  await expect(page.getByRole('heading', { name: 'No cities' })).toBeVisible()
  await expect(
    page.getByRole('alert').filter({ hasText: 'The cities could not be read' }).getByRole('button', { name: 'Try again' }),
  ).toBeVisible()
  await expect(page.getByText('The first 125,000 of 1,000,000 rows are shown.')).toBeAttached()
  const many = page.getByRole('grid', { name: 'A million cities' })
  await many.getByRole('row').nth(1).focus()
  await press(page, 'End')
  await expect(many.getByRole('row', { name: /^City 125000/ })).toBeFocused()
  await expect(many.getByRole('row', { name: /^City 125000/ })).toBeInViewport()
})

test('cards are navigated in both directions, opened and selected, and Tab moves through one of them', async ({ page }) => {
  await open(page, 'Cards')
  const grid = page.getByRole('grid', { name: 'Cards', exact: true })
  const cards = grid.getByRole('row')
  await cards.first().focus()
  await press(page, 'ArrowRight', 'Space', 'ArrowDown')
  await expect(cards.nth(1)).toHaveAttribute('aria-selected', 'true')
  const [first, below] = [await cards.first().boundingBox(), await page.locator(':focus').boundingBox()]
  expect(below?.y ?? 0).toBeGreaterThan(first?.y ?? 0)
  expect(below?.x ?? 0).toBeGreaterThan(first?.x ?? 0)
  await press(page, 'Home', 'Shift+Space')
  await expect(page.getByText('2 cards selected')).toBeVisible()
  await press(page, 'ArrowRight', 'Enter')
  await expect(page.getByText('Opened card 2', { exact: true })).toBeVisible()
  await press(page, 'Tab')
  await expect(cards.nth(1).getByRole('button')).toBeFocused()
  await press(page, 'Tab')
  expect(await grid.evaluate((element) => element.contains(document.activeElement))).toBe(false)
  await press(page, 'Shift+Tab')
  await expect(cards.nth(1)).toBeFocused()
  await press(page, 'End')
  await expect(grid.getByRole('row', { name: /^Card 1000/ })).toBeFocused()
  expect(await cards.count()).toBeLessThan(100)
})

test('a list of ten thousand draws few rows and reaches every one by keyboard', async ({ page }) => {
  await open(page, 'Choices')
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

/** Scrolls to a field, and waits until the page has heard of it: what is open over the page closes when it scrolls. */
const scrollTo = async (field: Locator) => {
  await field.scrollIntoViewIfNeeded()
  await field.evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))))
}

test('a combobox of ten thousand options: typing, choosing, pasting a list, removing', async ({ page }) => {
  await open(page, 'Large')
  const many = page.getByRole('combobox', { name: 'Many of ten thousand' })
  await scrollTo(many)
  await many.focus()
  await press(page, 'ArrowDown')
  await expect(page.getByRole('option', { name: 'Option 1', exact: true })).toBeVisible()
  expect(await page.getByRole('option').count()).toBeLessThan(60)
  await page.keyboard.type('option 77')
  await expect(page.getByRole('option', { name: 'Option 77', exact: true })).toBeVisible()
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

test('a combobox creates values, and shows server results', async ({ page }) => {
  await open(page, 'Large')
  const own = page.getByRole('combobox', { name: 'Own values' })
  await scrollTo(own)
  await own.focus()
  await page.keyboard.type('kiwi')
  await expect(page.getByRole('option', { name: 'Use “kiwi”' })).toBeVisible()
  await press(page, 'ArrowDown', 'Enter', 'Escape')
  await expect(page.getByRole('button', { name: 'Remove kiwi' })).toBeVisible()
  const remote = page.getByRole('combobox', { name: 'Searched on the server' })
  await scrollTo(remote)
  await remote.focus()
  await page.keyboard.type('9998')
  await expect(page.getByRole('option')).toHaveCount(1)
  await press(page, 'ArrowDown', 'Enter')
  await expect(remote).toHaveValue('Option 9998')
})

test('number fields, calendars and a tree are changed by keyboard', async ({ page }) => {
  await open(page, 'Large')
  const limit = page.getByRole('textbox', { name: 'Row limit' })
  await limit.focus()
  await press(page, 'ArrowUp')
  await expect(limit).toHaveValue('1,300')
  await page.getByRole('slider', { name: 'Opacity' }).focus()
  await press(page, 'End', 'ArrowLeft')
  await expect(page.getByRole('slider', { name: 'Opacity' })).toHaveValue('99')
  await page.getByRole('radio', { name: 'Rows' }).focus()
  await press(page, 'ArrowDown')
  await expect(page.getByRole('radio', { name: 'Columns', exact: true })).toBeChecked()

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

const opens: [section: string, role: 'button' | 'combobox', name: string, opened: 'menu' | 'dialog' | 'alertdialog' | 'listbox'][] = [
  ['Overlays', 'button', 'Menu', 'menu'],
  ['Overlays', 'button', 'Popover', 'dialog'],
  ['Overlays', 'button', 'Sheet', 'dialog'],
  ['Overlays', 'button', 'Confirm', 'alertdialog'],
  ['Choices', 'combobox', 'Searched options', 'listbox'],
  ['Choices', 'combobox', 'Few options', 'listbox'],
  ['Large', 'combobox', 'Many of ten thousand', 'listbox'],
  ['Large', 'button', 'Calendar Period', 'dialog'],
]
for (const [section, role, name, opened] of opens)
  test(`axe finds nothing serious in the ${opened} that ${name} opens`, async ({ page }) => {
    await open(page, section)
    const trigger = page.getByRole(role, { name, exact: true }).first()
    await scrollTo(trigger)
    await trigger.focus()
    await press(page, role === 'button' ? 'Enter' : 'ArrowDown')
    await expect(page.getByRole(opened).first()).toBeVisible()
    expect(await axeFaults(page, ['serious', 'critical'], { within: `[role=${opened}]` })).toEqual([])
    await press(page, 'Escape')
    await expect(page.getByRole(opened)).toHaveCount(0)
  })

test('axe finds nothing serious in a toast', async ({ page }) => {
  await open(page, 'Overlays')
  await page.getByRole('button', { name: 'Toast bad' }).press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'A toast of kind bad' })).toBeVisible()
  expect(await axeFaults(page, ['serious', 'critical'], { within: '[role=alert]' })).toEqual([])
})
