import type { Browser, Page } from '@playwright/test'
import { axeFaults } from './axe.ts'
import { allTypes, bar, choose, fieldOf, figure, makeDashboard, textOf } from './filtered-dashboard.ts'
import { expect, settled, test } from './server.ts'

const grave = ['serious', 'critical'] as const

/** A browser without a session. */
const visit = async (browser: Browser, url: string, options: Parameters<Browser['newPage']>[0] = {}): Promise<Page> => {
  const page = await (await browser.newContext({ reducedMotion: 'reduce', ...options })).newPage()
  await page.goto(url)
  return page
}

const linkIn = async (page: Page): Promise<string> =>
  (await page.getByRole('dialog', { name: 'Share with anyone' }).locator('pre').textContent()) ?? ''

/** A public link, made as the dialog does. */
const shareByLink = async (page: Page, kind: 'dashboard' | 'chart', id: number): Promise<string> => {
  const { result: token } = (await (await page.request.get('/api/v1/security/csrf_token/')).json()) as { result: string }
  const answer = await page.request.post('/api/v1/public_link/', { data: { kind, id }, headers: { 'X-CSRFToken': token } })
  return ((await answer.json()) as { result: { url: string } }).result.url
}

test('a dashboard is shared publicly by keyboard, marked, explained, and revoked again', async ({ page, browser }) => {
  await page.goto('/dashboard/list/')
  const title = (await page.getByRole('row').getByRole('link').first().textContent()) ?? ''
  await page.getByRole('row').getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await page.getByRole('button', { name: 'Share', exact: true }).press('Enter')
  await page.getByRole('menuitem', { name: 'Share with anyone' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Share with anyone' })
  await expect(dialog).toContainText('without an account')
  expect(await axeFaults(page, [...grave])).toEqual([])
  await dialog.getByRole('button', { name: 'Create a link' }).press('Enter')
  await expect(dialog).toContainText('Shared by')
  expect(await axeFaults(page, [...grave])).toEqual([])
  const link = await linkIn(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Anyone with the link can view this' })).toBeVisible()

  const visitor = await visit(browser, link)
  await expect(visitor.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(visitor.locator('canvas, svg[role=img], table').first()).toBeVisible()
  await expect(visitor.getByRole('button', { name: 'Edit', exact: true })).toHaveCount(0)
  await expect(visitor.getByRole('button', { name: 'Share', exact: true })).toHaveCount(0)
  await settled(visitor)
  await expect(visitor.getByRole('alert')).toHaveCount(0)
  expect(await axeFaults(visitor, [...grave])).toEqual([])

  await page.goto('/dashboard/list/')
  const row = page.getByRole('row', { name: new RegExp(title) })
  await expect(row).toContainText('Public link')
  await row.hover()
  await row.getByRole('button', { name: /^Actions/ }).click()
  await page.getByRole('menuitem', { name: 'Who sees this?' }).click()
  await expect(page.getByRole('combobox', { name: 'Person' })).toBeVisible()
  await expect(page.getByText('Anyone with its public link can view it.')).toBeHidden()
  await page.getByRole('combobox', { name: 'Person' }).fill('not logged')
  await page.getByRole('option', { name: 'Not logged in' }).click()
  await expect(page.getByRole('heading', { name: 'May open it Yes' })).toBeVisible()
  await expect(page.getByText('Anyone with its public link can view it.').first()).toBeVisible()

  await page.goto('/dashboard/list/')
  await row.hover()
  await row.getByRole('button', { name: /^Actions/ }).click()
  await page.getByRole('menuitem', { name: 'Share with anyone' }).click()
  await dialog.getByRole('button', { name: 'End the link' }).click()
  await expect(dialog.getByRole('button', { name: 'Create a link' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(row).not.toContainText('Public link')
  await visitor.reload()
  await expect(visitor.getByText('This link no longer works')).toBeVisible()
  await visitor.context().close()
})

test('a chart is shared publicly with the mouse, and viewed on a phone', async ({ page, browser }) => {
  await page.goto('/chart/list/')
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('link') })
    .first()
  const name = (await row.getByRole('link').first().textContent()) ?? ''
  await row.getByRole('link').first().click()
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Share with anyone' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share with anyone' })
  await dialog.getByRole('button', { name: 'Create a link' }).click()
  await expect(dialog).toContainText('Shared by')
  const link = await linkIn(page)

  const visitor = await visit(browser, link, { viewport: { width: 390, height: 844 } })
  await expect(visitor.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(visitor.locator('canvas, svg[role=img], table').first()).toBeVisible()
  expect(await axeFaults(visitor, [...grave])).toEqual([])
  expect(await visitor.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  await visitor.context().close()
})

test('the filters that a visitor chooses survive a reload and are in a copied URL, until they are cleared', async ({ page, browser }) => {
  const link = await shareByLink(page, 'dashboard', await makeDashboard(page, 'filtered-by-visitors', (id) => allTypes(id).slice(0, 1)))
  const visitor = await visit(browser, link)
  await expect(figure(visitor)).toBeVisible()
  const all = await textOf(visitor)
  await choose(visitor, 'Genre', 'Documentary')
  await bar(visitor).getByRole('button', { name: 'Apply filters' }).click()
  await expect(figure(visitor)).not.toHaveText(all)
  const narrowed = await textOf(visitor)
  await expect(visitor).toHaveURL(/native_filters=/)

  await visitor.reload()
  await expect(fieldOf(visitor, 'Genre')).toContainText('Documentary')
  await expect(figure(visitor)).toHaveText(narrowed)
  const other = await visit(browser, visitor.url())
  await expect(figure(other)).toHaveText(narrowed)
  await other.context().close()

  await bar(visitor).getByRole('button', { name: 'Clear all' }).click()
  await bar(visitor).getByRole('button', { name: 'Apply filters' }).click()
  await expect(figure(visitor)).toHaveText(all)
  await expect(visitor).toHaveURL(link)
  await visitor.reload()
  await expect(figure(visitor)).toHaveText(all)
  await expect(fieldOf(visitor, 'Genre')).not.toContainText('Documentary')
  await visitor.context().close()
})

test('a link that is ended while its page is open says so once, and what to do', async ({ page, browser }) => {
  const id = await makeDashboard(page, 'ended-while-open', (dataset) => allTypes(dataset).slice(0, 1))
  const visitor = await visit(browser, await shareByLink(page, 'dashboard', id))
  await expect(figure(visitor)).toBeVisible()
  await settled(visitor)
  await page.goto(`/superset/dashboard/${id}/`)
  await page.getByRole('button', { name: 'Anyone with the link can view this' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share with anyone' })
  await dialog.getByRole('button', { name: 'End the link' }).click()
  await expect(dialog.getByRole('button', { name: 'Create a link' })).toBeVisible()

  const alerts: string[] = []
  await visitor.exposeFunction('noteAlert', (text: string) => alerts.push(text))
  await visitor.evaluate(() => {
    const note = () => document.querySelectorAll('[role=alert]').forEach((one) => Reflect.get(window, 'noteAlert')(one.textContent))
    new MutationObserver(note).observe(document.body, { childList: true, subtree: true })
  })
  await choose(visitor, 'Genre', 'Documentary')
  await bar(visitor).getByRole('button', { name: 'Apply filters' }).click()
  const ended = visitor.getByRole('alert')
  await expect(ended).toContainText('This link no longer works')
  await expect(ended).toContainText('Ask the person who shared it with you')
  await expect(visitor.getByRole('article')).toHaveCount(0)
  expect(alerts.filter((text) => !text.includes('This link no longer works'))).toEqual([])
  expect(await axeFaults(visitor, [...grave])).toEqual([])
  await visitor.context().close()
})
