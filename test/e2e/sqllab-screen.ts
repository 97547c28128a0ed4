/** The parts of SQL Lab's page that its journeys use. */
import type { Page } from '@playwright/test'
import { expect } from './server.ts'

export const editorOf = (page: Page) => page.getByRole('textbox', { name: /^SQL of/ })
export const results = (page: Page) => page.getByRole('region', { name: 'Results' })
export const treeOf = (page: Page) => page.getByRole('complementary', { name: 'Tables' })

/** Opens a tab by a link. */
export const openTab = async (page: Page, tab: { sql: string; dbname: string; schema?: string; name: string; autorun?: 'true' }) => {
  await page.goto(`/sqllab/?${new URLSearchParams(tab)}`)
  await expect(page.getByRole('textbox', { name: `SQL of ${tab.name}` })).toBeVisible()
}

/** Opens a new tab on the schema of the examples. */
export const openQuery = async (page: Page) => {
  await page.goto('/sqllab/')
  const tabs = page.getByRole('navigation', { name: 'Queries' }).getByRole('listitem')
  const add = page.getByRole('button', { name: 'New query' }).last()
  await add.waitFor()
  const before = await tabs.count()
  await add.click()
  await expect(tabs).toHaveCount(before + 1)
  await page.getByRole('combobox', { name: 'Schema' }).click()
  await page.getByRole('option', { name: 'examples' }).click()
  await expect(editorOf(page)).toBeVisible()
}

/** Replaces the script. */
export const write = async (page: Page, sql: string) => {
  await editorOf(page).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(sql)
}

export const saved = (page: Page) => expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible()
