import { expect, test, settled } from './server.ts'
import type { Page } from '@playwright/test'

const picture = (page: Page) => page.getByRole('main').getByRole('img').first()

test('a chart is created from a dataset: types, dimensions, undo, save, reload', async ({ page, server }) => {
  const found = await page.request.get(`${server.address}/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:stocks)))`)
  const { result } = (await found.json()) as { result: { id: number }[] }
  await page.goto(`/explore/?datasource=${result[0]?.id}__table`)
  await expect(picture(page)).toBeVisible()

  await page.getByRole('radio', { name: /^Line/ }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('radio', { name: /^Bar/ })).toBeChecked()
  await expect(picture(page)).toBeVisible()

  const dimensions = page.getByRole('group', { name: 'Dimensions' })
  const chosen = dimensions.getByRole('button', { name: /^symbol/ })
  await settled(page)
  // A first chart is split by a column of few values where the columns were counted in time.
  if ((await chosen.count()) === 0) {
    await page
      .getByRole('region', { name: 'Dataset' })
      .getByRole('button', { name: /^symbol/ })
      .press('Enter')
  }
  await expect(chosen).toBeVisible()
  const asked = page.waitForResponse((answer) => answer.url().includes('/api/v1/chart/data'))
  await dimensions.getByRole('button', { name: 'Remove symbol' }).click()
  expect((await asked).status()).toBe(200)
  await expect(chosen).toBeHidden()

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(chosen).toBeVisible()
  await page.getByRole('button', { name: 'Redo' }).click()
  await expect(chosen).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(chosen).toBeVisible()

  await page.getByRole('textbox', { name: 'Chart name' }).fill('Shares by symbol')
  await page.getByRole('textbox', { name: 'Chart name' }).press('Enter')
  await page.keyboard.press('Control+s')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Save/ }).last().click()
  await page.waitForURL(/slice_id=\d+/)
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Chart name' })).toHaveValue('Shares by symbol')
  await expect(page.getByRole('radio', { name: /^Bar/ })).toBeChecked()
  await expect(chosen).toBeVisible()
})

test('results, samples and the statement are below the picture', async ({ page, server }) => {
  const found = await page.request.get(
    `${server.address}/api/v1/chart/?q=(filters:!((col:slice_name,opr:chart_all_text,value:'box office')))`,
  )
  const { result } = (await found.json()) as { result: { id: number }[] }
  await page.goto(`/explore/?slice_id=${result[0]?.id}`)
  await expect(picture(page)).toBeVisible()
  const drawer = page.getByRole('region', { name: 'Results' })
  await drawer.getByRole('button', { name: 'Open the results' }).click()
  await expect(drawer.getByRole('columnheader').first()).toBeVisible()
  await drawer.getByRole('tab', { name: 'Samples' }).click()
  await expect(drawer.getByRole('columnheader', { name: /US Gross/ })).toBeVisible()
  await drawer.getByRole('tab', { name: 'SQL' }).click()
  await expect(drawer).toContainText(/SELECT/)
})

test('an engine error says what is wrong and keeps the input', async ({ page, server }) => {
  const found = await page.request.get(`${server.address}/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:stocks)))`)
  const { result } = (await found.json()) as { result: { id: number }[] }
  const form = {
    viz_type: 'big_number_total',
    datasource: `${result[0]?.id}__table`,
    metric: { expressionType: 'SQL', sqlExpression: 'SUM(nothing_here)', label: 'Broken' },
    adhoc_filters: [],
  }
  await page.goto(`/explore/?datasource=${result[0]?.id}__table&form_data=${encodeURIComponent(JSON.stringify(form))}`)
  await expect(page.getByText(/nothing_here/).first()).toBeVisible()
  await expect(page.getByRole('group', { name: 'Metric' })).toContainText('Broken')
})

test('a time range is typed, previewed, and taken back or applied; its editor stays below its pill', async ({ page }) => {
  const found = await page.request.get('/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:stocks)))')
  const { result } = (await found.json()) as { result: { id: number }[] }
  await page.goto(`/explore/?datasource=${result[0]?.id}__table`)
  await expect(picture(page)).toBeVisible()
  const pill = page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: /^date/ })
  await pill.click()
  const editor = page.getByRole('dialog').filter({ has: page.getByRole('tab', { name: 'Custom', exact: true }) })
  expect((await editor.boundingBox())?.width).toBe(600)
  const gap = async () => ((await editor.boundingBox())?.y ?? 0) - ((await pill.boundingBox())?.y ?? 0)
  await expect.poll(gap).toBeGreaterThanOrEqual(32)

  const typed = editor.getByRole('textbox', { name: 'Time range' })
  await typed.fill('2009-Q1')
  await expect(editor).toContainText('15 of 560 rows')
  await expect(pill).toContainText('Jan 2009 to Mar 2009')
  await typed.fill('quarter of nothing')
  await expect(editor.getByRole('alert')).toContainText('“quarter of nothing” is no time range.')
  await expect(editor.getByRole('button', { name: 'APPLY' })).toBeDisabled()
  await editor.getByRole('button', { name: 'CANCEL' }).click()
  await expect(pill).toContainText('No filter')

  await pill.click()
  await editor.getByRole('tab', { name: 'Custom', exact: true }).click()
  await expect(editor.getByRole('combobox', { name: 'START (INCLUSIVE)' })).toHaveText('Relative Date/Time')
  await editor.getByRole('button', { name: 'From the first to the last day of the data' }).click()
  await expect(typed).toHaveValue('1 Jan 2000 to 1 Mar 2010')
  await expect(editor).toContainText('560 of 560 rows')
  const wide = (await editor.boundingBox())?.width ?? 0
  await editor.getByRole('button', { name: 'Resize with the arrow keys' }).press('ArrowRight')
  await expect.poll(async () => (await editor.boundingBox())?.width).toBe(wide - 16)
  await editor.getByRole('button', { name: 'APPLY' }).click()
  await expect(editor).toHaveCount(0)
  await expect(pill).toContainText('1 Jan 2000 to 1 Mar 2010')
})

test('chart properties are edited beside the chart, and its header follows', async ({ page }) => {
  const found = await page.request.get("/api/v1/chart/?q=(filters:!((col:slice_name,opr:eq,value:'Ten years of five shares')))")
  const { result } = (await found.json()) as { result: { id: number }[] }
  const rename = async (name: string) => {
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Edit chart properties' }).click()
    const sheet = page.getByRole('dialog', { name: 'Edit chart properties' })
    await expect(sheet.getByRole('button', { name: /^Remove Admin/ })).toBeVisible()
    await sheet.getByRole('textbox', { name: 'Name' }).fill(name)
    await sheet.getByRole('button', { name: 'Save' }).click()
    await expect(sheet).toBeHidden()
    await expect(page.getByRole('textbox', { name: 'Chart name' })).toHaveValue(name)
    await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  }
  await page.goto(`/explore/?slice_id=${result[0]?.id}`)
  await rename('Ten years of a few shares')
  await rename('Ten years of five shares')
})
