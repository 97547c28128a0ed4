import type { Page } from '@playwright/test'
import { axeFaults } from './axe.ts'
import { post } from './postgres.ts'
import { expect, settled, test } from './server.ts'

const tabs = (id: string, children: string[]) => ({ type: 'TABS', id, children, meta: {} })
const tab = (id: string, text: string, children: string[]) => ({ type: 'TAB', id, children, meta: { text } })
const text = (id: string, code: string) => ({ type: 'MARKDOWN', id, children: [], meta: { width: 12, height: 20, code } })

const positions = {
  DASHBOARD_VERSION_KEY: 'v2',
  ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['TABS-top'] },
  GRID_ID: { type: 'GRID', id: 'GRID_ID', children: [] },
  'TABS-top': tabs('TABS-top', ['TAB-1', 'TAB-2']),
  'TAB-1': tab('TAB-1', 'Overview', ['MARKDOWN-1']),
  'TAB-2': tab('TAB-2', 'Details', ['TABS-in']),
  'TABS-in': tabs('TABS-in', ['TAB-a', 'TAB-b']),
  'TAB-a': tab('TAB-a', 'First', ['MARKDOWN-2']),
  'TAB-b': tab('TAB-b', 'Second', ['MARKDOWN-3']),
  'MARKDOWN-1': text('MARKDOWN-1', 'Read [the second](#TAB-b).'),
  'MARKDOWN-2': text('MARKDOWN-2', 'One'),
  'MARKDOWN-3': text('MARKDOWN-3', 'Two'),
}

const open = (page: Page) => page.getByRole('tab', { selected: true }).allTextContents()
const expectOpen = (page: Page, hash: string, names: string[]) =>
  expect.poll(async () => [new URL(page.url()).hash, ...(await open(page))]).toEqual([hash, ...names])

test('tabs stand in the URL: back, forward, reload, links in texts, a copied permalink, a tab that is gone', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/superset/welcome/')
  await post(page, '/api/v1/dashboard/', {
    dashboard_title: 'Tabs in the URL',
    slug: 'tabs-in-the-url',
    position_json: JSON.stringify(positions),
  })
  await page.goto('/superset/dashboard/tabs-in-the-url/')
  await page.getByRole('tab', { name: 'Details' }).click()
  await page.getByRole('tab', { name: 'Second' }).click()
  await expectOpen(page, '#TAB-b', ['Details', 'Second'])
  await page.goBack()
  await expectOpen(page, '#TAB-2', ['Details', 'First'])
  await page.goBack()
  await expectOpen(page, '', ['Overview'])
  await page.getByRole('link', { name: 'the second' }).click()
  await expectOpen(page, '#TAB-b', ['Details', 'Second'])
  await page.reload()
  await expectOpen(page, '#TAB-b', ['Details', 'Second'])

  await page.getByRole('tab', { name: 'Second' }).focus()
  const copy = page.getByRole('button', { name: 'Copy permalink to “Second”' })
  await copy.click()
  await expect(page.getByText('Link copied')).toBeVisible()
  await settled(page)
  expect(await axeFaults(page)).toEqual([])
  await page.goto(await page.evaluate(() => navigator.clipboard.readText()))
  await expectOpen(page, '#TAB-b', ['Details', 'Second'])

  await page.goto('/superset/dashboard/tabs-in-the-url/?focused_chart=99999#TAB-gone')
  await expect(page.getByText('This link points to a part of the dashboard that no longer exists.')).toBeVisible()
  expect(await open(page)).toEqual(['Overview'])
})
