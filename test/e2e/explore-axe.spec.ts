import type { Locator, Page } from '@playwright/test'
import { axeFaultsInBothThemes } from './axe.ts'
import { expect, settled, test } from './server.ts'

/** Opens something over the page, and returns it. */
type Opening = (page: Page) => Promise<Locator>

const dialog = (page: Page, name?: RegExp | string) => page.getByRole('dialog', name === undefined ? {} : { name })

const chooseIn = async (page: Page, button: RegExp | string, entry: string) => {
  await page.getByRole('button', { name: button, exact: typeof button === 'string' }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

const menu =
  (button: string): Opening =>
  async (page) => {
    await page.getByRole('button', { name: button, exact: true }).click()
    return page.getByRole('menu')
  }

const inMenu =
  (button: string, entry: string): Opening =>
  async (page) => {
    await chooseIn(page, button, entry)
    return dialog(page)
  }

const sheetTab =
  (tab: RegExp): Opening =>
  async (page) => {
    await chooseIn(page, 'Dataset menu', 'Edit dataset')
    await page.getByRole('tab', { name: tab }).last().click()
    return dialog(page, /^Edit dataset/)
  }

const overExplore: Record<string, Opening> = {
  'the picker of chart types': async (page) => {
    await page.getByRole('button', { name: 'View all charts' }).click()
    await expect(dialog(page).getByRole('option', { name: 'Pie Chart' })).toBeVisible()
    await dialog(page).getByRole('option', { name: 'Pie Chart' }).click()
    return dialog(page)
  },
  'the menu of the dataset': menu('Dataset menu'),
  'the menu of sharing': menu('Share'),
  'the menu of the chart': menu('More'),
  'the swap of the dataset': inMenu('Dataset menu', 'Swap dataset'),
  'what a swap breaks': async (page) => {
    await chooseIn(page, 'Dataset menu', 'Swap dataset')
    await page.getByRole('grid', { name: 'Datasets' }).getByText('stocks', { exact: true }).click()
    await expect(page.getByRole('button', { name: 'Proceed' })).toBeVisible()
    return dialog(page)
  },
  'the metrics of the dataset': sheetTab(/^Metrics/),
  'the columns of the dataset': sheetTab(/^Columns/),
  'the calculated columns of the dataset': sheetTab(/^Calculated/),
  'the folders of the dataset': sheetTab(/^Folders/),
  'the settings of the dataset': sheetTab(/^Settings/),
  'the embed code': inMenu('Share', 'Embed code'),
  'the dialog of saving': inMenu('More', 'Save as…'),
  'the properties of the chart': inMenu('More', 'Edit chart properties'),
  'the statistics of a result column': async (page) => {
    await page.getByRole('tab', { name: 'Results' }).click()
    await page.getByRole('grid', { name: 'Results' }).getByRole('gridcell').getByRole('button').last().click()
    return dialog(page, /^Statistics of /)
  },
  'the columns of the results': async (page) => {
    await page.getByRole('tab', { name: 'Results' }).click()
    return menu('Columns')(page)
  },
  'the changed controls': async (page) => {
    await page.getByRole('tab', { name: 'Customize' }).click()
    await page.getByRole('checkbox', { name: 'Show Value' }).check()
    await page.getByRole('button', { name: '1 changed' }).click()
    return dialog(page, 'Changed controls')
  },
}

const overLists: Record<string, [address: string, open: Opening]> = {
  'the menu of a chart': ['/chart/list/', async (page) => menu(await firstActions(page))(page)],
  'a filter of the charts': [
    '/chart/list/',
    async (page) => {
      await page.getByRole('search').getByRole('button', { name: 'Dataset', exact: true }).click()
      return dialog(page, 'Dataset')
    },
  ],
  'a chart for a dashboard': ['/chart/list/', (page) => openFromList(page, 'Add to dashboard')],
  'the selection of charts': [
    '/chart/list/',
    async (page) => {
      await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
      return page.getByRole('toolbar', { name: 'Selection' })
    },
  ],
  'the import of dashboards': [
    '/dashboard/list/',
    async (page) => {
      await page.getByRole('button', { name: 'Import' }).click()
      return dialog(page, 'Import')
    },
  ],
  'the properties of a dashboard': ['/dashboard/list/', (page) => openFromList(page, 'Edit properties')],
  'the sheet of a dataset': ['/tablemodelview/list/', (page) => openFromList(page, 'Edit dataset')],
}

const firstActions = async (page: Page): Promise<string> =>
  (await page
    .getByRole('button', { name: /^Actions of / })
    .first()
    .getAttribute('aria-label')) ?? ''

const openFromList = async (page: Page, entry: string): Promise<Locator> => {
  await chooseIn(page, await firstActions(page), entry)
  return dialog(page)
}

const roles = ['dialog', 'menu', 'toolbar'].map((role) => `[role=${role}]`).join(', ')

/** Opens, looks, and closes again, so that the next one opens over the same page. */
const checkOpened = async (page: Page, open: Opening, what: string): Promise<string[]> => {
  const opened = await open(page)
  await expect(opened, what).toBeVisible()
  await settled(page)
  const faults = await axeFaultsInBothThemes(page, ['serious', 'critical'], { within: roles })
  if ((await opened.getAttribute('role')) !== 'toolbar') {
    await page.keyboard.press('Escape')
    await expect(opened, what).toBeHidden()
  }
  return faults.map((fault) => `${what}: ${fault}`)
}

/** A slow machine takes minutes over twenty openings. */
const timeoutMs = 900_000

test('axe finds nothing serious in what opens over explore, in both themes', async ({ page }) => {
  test.setTimeout(timeoutMs)
  const faults: string[] = []
  await page.goto('/explore/?slice_id=18')
  await settled(page)
  for (const [what, open] of Object.entries(overExplore)) faults.push(...(await checkOpened(page, open, what)))
  expect(faults).toEqual([])
})

test('axe finds nothing serious in what opens over the lists, in both themes', async ({ page }) => {
  test.setTimeout(timeoutMs)
  const faults: string[] = []
  for (const [what, [address, open]] of Object.entries(overLists)) {
    if (!page.url().endsWith(address)) {
      await page.goto(address)
      await settled(page)
    }
    faults.push(...(await checkOpened(page, open, what)))
  }
  expect(faults).toEqual([])
})
