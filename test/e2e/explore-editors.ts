import type { Locator, Page } from '@playwright/test'
import { expect } from './server.ts'

/** An editor, a picker or a dialog of the controls of explore, and how a person comes to it. */
export type Editor = { name: string; vizType: string; open: (page: Page) => Promise<Locator> }

const controls = (page: Page) => page.getByRole('region', { name: 'Controls' })
const group = (page: Page, name: string) => controls(page).getByRole('group', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog').last()

const openTab = async (page: Page, name: string) => {
  await controls(page).getByRole('tab', { name, exact: true }).click()
}

const openSection = async (page: Page, name: string) => {
  const head = controls(page).getByRole('button', { name, exact: true })
  if ((await head.getAttribute('aria-expanded')) === 'false') await head.click()
}

const add = async (page: Page, name: string) => {
  await openTab(page, 'Data')
  await group(page, name)
    .getByRole('button', { name: `Add to ${name}` })
    .click()
  await expect(dialog(page)).toBeVisible()
  return dialog(page)
}

const kindOf = (name: string, tab: string): Editor => ({
  name: `${name}: ${tab}`,
  vizType: 'echarts_timeseries_line',
  open: async (page) => {
    const editor = await add(page, name)
    await editor.getByRole('tab', { name: tab, exact: true }).click()
    return editor
  },
})

const filterOf = (name: string, open: (editor: Locator, page: Page) => Promise<void>): Editor => ({
  name: `Filters: ${name}`,
  vizType: 'echarts_timeseries_line',
  open: async (page) => {
    const editor = await add(page, 'Filters')
    await open(editor, page)
    return editor
  },
})

const chooseColumn = async (editor: Locator, page: Page, name: string) => {
  await editor.getByRole('combobox', { name: 'Column', exact: true }).click()
  await page.getByRole('option', { name, exact: true }).click()
}

const rangeOf = (frame: string): Editor => ({
  name: `Time range: ${frame}`,
  vizType: 'echarts_timeseries_line',
  open: async (page) => {
    await openTab(page, 'Data')
    await group(page, 'Filters').getByRole('button', { name: /^date/ }).first().click()
    await dialog(page).getByRole('tab', { name: frame, exact: true }).click()
    return dialog(page)
  },
})

const choiceOf = (name: string, vizType = 'echarts_timeseries_line', tab = 'Data'): Editor => ({
  name: `choices of ${name}`,
  vizType,
  open: async (page) => {
    await openTab(page, tab)
    await controls(page).getByRole('combobox', { name, exact: true }).click()
    const list = page.getByRole('listbox').last()
    await expect(list).toBeVisible()
    return list
  },
})

export const editors: Editor[] = [
  ...['Saved', 'Simple', 'Custom SQL'].flatMap((tab) => [kindOf('Metrics', tab), kindOf('Dimensions', tab)]),
  filterOf('nothing chosen', async () => {}),
  filterOf('values', async (editor, page) => {
    await chooseColumn(editor, page, 'symbol')
    await expect(editor.getByRole('checkbox', { name: 'IBM' })).toBeVisible()
  }),
  filterOf('numbers', async (editor, page) => {
    await chooseColumn(editor, page, 'price')
    await editor.getByRole('combobox', { name: 'Operator' }).click()
    await page.getByRole('option', { name: 'is above', exact: true }).click()
    await editor.getByRole('button', { name: 'Show the distribution' }).click()
    await expect(editor.getByText('Highest')).toBeVisible()
  }),
  filterOf('groups', async (editor) => {
    await editor.getByRole('radio', { name: 'And/or' }).click()
  }),
  filterOf('Custom SQL', async (editor) => {
    await editor.getByRole('radio', { name: 'Custom SQL' }).click()
    await expect(editor.getByRole('textbox', { name: 'SQL of the filter' })).toBeVisible()
  }),
  ...['No filter', 'Last', 'Previous', 'Current', 'Next', 'Custom', 'Advanced'].map(rangeOf),
  choiceOf('Row limit'),
  choiceOf('Color scheme', 'echarts_timeseries_line', 'Customize'),
  choiceOf('Y-axis format', 'echarts_timeseries_line', 'Customize'),
  {
    name: 'an annotation layer',
    vizType: 'echarts_timeseries_line',
    open: async (page) => {
      await openTab(page, 'Data')
      await openSection(page, 'Annotations and layers')
      await controls(page).getByRole('button', { name: 'Add a layer' }).click()
      await expect(dialog(page)).toBeVisible()
      return dialog(page)
    },
  },
  {
    name: 'code in a dialog',
    vizType: 'echarts_timeseries_line',
    open: async (page) => {
      await openTab(page, 'Customize')
      await controls(page)
        .getByRole('button', { name: /^Edit .* in a dialog/ })
        .click()
      await expect(dialog(page).getByRole('textbox')).toBeVisible()
      return dialog(page)
    },
  },
  {
    name: 'a colour',
    vizType: 'big_number',
    open: async (page) => {
      await openTab(page, 'Customize')
      await group(page, 'Fixed color')
        .getByRole('button', { name: /^Fixed color/ })
        .click()
      await expect(dialog(page)).toBeVisible()
      return dialog(page)
    },
  },
  {
    name: 'a rule of conditional formatting',
    vizType: 'table',
    open: async (page) => {
      await openTab(page, 'Customize')
      await controls(page).getByRole('button', { name: 'Add a rule' }).click()
      await expect(dialog(page)).toBeVisible()
      return dialog(page)
    },
  },
  ...(['Display', 'Number formatting'] as const).map((tab): Editor => ({
    name: `a column of a table: ${tab}`,
    vizType: 'table',
    open: async (page) => {
      await openTab(page, 'Customize')
      await group(page, 'Customize columns').getByRole('button', { name: 'price' }).click()
      await dialog(page).getByRole('tab', { name: tab, exact: true }).click()
      return dialog(page)
    },
  })),
]
