import { drawn, packed, test } from './hostile-page.ts'
import { payloads } from './hostile-payloads.ts'
import { quoted } from './hostile-things.ts'
import { expect, settled } from './server.ts'
import { openTab, results, write } from './sqllab-screen.ts'

/** Files as attackers name them, and their columns: a thousand scripts and requests in disguise, of which none runs. */

test('names of files', async ({ page, isHarmless }) => {
  await page.goto('/superset/welcome/')
  await settled(page)
  for (const name of packed(20_000)) {
    const chosen = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose a file' }).click()
    await (await chosen).setFiles({ name: `${name}.csv`, mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2\n') })
    const dialog = page.getByRole('dialog', { name: 'New dataset' })
    await expect(dialog.getByRole('grid', { name: 'Preview' })).toBeVisible()
    await expect(dialog.getByTitle(name.slice(0, 20))).toBeAttached()
    await isHarmless('preview')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
})

test('columns of a file, and of a result', async ({ page, isHarmless }) => {
  const file = [payloads, payloads.map((_, i) => `word ${i}`)].map((row) => row.map(quoted).join(',')).join('\n')
  await page.goto('/superset/welcome/')
  await settled(page)
  const chosen = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a file' }).click()
  await (await chosen).setFiles({ name: 'columns.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  const grid = page.getByRole('dialog', { name: 'New dataset' }).getByRole('grid', { name: 'Preview' })
  await expect(grid.getByRole('textbox', { name: /^Name of column 0 / })).toBeAttached()
  await isHarmless('preview')
  await grid.getByRole('columnheader').last().scrollIntoViewIfNeeded()
  await drawn(page)
  await isHarmless('end of the preview')
  await page.keyboard.press('Escape')

  const labels = payloads.filter((payload) => !payload.includes('{')).map((payload, i) => `${i} AS ${quoted(payload)}`)
  await openTab(page, { sql: 'SELECT 1', dbname: 'Files', schema: 'main', name: 'Columns' })
  await write(page, `SELECT ${labels.join(', ')}`)
  await page.keyboard.press('ControlOrMeta+Enter')
  const heads = results(page).getByRole('columnheader')
  await expect(heads.filter({ hasText: /^0 / }).first()).toBeVisible()
  await heads.first().click()
  await page.keyboard.press('End')
  await expect(heads.filter({ hasText: /^999 / }).first()).toBeVisible()
  await isHarmless('result')
})
