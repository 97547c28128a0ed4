import type { Page } from '@playwright/test'
import { expect, test } from './server.ts'

const chooseTheme = async (page: Page, name: string) => {
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitemradio', { name }).or(page.getByRole('menuitem', { name })).click()
}
const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
/** Mean lightness of the first picture, 0 to 255, as it is on the screen. */
const lightness = async (page: Page): Promise<number> => {
  const shot = await page.getByRole('main').getByRole('img').first().screenshot({ animations: 'disabled' })
  return page.evaluate(
    async (bytes) => {
      const image = await createImageBitmap(new Blob([new Uint8Array(bytes)]))
      const canvas = new OffscreenCanvas(image.width, image.height)
      const ink = canvas.getContext('2d')
      ink?.drawImage(image, 0, 0)
      const data = ink?.getImageData(0, 0, image.width, image.height).data ?? []
      let sum = 0
      for (let i = 0; i < data.length; i += 4) sum += ((data[i] ?? 0) + (data[i + 1] ?? 0) + (data[i + 2] ?? 0)) / 3
      return sum / (data.length / 4)
    },
    [...shot],
  )
}

test('dark mode turns the page and its charts dark, and stays', async ({ page }) => {
  await page.goto('/superset/dashboard/films/')
  await expect(page.getByRole('main').getByRole('img').first()).toBeVisible()
  await chooseTheme(page, 'Light')
  const light = await background(page)
  await expect.poll(() => lightness(page)).toBeGreaterThan(200)

  await chooseTheme(page, 'Dark')
  await expect.poll(() => background(page)).not.toBe(light)
  const dark = await background(page)
  await expect.poll(() => lightness(page)).toBeLessThan(80)

  await page.reload()
  await expect(page.getByRole('main').getByRole('img').first()).toBeVisible()
  expect(await background(page)).toBe(dark)
  await expect.poll(() => lightness(page)).toBeLessThan(80)
  await chooseTheme(page, 'Light')
  await expect.poll(() => background(page)).toBe(light)
})

test('Tab moves through the home page, and the focus is visible', async ({ page }) => {
  await page.goto('/superset/welcome/')
  await expect(page.getByRole('heading').first()).toBeVisible()
  const names: string[] = []
  for (let i = 0; i < 12; i++) {
    await page.keyboard.press('Tab')
    const { name, isSeen } = await page.evaluate(() => {
      const on = document.activeElement as HTMLElement
      const { width, height } = on.getBoundingClientRect()
      const rings = (part?: string) => getComputedStyle(on, part).outlineStyle !== 'none'
      const ring = rings() || rings('::after')
      return {
        name: on.getAttribute('aria-label') ?? on.textContent?.trim() ?? '',
        isSeen: on !== document.body && ring && width > 0 && height > 0,
      }
    })
    expect(isSeen, `the focus on “${name}”`).toBe(true)
    names.push(name)
  }
  expect(names[0]).toBe('Skip to the content')
  expect(new Set(names).size).toBeGreaterThan(8)
})

test('the command palette opens by its shortcut, finds a dashboard and opens it', async ({ page }) => {
  await page.goto('/superset/welcome/')
  await expect(page.getByRole('heading').first()).toBeVisible()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search or run' })
  await palette.getByRole('combobox').fill('adventure')
  await expect(palette.getByRole('option', { name: 'Adventure and action earn the most' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/superset\/dashboard\/films\//)
  await expect(palette).toBeHidden()
})

test('Escape closes overlays from the top, one at a time', async ({ page }) => {
  await page.goto('/databaseview/list/')
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Database connection' }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect a database' })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search or run' })
  await expect(palette).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(palette).toBeHidden()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})
