import type { Page } from '@playwright/test'
import { expect, settled, test } from './server.ts'
import { post } from './postgres.ts'
import { editorOf } from './sqllab-screen.ts'

const openSaved = async (page: Page, id: number) => {
  await page.goto(`/sqllab/?savedQueryId=${id}`)
  await expect(editorOf(page)).toContainText('SELECT 1')
  await settled(page)
}

const append = async (page: Page, text: string) => {
  await editorOf(page).click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.insertText(text)
}

const save = async (page: Page) => {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('dialog', { name: 'Edit saved query' }).getByRole('button', { name: 'Save', exact: true }).click()
}

test('saved queries are starred, and listed by their star', async ({ page }) => {
  await page.goto('/savedqueryview/list/')
  for (const label of ['Loved', 'Left alone']) await post(page, '/api/v1/saved_query/', { label, sql: 'SELECT 1' })
  await page.reload()
  const list = page.getByRole('grid', { name: 'Saved Queries' })
  await list
    .getByRole('row', { name: /Loved/ })
    .getByRole('button', { name: /^Add .* favorites$|[Ss]tar/ })
    .click()
  await settled(page)
  await page.getByRole('button', { name: 'Starred' }).click()
  await expect(list.getByRole('button', { name: 'Left alone', exact: true })).toBeHidden()
  await expect(list.getByRole('button', { name: 'Loved', exact: true })).toBeVisible()
})

test('two tabs save one query: the second one is told who changed it, and nothing is lost', async ({ page, context }) => {
  await page.goto('/savedqueryview/list/')
  const { id } = await post(page, '/api/v1/saved_query/', { label: 'Shared', sql: 'SELECT 1' })
  const other = await context.newPage()
  await openSaved(page, id)
  await openSaved(other, id)
  await append(page, ' AS first')
  await save(page)
  await expect(page.getByText('Query saved')).toBeVisible()
  await append(other, ' AS second')
  await save(other)
  const question = other.getByRole('alertdialog', { name: 'Overwrite the saved query?' })
  await expect(question).toContainText(/“Shared” was changed by .+ at /)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(editorOf(other)).toContainText('SELECT 1 AS second')
  const stored = async () =>
    ((await (await page.request.get(`/api/v1/saved_query/${id}`)).json()) as { result: { sql: string } }).result.sql
  expect(await stored()).toBe('SELECT 1 AS first')
  await other.getByRole('dialog', { name: 'Edit saved query' }).getByRole('button', { name: 'Save', exact: true }).click()
  await question.getByRole('button', { name: 'Overwrite' }).click()
  await expect(other.getByText('Query saved')).toBeVisible()
  expect(await stored()).toBe('SELECT 1 AS second')
  await append(other, ' -- again')
  await save(other)
  await expect.poll(stored).toBe('SELECT 1 AS second -- again')
})
