import { test as base, expect } from '@playwright/test'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fromSources, startServer } from './server.ts'

base('the link signs in once, a password is asked for, and from then on it is needed', async ({ page }) => {
  const server = await startServer(['--no-examples'], undefined, fromSources)
  try {
    await page.goto(server.link)
    await expect(page).toHaveURL(/\/welcome/)
    await page.getByLabel('New password', { exact: true }).fill('correct horse battery')
    await page.getByLabel('Repeat new password').fill('correct horse battery')
    await page.getByRole('button', { name: 'Set password' }).click()
    await expect(page.getByText('Drop a CSV, Parquet or Excel file')).toBeVisible()

    await page.context().clearCookies()
    await page.goto(server.link)
    await expect(page.getByLabel('User name')).toBeVisible()
    await page.getByLabel('User name').fill('admin')
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect(page.getByText('Drop a CSV, Parquet or Excel file')).toBeVisible()
  } finally {
    await server.stop()
  }
})

base('a file named at the start opens in explore with a chart drawn', async ({ page }) => {
  const file = join(tmpdir(), 'chartroom-sales.csv')
  writeFileSync(
    file,
    `day,region,amount\n${Array.from({ length: 200 }, (_, i) => `2024-${String(1 + (i % 12)).padStart(2, '0')}-15,${['north', 'south'][i % 2]},${i}\n`).join('')}`,
  )
  const server = await startServer(['--no-examples', file])
  try {
    await page.goto(server.link)
    await page.waitForURL(/\/(explore|welcome)/)
    if (page.url().includes('/welcome')) await page.getByRole('link', { name: 'Continue without' }).click()
    await expect(page).toHaveURL(/\/explore/)
    await expect(page.getByRole('button', { name: /^Save/ })).toBeVisible()
    await expect(page.locator('canvas, svg[role=img]').first()).toBeVisible()
  } finally {
    await server.stop()
  }
})
