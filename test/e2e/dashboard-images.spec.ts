import { readFileSync } from 'node:fs'
import { expect, settled, test } from './server.ts'

test('a card and the whole dashboard can be downloaded as images with all their content', async ({ page }) => {
  await page.goto('/superset/dashboard/films/')
  const table = page.getByRole('article', { name: 'The biggest films' })
  const pictureOf = async (press: () => Promise<void>) => {
    const coming = page.waitForEvent('download')
    await press()
    const file = await coming
    expect(file.suggestedFilename()).toMatch(/\.jpg$/)
    const bytes = readFileSync(await file.path()).toString('base64')
    return page.evaluate(async (text) => {
      const image = new Image()
      image.src = `data:image/jpeg;base64,${text}`
      await image.decode()
      const bitmap = await createImageBitmap(image)
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
      context?.drawImage(bitmap, 0, 0)
      const { data } = context?.getImageData(0, 0, bitmap.width, bitmap.height) ?? { data: [] }
      const inks = new Set<number>()
      for (let i = 0; i < data.length; i += 4)
        inks.add(((data[i] ?? 0) >> 5) * 64 + ((data[i + 1] ?? 0) >> 5) * 8 + ((data[i + 2] ?? 0) >> 5))
      /** Lines of text: bands of rows of pixels with dark ones. */
      let [written, wasDark] = [0, false]
      for (let y = 0; y < bitmap.height; y++) {
        let dark = 0
        for (let x = 20; x < bitmap.width - 20; x++) if ((data[(y * bitmap.width + x) * 4] ?? 255) < 100) dark++
        if (dark > 0 && !wasDark) written++
        wasDark = dark > 0
      }
      return { width: bitmap.width, height: bitmap.height, inks: inks.size, written }
    }, bytes)
  }
  const whole = await pictureOf(async () => {
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Download as image' }).click()
  })
  const stage = await page.locator('[data-stage] > div').boundingBox()
  expect([whole.width, whole.height]).toEqual([Math.round((stage?.width ?? 0) * 2), Math.round((stage?.height ?? 0) * 2)])
  expect(whole.inks).toBeGreaterThan(40)
  await expect(table.getByRole('table')).toBeVisible()
  await table.scrollIntoViewIfNeeded()
  const pictureOfTable = () =>
    pictureOf(async () => {
      await table.getByRole('button', { name: /^Actions of/ }).click()
      await page.getByRole('menuitem', { name: 'Download as image' }).click()
    })
  const one = await pictureOfTable()
  expect(one.width).toBeGreaterThan(2500)
  expect(one.inks).toBeGreaterThan(8)
  expect(one.written).toBeGreaterThan(9)
  await table.getByRole('table').evaluate((element) => {
    let scroller: Element | null = element
    while (scroller && scroller.scrollHeight <= scroller.clientHeight + 20) scroller = scroller.parentElement
    if (scroller) scroller.scrollTop = scroller.scrollHeight
  })
  await settled(page)
  expect((await pictureOfTable()).written, 'rows are drawn where the table is scrolled to').toBeGreaterThan(9)
})

test('a card is downloaded as SVG, with its marks as vectors and its labels as text, and as PNG', async ({ page }) => {
  await page.goto('/superset/dashboard/films/')
  const bytesOf = async (name: RegExp, format: 'PNG' | 'SVG') => {
    const card = page.getByRole('article', { name })
    await card.scrollIntoViewIfNeeded()
    await expect(card.locator('[data-status]')).toHaveAttribute('data-status', 'done')
    const coming = page.waitForEvent('download')
    await card.getByRole('button', { name: /^Actions of/ }).click()
    await page.getByRole('menuitem', { name: `Download as ${format}` }).click()
    const file = await coming
    expect(file.suggestedFilename()).toMatch(new RegExp(`\\.${format.toLowerCase()}$`))
    return readFileSync(await file.path())
  }
  const drawn = (await bytesOf(/^PG-13/, 'SVG')).toString()
  expect(drawn).toMatch(/^<svg[^>]* xmlns=/)
  expect(drawn).toMatch(/<path/)
  expect(drawn).toContain('>PG-13<')
  expect((await bytesOf(/^The biggest films/, 'SVG')).toString()).toMatch(/<svg[^]*Avatar/)
  expect((await bytesOf(/^PG-13/, 'PNG')).subarray(1, 4).toString()).toBe('PNG')
})
