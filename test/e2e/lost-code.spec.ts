import type { Page } from '@playwright/test'
import { expect, settled, test } from './server.ts'

const scripts = '**/assets/*.js'
const loseScripts = (page: Page) => page.route(scripts, (route) => route.abort('internetdisconnected'))
const opened = async (page: Page, address: string) => {
  await page.goto(address)
  await expect(page.getByRole('main').getByRole('img').first()).toBeVisible()
}
/** Opens a card's menu, which is there from then on. */
const openMenuOnce = async (page: Page) => {
  await page
    .getByRole('button', { name: /^Actions of/ })
    .first()
    .click()
  await expect(page.getByRole('menuitem', { name: 'View query' })).toBeVisible()
  await page.keyboard.press('Escape')
  await settled(page)
}
const chartOf = async (page: Page, vizType: string): Promise<number> => {
  const answer = await page.request.get(`/api/v1/chart/?q=(filters:!((col:viz_type,opr:eq,value:${vizType})))`)
  const { result } = (await answer.json()) as { result: { id: number }[] }
  return result[0]?.id ?? 0
}

test('a dialog that cannot be loaded says so, and opens when the network is back', async ({ page }) => {
  await opened(page, '/superset/dashboard/films/')
  await openMenuOnce(page)
  const viewQuery = async () => {
    await page
      .getByRole('button', { name: /^Actions of/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'View query' }).click()
  }
  await loseScripts(page)
  await viewQuery()
  await expect(page.getByRole('alert').filter({ hasText: 'This part of the page could not be loaded.' })).toBeVisible()
  await page.unroute(scripts)
  await viewQuery()
  await expect(page.getByRole('dialog', { name: /^Query of/ })).toContainText('SELECT')
})

test('a menu that cannot be loaded says so, and opens when the network is back', async ({ page }) => {
  await opened(page, '/superset/dashboard/films/')
  await settled(page)
  await loseScripts(page)
  const actions = page.getByRole('button', { name: /^Actions of/ }).first()
  await actions.click()
  await expect(page.getByRole('alert').filter({ hasText: 'This part of the page could not be loaded.' })).toBeVisible()
  await page.unroute(scripts)
  await actions.click()
  await expect(page.getByRole('menuitem', { name: 'View query' })).toBeVisible()
})

test('a part of the page that cannot be loaded offers to try again', async ({ page }) => {
  await opened(page, `/explore/?slice_id=${await chartOf(page, 'pie')}`)
  await loseScripts(page)
  const drawer = page.getByRole('region', { name: 'Results' })
  await drawer.getByRole('button', { name: 'Open the results' }).click()
  const rows = drawer.getByRole('tabpanel')
  await rows.getByRole('button', { name: 'Try again' }).click()
  await expect(rows.getByRole('alert')).toBeVisible()
  await expect(drawer.getByRole('alert')).toHaveCount(1)
  await page.unroute(scripts)
  await rows.getByRole('button', { name: 'Try again' }).click()
  await expect(drawer.getByRole('columnheader').first()).toBeVisible()
  await expect(drawer.getByRole('searchbox', { name: 'Search rows' })).toBeVisible()
})

test('a chart whose code cannot be loaded is drawn after trying again', async ({ page }) => {
  await page.route(/assets\/(echarts|line|bar|pie)-.*\.js/, (route) => route.abort('internetdisconnected'))
  await page.goto(`/explore/?slice_id=${await chartOf(page, 'pie')}`)
  const again = page.getByRole('main').getByRole('button', { name: 'Try again' })
  await again.click()
  await expect(again).toBeVisible()
  await page.unroute(/assets\/(echarts|line|bar|pie)-.*\.js/)
  await again.click()
  await expect(page.getByRole('main').locator('canvas').first()).toBeVisible()
  await expect(again).toBeHidden()
})

test('a chart is read without its tooltip where this cannot be loaded, and has it when pointed at again', async ({ page }) => {
  const tooltip = /assets\/tooltip-.*\.js/
  await page.route(tooltip, (route) => route.abort('internetdisconnected'))
  const first = page.waitForEvent('requestfailed', (request) => tooltip.test(request.url()))
  await opened(page, `/explore/?slice_id=${await chartOf(page, 'pie')}`)
  const canvas = page.getByRole('main').locator('canvas').first()
  await expect(canvas).toBeVisible()
  const shown = page.locator('[class*=tooltip-of-]').filter({ hasText: /\d/ })
  const pointAt = async () => {
    const { x, y, width, height } = (await canvas.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    await page.mouse.move(x + width / 2, y - 30)
    await page.mouse.move(x + width / 2, y + height / 2 - Math.min(width, height) / 4, { steps: 4 })
  }
  await pointAt()
  await first
  await expect(shown).toHaveCount(0)
  await page.unroute(tooltip)
  await expect(async () => {
    await pointAt()
    await expect(shown).toBeVisible({ timeout: 2000 })
  }).toPass()
})

test('a page that cannot be loaded offers to try again and keeps the Back button working', async ({ page }) => {
  await opened(page, '/superset/dashboard/films/')
  await loseScripts(page)
  await page.getByRole('navigation').getByRole('link', { name: 'Datasets' }).click()
  await expect(page.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible()
  await page.unroute(scripts)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('row', { name: /films|flights/ }).first()).toBeVisible()
})

const replaceBuild = async (page: Page, address: string) => {
  await page.route(`${address}/`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replaceAll(/assets\/index-[^"]+/g, 'assets/index-newer000.js') })
  })
  await page.route(scripts, (route) => route.fulfill({ status: 404, contentType: 'text/html', body: '<!doctype html>' }))
}

test('after a new release an untouched page offers to reload when its first menu opens', async ({ page, server }) => {
  await opened(page, '/superset/dashboard/films/')
  await settled(page)
  await replaceBuild(page, server.address)
  for (let tries = 0; tries < 2; tries++) {
    await page
      .getByRole('button', { name: /^Actions of/ })
      .first()
      .click()
    await expect(page.getByRole('status').filter({ hasText: 'A newer version is available' })).toHaveCount(1)
  }
  await page.unrouteAll({ behavior: 'wait' })
})

test('after a new release an open page offers once to reload, and keeps working until then', async ({ page, server }) => {
  await opened(page, '/superset/dashboard/films/')
  await openMenuOnce(page)
  await replaceBuild(page, server.address)
  const offer = page.getByRole('status').filter({ hasText: 'A newer version is available' })
  for (const name of ['View query', 'View query']) {
    await page
      .getByRole('button', { name: /^Actions of/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name }).click()
    await expect(offer).toHaveCount(1)
  }
  await page.getByRole('button', { name: /^Search or run/ }).click()
  await expect(offer).toHaveCount(1)
  await expect(page.getByRole('article').first()).toBeVisible()

  await page.unrouteAll({ behavior: 'wait' })
  const loading = page.waitForEvent('load')
  await offer.getByRole('button', { name: 'Reload' }).click()
  await loading
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(offer).toHaveCount(0)
})
