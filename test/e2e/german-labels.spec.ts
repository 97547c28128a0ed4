import type { Locator, Page } from '@playwright/test'
import { textsOverFields } from './overlaps.ts'
import { expect, test } from './server.ts'

test.use({ locale: 'de-AT' })

const widths = [1440, 768, 390]

/** Waits for what slides in, with what is in it, which lies elsewhere on its way. */
const atRest = (root: Locator) =>
  root.evaluate(async () => {
    const passing = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
    await Promise.allSettled(passing.map(({ finished }) => finished))
  })

const expectClear = async (root: Locator, where: string) => {
  await atRest(root)
  expect.soft(await root.evaluate(textsOverFields), where).toEqual([])
}

const openChart = async (page: Page, form: Record<string, unknown>) => {
  const found = await page.request.get('/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:movies)))')
  const { result } = (await found.json()) as { result: { id: number }[] }
  const whole = { datasource: `${result[0]?.id}__table`, adhoc_filters: [], ...form }
  await page.goto(`/explore/?form_data=${encodeURIComponent(JSON.stringify(whole))}`)
  await expect(page.getByRole('tab', { name: 'Daten', exact: true })).toBeVisible()
}

/** Sections of controls that are closed, one after the other. */
const openSections = async (root: Locator) => {
  const closed = root.locator('[class*=section] > button[aria-expanded="false"]')
  for (let left = await closed.count(); left > 0; left--) await closed.first().click()
}

const charts = {
  bars: { viz_type: 'echarts_timeseries_bar', x_axis: 'Release Date', metrics: ['count'], groupby: ['Major Genre'] },
  'mixed series': { viz_type: 'mixed_timeseries', x_axis: 'Release Date', metrics: ['count'], metrics_b: ['count'] },
}

for (const [name, form] of Object.entries(charts))
  test(`no German label of ${name} lies under its field`, async ({ page }) => {
    test.slow()
    await openChart(page, form)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      const panel = width === 390 ? page.getByRole('main') : page.getByRole('region', { name: 'Einstellungen' })
      for (const tab of ['Daten', 'Anpassen']) {
        await page.getByRole('tab', { name: tab, exact: true }).click()
        await openSections(panel)
        await expectClear(panel, `${tab}, ${width} px`)
      }
    }
  })

const table = { viz_type: 'table', query_mode: 'aggregate', metrics: ['count'], groupby: ['Major Genre'] }
const timeFilter = {
  expressionType: 'SIMPLE',
  clause: 'WHERE',
  subject: 'Release Date',
  operator: 'TEMPORAL_RANGE',
  comparator: '2001-01-01 : 2002-01-01',
}

const screens: Record<string, (page: Page) => Promise<void>> = {
  'the form of a connection': async (page) => {
    await page.goto('/databaseview/list/')
    await page.getByRole('main').getByRole('button', { name: 'Datenbank' }).first().click()
    await page.getByRole('button', { name: 'PostgreSQL' }).click()
  },
  'an upload': async (page) => {
    await page.goto('/tablemodelview/list/')
    await page.getByRole('button', { name: 'Datensatz', exact: true }).click()
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('menuitem', { name: /Datei/ }).click()
    await page.getByRole('button', { name: 'Datei wählen' }).click()
    const text = 'tag;anzahl\n01.02.2024;1\n02.02.2024;2\n03.02.2024\n04.02.2024;4\n'
    await (await chooser).setFiles({ name: 'tage.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await expect(page.getByRole('grid', { name: 'Vorschau' })).toBeVisible()
  },
  'a metric': async (page) => {
    await openChart(page, table)
    await page.getByRole('button', { name: 'Zu Kennzahlen hinzufügen' }).click()
    await page.getByRole('dialog').getByRole('tab', { name: 'Einfach' }).click()
  },
  'a filter': async (page) => {
    await openChart(page, table)
    await page.getByRole('button', { name: 'Zu Filter hinzufügen' }).click()
  },
  'a range of time': async (page) => {
    await openChart(page, { ...table, adhoc_filters: [timeFilter] })
    await page
      .getByRole('group', { name: 'Filter' })
      .getByRole('button', { name: /^Release Date/ })
      .first()
      .click()
  },
  'the look of a column': async (page) => {
    await openChart(page, table)
    await page.getByRole('tab', { name: 'Anpassen', exact: true }).click()
    await page
      .locator('[data-control=column_config]')
      .getByRole('button', { name: /^count/i })
      .click()
    await page.getByRole('dialog').getByRole('tab', { name: 'Zahlenformat' }).click()
  },
  'the properties of a dashboard': async (page) => {
    await page.goto('/superset/dashboard/films/')
    await page.getByRole('main').getByRole('button', { name: 'Mehr', exact: true }).first().click()
    await page.getByRole('menuitem', { name: /Eigenschaften/ }).click()
  },
  'the properties of a chart': async (page) => {
    await page.goto('/chart/list/?viewMode=table')
    await page
      .getByRole('button', { name: /^Aktionen/ })
      .first()
      .click()
    await page
      .getByRole('menuitem', { name: /bearbeiten/i })
      .first()
      .click()
  },
}

for (const [name, open] of Object.entries(screens))
  test(`no German label of ${name} lies under its field`, async ({ page }) => {
    test.slow()
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      await open(page)
      const dialog = page.getByRole('dialog')
      await expect(dialog).toBeVisible()
      await expectClear(dialog, `${width} px`)
    }
  })
