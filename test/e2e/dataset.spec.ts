import { setTimeout as delay } from 'node:timers/promises'
import { axeFaults } from './axe.ts'
import type { Page } from '@playwright/test'
import { expect, test } from './server.ts'

const openSheet = async (page: Page) => {
  await page.goto('/tablemodelview/list/')
  await page.getByRole('searchbox').first().fill('stocks')
  // The rows are redrawn when the search is answered.
  await expect(page.getByRole('status').filter({ hasText: /^1 of / })).toBeVisible()
  await page.getByRole('button', { name: 'Actions of stocks' }).click()
  await page.getByRole('menuitem', { name: 'Edit dataset' }).click()
  await expect(page.getByRole('dialog', { name: 'Edit dataset stocks' })).toBeVisible()
  return page.getByRole('dialog', { name: 'Edit dataset stocks' })
}

test('a calculated column and a metric are added to a dataset and drawn in explore', async ({ page }) => {
  const sheet = await openSheet(page)
  await sheet.getByRole('button', { name: 'Metric', exact: true }).click()
  await sheet.getByRole('textbox', { name: 'Metric key' }).fill('highest_price')
  await sheet.getByRole('textbox', { name: 'SQL expression' }).fill('MAX(price)')
  await sheet.getByRole('tab', { name: /^Calculated columns/ }).click()
  await sheet.getByRole('button', { name: 'Calculated column', exact: true }).click()
  await sheet.getByRole('textbox', { name: 'Column name' }).fill('first_letter')
  await sheet.getByRole('textbox', { name: 'Data type' }).fill('VARCHAR')
  await sheet.getByRole('textbox', { name: 'SQL expression' }).fill('SUBSTR(symbol, 1, 1)')
  await sheet.getByRole('button', { name: 'Save', exact: true }).click()
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog', { name: 'Confirm save' }))
    .getByRole('button', { name: 'OK' })
    .click()
  await expect(sheet).toBeHidden()

  const found = await page.request.get('/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:stocks)))')
  const { result } = (await found.json()) as { result: { id: number }[] }
  const datasource = `${result[0]?.id}__table`
  const form = {
    viz_type: 'table',
    datasource,
    query_mode: 'aggregate',
    groupby: ['first_letter'],
    metrics: ['highest_price'],
    row_limit: 100,
  }
  await page.goto(`/explore/?datasource=${datasource}&form_data=${encodeURIComponent(JSON.stringify(form))}`)
  const pane = page.getByRole('region', { name: 'Dataset' })
  await expect(pane.getByRole('button', { name: /^highest_price/ })).toBeVisible()
  await expect(pane.getByRole('button', { name: /^first_letter/ })).toBeVisible()
  const picture = page.locator('[data-picture]')
  await expect(picture.getByRole('columnheader', { name: /first_letter/ })).toBeVisible()
  await expect(picture.getByRole('columnheader', { name: /highest_price/ })).toBeVisible()
  await expect(picture.getByText('G', { exact: true })).toBeVisible()
})

test('the page of a dataset shows what it reads and who uses it; it is edited, synced and its source swapped there', async ({ page }) => {
  await page.goto('/tablemodelview/list/')
  await page.getByRole('searchbox').first().fill('movies')
  await expect(page.getByRole('status').filter({ hasText: /^1 of / })).toBeVisible()
  await page.getByRole('button', { name: 'Actions of movies' }).click()
  await page.getByRole('menuitem', { name: 'Open dataset' }).click()
  await expect(page.getByRole('heading', { name: 'movies', level: 1 })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Source' })).toContainText('examples')
  await expect(page.getByRole('region', { name: 'Charts' }).getByRole('link').first()).toBeVisible()

  await page.getByRole('tab', { name: /^Columns/ }).click()
  await page.getByRole('button', { name: 'Sync columns from source' }).click()
  await page.getByRole('alertdialog', { name: 'The columns are up to date' }).getByRole('button', { name: 'OK' }).click()

  await page.getByRole('tab', { name: /^Metrics/ }).click()
  await page.getByRole('button', { name: 'Metric', exact: true }).click()
  await page.getByRole('textbox', { name: 'Metric key' }).fill('titles')
  await page.getByRole('textbox', { name: 'SQL expression' }).fill('COUNT(DISTINCT title)')
  // What is read again after the save comes late, and nothing opened or typed meanwhile may be lost to it.
  await page.route(/\/api\/v1\/dataset\/\d+\?/, async (route) => {
    await delay(1000)
    await route.continue()
  })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(page.getByText('The dataset has been saved')).toBeVisible()
  await page.getByRole('button', { name: 'Swap source' }).click()
  await expect(page.getByRole('button', { name: /^titles/ })).toBeVisible()

  const dialog = page.getByRole('dialog', { name: 'Swap source' })
  await dialog.getByRole('combobox', { name: 'Table' }).click()
  await page.getByRole('option', { name: 'stocks' }).click()
  await expect(dialog.getByRole('region', { name: 'Charts that would break' }).getByRole('link').first()).toBeVisible()
  await expect(dialog.getByRole('region', { name: 'Lost columns' })).toContainText('used by titles')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
})

test('a dataset is materialized on a schedule, and explore says of when the data of its table are', async ({ page }) => {
  const found = await page.request.get('/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:weather)))')
  const { result } = (await found.json()) as { result: { id: number }[] }
  await page.goto(`/tablemodelview/edit/${result[0]?.id}`)
  const section = page.getByRole('region', { name: 'Materialized table' })
  await section.getByRole('button', { name: 'Materialize' }).click()
  const dialog = page.getByRole('dialog', { name: 'Materialize weather' })
  await dialog.getByRole('textbox', { name: 'Generations to keep' }).fill('0')
  await dialog.getByRole('button', { name: 'Materialize' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Generations to keep' })).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByRole('textbox', { name: 'Generations to keep' }).fill('2')
  await dialog.getByRole('combobox', { name: 'How often' }).click()
  await page.getByRole('option', { name: 'Every hour' }).click()
  await dialog.getByRole('button', { name: 'Materialize' }).click()
  await expect(dialog).toBeHidden()
  await expect(section).toContainText('Every hour')
  await expect(section.getByRole('list', { name: 'Generations' }).getByRole('listitem')).toHaveText([/rows · current$/])
  await section.getByRole('link', { name: 'weather_table' }).click()
  await expect(page.getByRole('heading', { name: 'weather_table', level: 1 })).toBeVisible()
  await page.getByRole('link', { name: 'Explore' }).click()
  await expect(page.getByText(/^Data of /)).toBeVisible()
})

test('in explore a metric is saved to the dataset, and the dataset is edited beside the chart', async ({ page }) => {
  const found = await page.request.get('/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:disasters)))')
  const { result } = (await found.json()) as { result: { id: number }[] }
  await page.goto(`/explore/?datasource=${result[0]?.id}__table&viz_type=big_number_total`)
  const metric = page.getByRole('group', { name: 'Metric', exact: true })
  const pane = page.getByRole('region', { name: 'Dataset' })
  await metric
    .getByRole('button', { name: /^(?!Remove|Add|Reset)/ })
    .first()
    .click()
  const editor = page.getByRole('dialog', { name: 'Metric' })
  await editor.getByRole('tab', { name: 'Simple' }).click()
  await editor.getByRole('option', { name: /deaths/ }).click()
  await editor.getByRole('radio', { name: /Highest/ }).click()
  await editor.getByRole('combobox', { name: 'Keep it' }).click()
  await page.getByRole('option', { name: 'In the dataset, for all charts' }).click()
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(editor).toBeHidden()
  await expect(pane.getByRole('button', { name: /^MAX\(deaths\)/ })).toBeVisible()

  await pane.getByRole('button', { name: 'Dataset menu' }).click()
  await page.getByRole('menuitem', { name: 'Edit dataset' }).click()
  const sheet = page.getByRole('dialog', { name: 'Edit dataset disasters' })
  await sheet
    .getByRole('button', { name: /MAX\(deaths\)/ })
    .first()
    .click()
  await sheet.getByRole('textbox', { name: 'Label', exact: true }).fill('Worst year')
  await sheet.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(sheet).toBeHidden()
  await expect(metric).toContainText('Worst year')
  await expect(pane.getByRole('button', { name: /^Worst year/ })).toBeVisible()
})

test('tables are joined: keys are proposed, repeated rows are warned of, and the result is explored', async ({ page }) => {
  await page.goto('/dataset/add/?join')
  await page.getByRole('combobox', { name: 'Database' }).click()
  await page.getByRole('option', { name: /Files/ }).click()
  await page.getByRole('combobox', { name: 'Schema' }).click()
  await page.getByRole('option', { name: 'examples' }).click()
  const add = async (table: string) => {
    await page.getByRole('combobox', { name: 'Add a table' }).click()
    await page.getByRole('option', { name: table }).click()
    await expect(page.getByRole('region', { name: table })).toBeVisible()
  }
  await add('stocks')
  await expect(page.getByText('Add a second table.')).toBeVisible()
  await add('weather')
  await expect(page.getByRole('combobox', { name: 'Column of weather' })).toContainText('date')
  await expect(page.getByText(/^Up to 2 rows of weather match one row/)).toBeVisible()
  await page.getByRole('checkbox', { name: 'wind of weather' }).click()
  await page.getByRole('button', { name: 'Create and explore' }).click()
  const pane = page.getByRole('region', { name: 'Dataset' })
  await expect(pane.getByText('stocks + weather', { exact: true })).toBeVisible()
  await expect(pane.getByRole('button', { name: /^temp_max/ })).toBeVisible()
  await expect(pane.getByRole('button', { name: /^wind/ })).toBeHidden()
})

test('a dataset is made of a query, whose faults are told; its columns show how their values are distributed', async ({ page }) => {
  const answer = await page.request.get('/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:movies)))')
  const { result } = (await answer.json()) as { result: { database: { id: number } }[] }
  await page.goto(`/dataset/add/?database_id=${result[0]?.database.id}`)
  await page.getByRole('link', { name: 'From SQL' }).click()
  await page.getByRole('combobox', { name: 'Schema' }).click()
  await page.getByRole('option', { name: 'examples' }).click()
  await page.getByRole('textbox', { name: 'Dataset name' }).fill('letters')
  const editor = page.getByRole('textbox', { name: 'SQL', exact: true })
  await editor.click()
  await page.keyboard.insertText("SELECT 'a' AS letter, missing FROM stocks")
  await page.getByRole('button', { name: 'Create and explore' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'missing' })).toBeVisible()
  await editor.click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText("SELECT unnest(['a', 'a', 'b']) AS letter")
  await page.getByRole('button', { name: 'Create and explore' }).click()
  const pane = page.getByRole('region', { name: 'Dataset' })
  await expect(pane.getByText('letters', { exact: true })).toBeVisible()

  const found = await page.request.get('/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:letters)))')
  const made = (await found.json()) as { result: { id: number }[] }
  await page.goto(`/tablemodelview/edit/${made.result[0]?.id}`)
  await page.getByRole('tab', { name: /^Columns/ }).click()
  await page.getByRole('button', { name: /^letter/ }).click()
  const data = page.getByRole('region', { name: 'Data of letter' })
  await expect(data.getByRole('listitem')).toHaveText(['a2', 'b1'])
  await expect(data).toContainText('Distinct values')
})

test('a new dataset starts in a schema that has tables', async ({ page }) => {
  const answer = await page.request.get('/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:movies)))')
  const { result } = (await answer.json()) as { result: { database: { id: number } }[] }
  await page.goto(`/dataset/add/?database_id=${result[0]?.database.id}`)
  await expect(page.getByRole('list', { name: 'Tables' }).getByRole('button').first()).toBeVisible()
})

test('the password page fits a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/welcome')
  const save = await page.getByRole('button', { name: /^(Set|Change) password$/ }).boundingBox()
  expect((save?.x ?? 0) + (save?.width ?? Infinity)).toBeLessThanOrEqual(390)
})

const idOf = async (page: Page, name: string) => {
  const answer = await page.request.get(`/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:${name})))`)
  return ((await answer.json()) as { result: { id: number }[] }).result[0]?.id ?? 0
}

test('fields are laid into folders by dragging and by menu, and explore lists them so', async ({ page }) => {
  const id = await idOf(page, 'airports')
  await page.goto(`/tablemodelview/edit/${id}`)
  await page.getByRole('tab', { name: /^Folders/ }).click()
  await page.getByRole('button', { name: 'Folder', exact: true }).click()
  const name = page.getByRole('textbox', { name: 'Name of folder New folder' })
  await name.fill('Places')
  await name.press('Enter')
  const list = page.getByRole('list', { name: 'Folders' })
  const folder = list.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Places', exact: true }) })
  await list.getByRole('listitem').filter({ hasText: /^city/i }).dragTo(folder)
  await list.getByRole('button', { name: 'Move state', exact: false }).click()
  await page.getByRole('menuitem', { name: 'Places' }).click()
  await expect(folder).toContainText('2')
  expect(await axeFaults(page, ['serious', 'critical'])).toEqual([])
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(page.getByText('The dataset has been saved')).toBeVisible()
  await page.getByRole('link', { name: 'Explore' }).click()
  const pane = page.getByRole('region', { name: 'Dataset' })
  await expect(pane.getByText('Places')).toBeVisible()

  await page.goto(`/tablemodelview/edit/${id}`)
  await expect(page.getByRole('region', { name: 'Usage' })).toContainText(/by 1 person|Nobody queried it/)
})

test('the columns of an uploaded table are renamed and retyped after values that do not fit were shown', async ({ page }) => {
  await page.goto('/dataset/add/')
  const csv = 'sold,amount\n01.02.2024,1\nnever,2\n'
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'late types.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await page.getByRole('button', { name: 'Create and explore' }).click()
  await expect(page).toHaveURL(/explore/)
  await page.goto(`/tablemodelview/edit/${await idOf(page, 'late_types')}`)
  await page.getByRole('tab', { name: /^Columns/ }).click()
  await page.getByRole('button', { name: 'Rename and retype columns' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rename and retype columns' })
  await dialog.getByRole('textbox', { name: 'Name of sold' }).fill('day')
  await dialog.getByRole('combobox', { name: 'Type of sold' }).click()
  await page.getByRole('option', { name: 'Date', exact: true }).click()
  await dialog.getByRole('combobox', { name: 'Date format of sold' }).click()
  await page.getByRole('option', { name: 'DD.MM.YYYY', exact: true }).click()
  await dialog.getByRole('button', { name: 'Check the values' }).click()
  await expect(dialog.getByRole('list', { name: 'Values that do not fit' })).toHaveText('Row 2, day: never')
  expect(await axeFaults(page, ['serious', 'critical'])).toEqual([])
  await dialog.getByRole('button', { name: 'Change the columns' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: /^day date/ })).toBeVisible()
})

test('the address that begins a metric begins one, and a reload of the page none', async ({ page }) => {
  const found = await page.request.get('/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:stocks)))')
  const { result } = (await found.json()) as { result: { id: number }[] }
  const metricKey = page.getByRole('textbox', { name: 'Metric key' })
  await page.goto(`/tablemodelview/edit/${result[0]?.id}?add=metrics`)
  await expect(metricKey).toBeVisible()
  await expect(page).toHaveURL(/\/edit\/\d+$/)
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByRole('tab', { name: /^Metrics/ })).toBeVisible()
  await expect(metricKey).toBeHidden()
})
