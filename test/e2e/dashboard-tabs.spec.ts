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

/** With more in the second nested tab than a window shows. */
const tall = {
  ...positions,
  'TAB-b': tab('TAB-b', 'Second', ['MARKDOWN-3', 'MARKDOWN-4']),
  'MARKDOWN-3': { ...text('MARKDOWN-3', 'Two'), meta: { width: 12, height: 200, code: 'Two' } },
  'MARKDOWN-4': text('MARKDOWN-4', 'The last one'),
}

const open = (page: Page) => page.locator('[role=tab][aria-selected=true]:not([data-pane] *)').allTextContents()
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

test('undo and redo open the tab of their change, also one within another, and scroll there', async ({ page }) => {
  await page.goto('/superset/welcome/')
  await post(page, '/api/v1/dashboard/', {
    dashboard_title: 'Undone in tabs',
    slug: 'undone-in-tabs',
    position_json: JSON.stringify(tall),
  })
  await page.goto('/superset/dashboard/undone-in-tabs/?edit=true#TAB-b')
  const heights = page.getByRole('slider', { name: 'Height in units of 8 pixels' })
  await expectOpen(page, '#TAB-b', ['Details', 'Second'])
  await heights.last().focus()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('tab', { name: 'First' }).click()
  await heights.first().focus()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('tab', { name: 'Overview' }).click()
  await expectOpen(page, '#TAB-1', ['Overview'])

  await page.keyboard.press('ControlOrMeta+z')
  await expectOpen(page, '#TAB-a', ['Details', 'First'])
  await page.keyboard.press('ControlOrMeta+z')
  await expectOpen(page, '#TAB-b', ['Details', 'Second'])
  await expect(page.getByText('The last one')).toBeInViewport()
  await page.getByRole('tab', { name: 'Overview' }).click()
  await page.keyboard.press('ControlOrMeta+y')
  await expectOpen(page, '#TAB-b', ['Details', 'Second'])
  await page.keyboard.press('ControlOrMeta+y')
  await expectOpen(page, '#TAB-a', ['Details', 'First'])
  await page.reload()
  await expectOpen(page, '#TAB-a', ['Details', 'First'])
})
