import type { Page } from '@playwright/test'
import { expect, test } from './server.ts'

const openFilms = async (page: Page) => {
  const { result } = (await (await page.request.get('/api/v1/chart/?q=(page_size:100)')).json()) as {
    result: { id: number; slice_name: string }[]
  }
  const id = result.find(({ slice_name: name }) => name.startsWith('The box office'))?.id
  await page.goto(`/explore/?slice_id=${id}`)
  await expect(page.locator('[data-picture]')).toBeVisible()
}

const pictureShare = (page: Page) =>
  page.locator('[data-picture]').evaluate((picture) => picture.getBoundingClientRect().width / window.innerWidth)
const isScrolledSideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
const dataPane = (page: Page) => page.getByRole('region', { name: 'Dataset' })
const controls = (page: Page) => page.getByRole('region', { name: 'Controls' })

test('in a narrow window the data pane collapses and the picture keeps 60 % of the width', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  await openFilms(page)
  for (const width of [720, 768, 900, 1024]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(dataPane(page)).toBeHidden()
    await expect.poll(() => pictureShare(page), `at ${width} px`).toBeGreaterThanOrEqual(0.6)
    expect(await isScrolledSideways(page)).toBe(false)
  }
  // As wide as it may be made, the panel of the controls leaves the picture its share.
  await page.getByRole('separator', { name: 'Width of the controls' }).press('End')
  expect(await pictureShare(page)).toBeGreaterThanOrEqual(0.6)
})

test('the collapsed pane opens over the picture, offers fields to drag, and closes with Escape', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 900 })
  await openFilms(page)
  await page.getByRole('button', { name: 'Open the data pane' }).click()
  expect(await pictureShare(page)).toBeGreaterThanOrEqual(0.6)
  const dimensions = controls(page).getByRole('group', { name: 'Dimensions' })
  await dataPane(page)
    .getByRole('listitem')
    .filter({ hasText: 'MPAA Rating' })
    .dragTo(dimensions, { targetPosition: { x: 60, y: 6 } })
  await expect(dimensions.getByRole('button', { name: /^MPAA Rating/ })).toBeVisible()
  await page.getByRole('button', { name: 'Close the data pane' }).focus()
  await page.keyboard.press('Escape')
  await expect(dataPane(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Open the data pane' })).toBeFocused()
})

test('the buttons of an editor stay in view in a low window', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 560 })
  await openFilms(page)
  await controls(page).getByRole('button', { name: 'Add to Metrics' }).click()
  const editor = page.getByRole('dialog')
  for (const tab of ['Saved', 'Simple', 'Custom SQL']) {
    await editor.getByRole('tab', { name: tab, exact: true }).click()
    await expect(editor.getByRole('button', { name: 'Save' }), tab).toBeInViewport({ ratio: 1 })
  }
})

test('the data pane is collapsed by button and key, and stays so', async ({ page }) => {
  await openFilms(page)
  const before = await pictureShare(page)
  await page.getByRole('button', { name: 'Close the data pane' }).click()
  await expect(dataPane(page)).toBeHidden()
  await expect.poll(() => pictureShare(page)).toBeGreaterThan(before + 0.1)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Open the data pane' })).toBeVisible()
  await expect(dataPane(page)).toBeHidden()
  await page.keyboard.press('d')
  await expect(dataPane(page)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Close the data pane' })).toBeFocused()
  await page.reload()
  await expect(dataPane(page)).toBeVisible()
})

test('changed controls are listed with old and new values, and can be reset one by one', async ({ page }) => {
  await openFilms(page)
  await controls(page).getByRole('combobox', { name: 'Row limit' }).click()
  await page.getByRole('option', { name: '100', exact: true }).click()
  await page.getByRole('tab', { name: 'Customize' }).click()
  await page.getByRole('checkbox', { name: 'Show Value' }).check()

  await controls(page).getByRole('button', { name: '2 changed' }).click()
  const list = page.getByRole('dialog', { name: 'Changed controls' })
  await expect(list.getByRole('listitem')).toHaveText([/^Row limit.*100$/, /^Show value.*OffOn$/])
  await list.getByRole('button', { name: 'Reset Show value' }).click()
  await expect(page.getByRole('checkbox', { name: 'Show Value' })).not.toBeChecked()
  await list.getByRole('button', { name: 'Reset all' }).click()
  await expect(controls(page).getByRole('button', { name: /changed$/ })).toBeHidden()
})

test('an axis keeps its last bounds while the input is not a number', async ({ page }) => {
  await openFilms(page)
  await page.getByRole('tab', { name: 'Customize' }).click()
  const bounds = controls(page).getByRole('group', { name: /Axis Bounds/i })
  const low = bounds.getByRole('textbox').first()
  await low.fill('5')
  await expect(controls(page).getByRole('button', { name: '1 changed' })).toBeVisible()
  await low.fill('five')
  await expect(bounds.getByRole('img', { name: 'is expected to be a number' })).toBeVisible()
  await controls(page).getByRole('button', { name: '1 changed' }).click()
  await expect(page.getByRole('dialog', { name: 'Changed controls' }).getByRole('listitem')).toHaveText(/from 5$/)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the controls keep their sections, and editing opens at most one sheet', async ({ page }) => {
    await openFilms(page)
    await expect(page.getByRole('button', { name: 'Query', expanded: true })).toBeVisible()
    await page.getByRole('button', { name: 'Advanced analytics', expanded: false }).tap()
    await expect(page.getByRole('group', { name: 'Rolling function' })).toBeVisible()

    const sheets = page.getByRole('dialog')
    await page
      .getByRole('group', { name: 'Metrics' })
      .getByRole('button', { name: /^Worldwide gross/ })
      .tap()
    await expect(sheets).toHaveCount(1)
    const box = await sheets.boundingBox()
    expect([box?.x, box?.width]).toEqual([0, 390])
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeCloseTo(844, 0)
    await sheets.getByRole('option', { name: /^IMDb rating/ }).tap()
    await sheets.getByRole('button', { name: 'Save' }).tap()
    await expect(sheets).toHaveCount(0)
    await expect(page.getByRole('group', { name: 'Metrics' }).getByRole('button', { name: /^IMDb rating/ })).toBeVisible()

    // A checkbox needs no sheet at all.
    await page.getByRole('tab', { name: 'Customize' }).tap()
    await expect(page.getByRole('button', { name: 'Chart Options' })).toBeVisible()
    await page.getByRole('checkbox', { name: 'Show Value' }).tap()
    await expect(page.getByRole('checkbox', { name: 'Show Value' })).toBeChecked()
    await expect(sheets).toHaveCount(0)
    expect(await isScrolledSideways(page)).toBe(false)
  })

  test('a field is added to a control without dragging', async ({ page }) => {
    await openFilms(page)
    await page.getByRole('tab', { name: 'Fields' }).tap()
    await page.getByRole('button', { name: 'Add MPAA Rating to…' }).tap()
    await page.getByRole('menuitem', { name: 'Dimensions' }).tap()
    await expect(page.getByRole('tab', { name: 'Data' })).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('group', { name: 'Dimensions' }).getByRole('button', { name: /^MPAA Rating/ })).toBeVisible()
  })
})
