import type { Locator, Page } from '@playwright/test'
import { expect, test } from './server.ts'

const open = async (page: Page) => {
  await page.goto('/dev/widgets')
  await expect(page.getByRole('heading', { name: 'Widgets', level: 1 })).toBeVisible()
}
const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
const details = (page: Page) => page.getByRole('dialog', { name: 'Details' })

const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox()
  if (!box) throw new Error('It is not drawn')
  return { ...box, right: box.x + box.width, bottom: box.y + box.height }
}

test('one click outside closes a popover or menu, and has its own effect', async ({ page }) => {
  await open(page)
  await button(page, 'Popover').click()
  await expect(details(page)).toBeVisible()
  await button(page, 'Toast info').click()
  await expect(page.getByText('A toast of kind info')).toBeVisible()
  await expect(details(page)).toBeHidden()

  await button(page, 'Menu').click()
  await expect(page.getByRole('menu')).toBeVisible()
  await button(page, 'Popover').click()
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(details(page).getByRole('textbox', { name: 'Name of the copy' })).toBeFocused()

  const search = page.getByRole('searchbox', { name: 'Search things' })
  await search.click()
  await expect(details(page)).toBeHidden()
  await expect(search).toBeFocused()

  await button(page, 'Menu').click()
  await expect(page.getByRole('menu')).toBeVisible()
  await button(page, 'Menu').click()
  await expect(page.getByRole('menu')).toBeHidden()
})

test('a click in a list or on a toast keeps the popover behind it open; a click outside closes both', async ({ page }) => {
  await open(page)
  await button(page, 'Toast info').click()
  await button(page, 'Popover').click()
  await page.getByRole('region', { name: 'Messages' }).getByText('A toast of kind info').click()
  await expect(details(page)).toBeVisible()
  await details(page).getByRole('combobox', { name: 'Fruit' }).click()
  await page.getByRole('option', { name: 'Cherry' }).click()
  await expect(details(page).getByRole('combobox', { name: 'Fruit' })).toHaveText('Cherry')
  await details(page).getByRole('combobox', { name: 'Fruit' }).click()
  await expect(page.getByRole('listbox', { name: 'Fruit' })).toBeVisible()
  await page.getByRole('heading', { name: 'Widgets', level: 1 }).click()
  await expect(page.getByRole('listbox', { name: 'Fruit' })).toBeHidden()
  await expect(details(page)).toBeHidden()
})

test('Tab cycles within a popover, and a popover follows its button when the page scrolls', async ({ page }) => {
  await open(page)
  await button(page, 'Popover').click()
  const name = details(page).getByRole('textbox', { name: 'Name of the copy' })
  await expect(name).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(details(page).getByRole('combobox', { name: 'Fruit' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(name).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(details(page).getByRole('combobox', { name: 'Fruit' })).toBeFocused()

  const distance = async () => (await boxOf(details(page))).y - (await boxOf(button(page, 'Popover'))).bottom
  const [before, top] = [await distance(), (await boxOf(button(page, 'Popover'))).y]
  await page.mouse.move(300, 500)
  await page.mouse.wheel(0, 60)
  await expect.poll(async () => (await boxOf(button(page, 'Popover'))).y).not.toBe(top)
  await expect.poll(distance).toBeCloseTo(before, 0)
})

test('a list that opens while its sheet slides in ends up below its field', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await open(page)
  await page.addStyleTag({ content: '[role=dialog] { animation-play-state: paused !important }' })
  await button(page, 'Sheet').click()
  const sheet = page.getByRole('dialog', { name: 'Properties' })
  const field = sheet.getByRole('combobox', { name: 'Fruit' })
  await field.press('ArrowDown')
  const list = page.getByRole('listbox', { name: 'Fruit' })
  await expect(list).toBeVisible()
  const onItsWay = await boxOf(field)
  await sheet.evaluate((node) => node.getAnimations().forEach((animation) => animation.finish()))
  expect((await boxOf(field)).x).toBeLessThan(onItsWay.x - 10)
  await expect.poll(async () => Math.abs((await boxOf(list)).x - (await boxOf(field)).x)).toBeLessThan(3)
})

test('a modal dialog blocks clicks below it; a click on the backdrop first closes what is open in the dialog', async ({ page }) => {
  await open(page)
  await button(page, 'Dialog').click()
  const dialog = page.getByRole('dialog', { name: 'Copy the chart' })
  await dialog.getByRole('button', { name: 'More' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await page.mouse.click(20, 450)
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(dialog).toBeVisible()
  // Below the dark lies a field that would take the focus.
  const search = page.getByRole('searchbox', { name: 'Search things', includeHidden: true })
  const field = await boxOf(search)
  await page.mouse.click(field.x + 4, field.y + 4)
  await expect(dialog).toBeHidden()
  await expect(button(page, 'Dialog')).toBeFocused()
})

test('menus and popovers align with the inline start, in both directions', async ({ page }) => {
  await open(page)
  for (const direction of ['ltr', 'rtl'] as const) {
    await page.evaluate((dir) => document.documentElement.setAttribute('dir', dir), direction)
    const edge = direction === 'ltr' ? 'x' : 'right'
    for (const [name, opened] of [
      ['Menu', page.getByRole('menu')],
      ['Popover', details(page)],
    ] as const) {
      await button(page, name).click()
      await expect(opened).toBeVisible()
      // The list of a menu lies inside the border and the padding of its box.
      const inset = name === 'Menu' ? 8 : 1
      expect(Math.abs((await boxOf(opened))[edge] - (await boxOf(button(page, name)))[edge]), `${name} ${direction}`).toBeLessThan(inset)
      expect((await boxOf(opened)).y).toBeGreaterThan((await boxOf(button(page, name))).bottom)
      await page.keyboard.press('Escape')
      await expect(opened).toBeHidden()
    }
  }
})

test.describe('by touch', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a menu, a popover, a sheet and a combobox open, choose and close by tapping', async ({ page }) => {
    await open(page)
    await button(page, 'Menu').tap()
    await page.getByRole('menuitemradio', { name: 'Dark rows' }).tap()
    await expect(page.getByRole('menu')).toBeHidden()
    await button(page, 'Menu').tap()
    await expect(page.getByRole('menuitemradio', { name: 'Dark rows' })).toBeChecked()
    await button(page, 'Menu').tap()
    await expect(page.getByRole('menu')).toBeHidden()

    await button(page, 'Popover').tap()
    await details(page).getByRole('combobox', { name: 'Fruit' }).tap()
    await page.getByRole('option', { name: 'Apple' }).tap()
    await expect(details(page).getByRole('combobox', { name: 'Fruit' })).toHaveText('Apple')
    await page.getByRole('heading', { name: 'What opens' }).tap()
    await expect(details(page)).toBeHidden()

    await button(page, 'Sheet').tap()
    const sheet = page.getByRole('dialog', { name: 'Properties' })
    await sheet.getByRole('combobox', { name: 'Fruit' }).tap()
    await page.getByRole('option', { name: 'Cherry' }).tap()
    await expect(sheet.getByRole('combobox', { name: 'Fruit' })).toHaveText('Cherry')
    await sheet.getByRole('button', { name: 'Close' }).tap()
    await expect(sheet).toBeHidden()

    const many = page.getByRole('combobox', { name: 'Many of ten thousand' })
    await many.scrollIntoViewIfNeeded()
    await many.tap()
    await page.getByRole('option', { name: 'Option 2', exact: true }).tap()
    await expect(page.getByRole('button', { name: 'Remove Option 2' })).toBeVisible()
    await page.getByRole('button', { name: 'Remove Option 2' }).tap()
    await expect(page.getByRole('button', { name: 'Remove Option 2' })).toHaveCount(0)
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  for (const kind of ['Dialog', 'Sheet', 'Confirm'])
    test(`a message stands above the buttons of what opens: ${kind}`, async ({ page }) => {
      await open(page)
      await button(page, 'Toast bad').click()
      await expect(page.getByText('A toast of kind bad')).toBeVisible()
      await button(page, kind).click()
      const dialog = page.locator('[role=dialog], [role=alertdialog]').last()
      await expect(dialog).toBeVisible()
      const message = page.getByRole('alert').filter({ hasText: 'A toast of kind bad' })
      const buttons = dialog.locator('[data-toast-above] button')
      await expect(buttons.first()).toBeVisible()
      await expect
        .poll(async () => {
          const { bottom } = await boxOf(message)
          const tops = await buttons.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
          return tops.every((top) => top >= bottom)
        })
        .toBe(true)
    })
})
