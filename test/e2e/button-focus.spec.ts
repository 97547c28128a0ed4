import type { Page } from '@playwright/test'
import { allTypes, bar, choose, figure, makeDashboard } from './filtered-dashboard.ts'
import { post } from './postgres.ts'
import { expect, settled, test } from './server.ts'

const positions = {
  DASHBOARD_VERSION_KEY: 'v2',
  ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
  GRID_ID: { type: 'GRID', id: 'GRID_ID', children: ['MARKDOWN-1'] },
  'MARKDOWN-1': { type: 'MARKDOWN', id: 'MARKDOWN-1', children: [], meta: { width: 4, height: 10, code: 'A text' } },
}

const changes = (page: Page) => page.getByRole('region', { name: 'Changes' })

test('undo, redo and save are pressed with the keyboard to their end, and keep the focus', async ({ page }) => {
  await page.goto('/superset/welcome/')
  await post(page, '/api/v1/dashboard/', {
    dashboard_title: 'Undone by keyboard',
    slug: 'undone-by-keyboard',
    position_json: JSON.stringify(positions),
  })
  await page.goto('/superset/dashboard/undone-by-keyboard/?edit=true')
  const height = page.getByRole('slider', { name: 'Height in units of 8 pixels' })
  await height.focus()
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowDown')
  await expect(height).toHaveAttribute('aria-valuenow', '13')

  const undo = changes(page).getByRole('button', { name: 'Undo' })
  const redo = changes(page).getByRole('button', { name: 'Redo' })
  await undo.focus()
  for (const left of [12, 11, 10, 10]) {
    await page.keyboard.press('Enter')
    await expect(height).toHaveAttribute('aria-valuenow', String(left))
    await expect(undo).toBeFocused()
  }
  await expect(undo).toBeDisabled()
  await page.keyboard.press('Tab')
  await expect(redo).toBeFocused()
  for (const left of [11, 12, 13]) {
    await page.keyboard.press('Space')
    await expect(height).toHaveAttribute('aria-valuenow', String(left))
  }
  await expect(redo).toBeDisabled()
  await expect(redo).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(undo).toBeFocused()

  await changes(page).getByRole('button', { name: /^Save/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('This dashboard was saved successfully.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeFocused()
})

test('the buttons of the filter bar and the one that refreshes keep the focus', async ({ page }) => {
  await page.goto('/superset/welcome/')
  await page.goto(`/superset/dashboard/${await makeDashboard(page, 'pressed-by-keyboard', allTypes)}/`)
  await expect(figure(page)).toBeVisible()
  const [clear, apply] = ['Clear all', 'Apply filters'].map((name) => bar(page).getByRole('button', { name }))
  if (!clear || !apply) throw new Error('No buttons')
  await choose(page, 'Genre', 'Documentary')
  for (const button of [apply, clear]) {
    await button.focus()
    await page.keyboard.press('Enter')
    await expect(button).toBeDisabled()
    await expect(button).toBeFocused()
  }
  await page.keyboard.press('Tab')
  await expect(apply).toBeFocused()

  await settled(page)
  const answers = await page.context().newCDPSession(page)
  await answers.send('Network.emulateNetworkConditions', { offline: false, latency: 1500, downloadThroughput: -1, uploadThroughput: -1 })
  await page.getByRole('button', { name: 'Refresh dashboard' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Stop' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Refresh dashboard' })).toBeFocused()
})
