import { openTab, results, treeOf } from './sqllab-screen.ts'
import { packed, test } from './hostile-page.ts'
import { payloads } from './hostile-payloads.ts'
import { quoted, uploadTable } from './hostile-things.ts'
import { expect, settled } from './server.ts'

/** Files as attackers name them, and their columns: a thousand scripts and requests in disguise, of which none runs. */

const header = payloads.map(quoted).join(',')
const csv = [header, payloads.map((_, i) => i).join(',')].join('\n')

test('names of files', async ({ page, isHarmless }) => {
  await page.goto('/superset/welcome/')
  await settled(page)
  for (const name of packed(10_000)) {
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

test('columns of a file', async ({ page, isHarmless }) => {
  await page.goto('/superset/welcome/')
  await settled(page)
  const chosen = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a file' }).click()
  await (await chosen).setFiles({ name: 'columns.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  const preview = page.getByRole('dialog', { name: 'New dataset' }).getByRole('grid', { name: 'Preview' })
  await expect(preview.getByText(/^0 /).first()).toBeVisible()
  await expect(preview.getByRole('columnheader').last()).toBeAttached()
  await isHarmless('preview')

  const dataset = await uploadTable(page, 'columns', csv)
  await page.goto(`/tablemodelview/edit/${dataset}`)
  await expect(page.getByRole('tab', { name: /^Columns/ })).toContainText('1,000')
  await settled(page)
  await isHarmless('dataset')
  await openTab(page, { sql: 'SELECT * FROM main.columns', dbname: 'Files', schema: 'main', name: 'Columns', autorun: 'true' })
  await expect(results(page).getByRole('columnheader').nth(5)).toBeAttached()
  await treeOf(page).getByRole('button', { name: 'columns', exact: true }).click()
  await expect(treeOf(page).getByRole('button', { name: /^Insert 999 / })).toBeAttached()
  await isHarmless('SQL Lab')
})
