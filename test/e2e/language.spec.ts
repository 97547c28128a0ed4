import { loadCatalogue } from '../../src/core/i18n/load-catalogue.ts'
import { isLocale, locales } from '../../src/core/i18n/locales.ts'
import { expect, test } from './server.ts'

test.use({ locale: 'de-AT' })

test('a German browser gets the page in German with only the catalogues it needs; an English one loads none', async ({ page, browser }) => {
  const catalogues = (loaded: string[]) => loaded.flatMap((url) => /\/(de-[a-z]+)-[\w-]+\.js$/.exec(url)?.[1] ?? []).toSorted()
  const loaded: string[] = []
  page.on('request', (request) => void loaded.push(request.url()))
  await page.goto('/chart/list/')
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page.getByRole('heading', { name: 'Diagramme' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Konto von / })).toBeVisible()
  expect(catalogues(loaded)).toEqual(['de-charts', 'de-dashboard', 'de-explore', 'de-frame'])

  loaded.length = 0
  await page.goto('/databaseview/list/')
  await expect(page.getByRole('heading', { name: 'Datenbanken' })).toBeVisible()
  expect(catalogues(loaded)).toEqual(['de-frame'])

  const state = await page.context().storageState()
  const english = await browser.newContext({ locale: 'en-GB', storageState: state })
  const other = await english.newPage()
  const others: string[] = []
  other.on('request', (request) => void others.push(request.url()))
  await other.goto(new URL('/chart/list/', page.url()).href)
  await expect(other.getByRole('heading', { name: 'Charts' })).toBeVisible()
  expect(catalogues(others)).toEqual([])
  await english.close()
})

test("the chosen language takes precedence over the browser's", async ({ page }) => {
  const session = await page.request.get('/api/v1/me/session')
  const { csrf_token: token } = (await session.json()) as { csrf_token: string }
  const choose = (locale: string | null) =>
    page.request.put('/api/v1/me/preferences', { data: { locale }, headers: { 'x-csrftoken': token } })
  expect((await choose('en')).ok()).toBe(true)
  await page.goto('/chart/list/')
  await expect(page.getByRole('heading', { name: 'Charts' })).toBeVisible()
  await choose(null)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Diagramme' })).toBeVisible()
})

test("the settings switch the language of page and server, and back to the browser's", async ({ page }) => {
  const choose = async (language: string, name: string) => {
    await page.getByRole('combobox', { name: language }).click()
    await page.getByRole('option', { name, exact: true }).click()
  }
  const missingChart = async () => {
    const { result } = (await (
      await page.request.get('/api/v1/explore/?slice_id=99999', { headers: { 'accept-language': 'de-AT' } })
    ).json()) as {
      result: { dataset: { name: string } }
    }
    return result.dataset.name
  }
  await page.goto('/settings/')
  expect(await missingChart()).toBe('[Datensatz fehlt]')
  await choose('Sprache', 'English')
  await expect(page.getByRole('heading', { name: 'Appearance' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  expect(await missingChart()).toBe('[Missing Dataset]')
  await choose('Language', 'Same as browser')
  await expect(page.getByRole('heading', { name: 'Darstellung' })).toBeVisible()
  expect(await missingChart()).toBe('[Datensatz fehlt]')
})

test('a missing chart is reported in German too', async ({ page }) => {
  await page.goto('/explore/?slice_id=99999')
  await expect(page.getByText('Diagramm fehlt')).toBeVisible()
})

test('the tile of the chosen type is fully visible, and the row fades where it continues', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const charts = await page.request.get('/api/v1/dataset/?q=(page_size:100)')
  const { result } = (await charts.json()) as { result: { id: number; table_name: string }[] }
  const dataset = result.find(({ table_name }) => table_name === 'movies')?.id
  const form = { datasource: `${dataset}__table`, viz_type: 'pivot_table_v2', groupbyRows: ['Major Genre'], metrics: ['count'] }
  await page.goto(`/explore/?datasource=${dataset}__table&form_data=${encodeURIComponent(JSON.stringify(form))}`)
  const row = page.getByRole('radiogroup', { name: 'Diagrammtyp' })
  await expect(row.getByRole('radio', { checked: true })).toBeInViewport({ ratio: 0.99 })
  await expect(row).toHaveClass(/moreBefore/)
  await row.hover()
  await page.mouse.wheel(-400, 0)
  await expect(row).toHaveClass(/moreAfter/)
  await expect(row).not.toHaveClass(/moreBefore/)
})

test('numbers and times in charts are German, machine-readable ones are not', async ({ page }) => {
  await page.goto('/superset/dashboard/films/')
  await expect(page.getByText('3.177', { exact: true })).toBeVisible()
  await expect(page.getByText('$250\u00a0Mrd.', { exact: true })).toBeVisible()
  await page.goto('/superset/dashboard/economy/')
  await expect(page.getByText('Dez. 2015', { exact: true })).toBeVisible()
  const { result } = (await (await page.request.get('/api/v1/chart/?q=(page_size:100)')).json()) as {
    result: { id: number; slice_name: string }[]
  }
  const films = result.find(({ slice_name: name }) => name === 'Average rating')?.id
  const answer = await page.request.get(`/api/v1/chart/${films}/data/?format=csv`, { headers: { 'accept-language': 'de' } })
  expect(await answer.text()).toMatch(/\n6\.\d+/)
})

test('the reason why a line is rejected is in German', async ({ page }) => {
  await page.goto('/tablemodelview/list/')
  await page.getByRole('button', { name: 'Datensatz', exact: true }).click()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('menuitem', { name: /Datei/ }).click()
  await page.getByRole('button', { name: 'Datei wählen' }).click()
  const lines = ['tag;anzahl', '01.02.2024;1', '02.02.2024;2', '03.02.2024', '04.02.2024;4']
  await (await chooser).setFiles({ name: 'tage.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })
  await expect(page.getByText('Felder in der Zeile: 1, erwartet: 2')).toBeVisible()
})

test("the connection form is in German, with the engine's default port", async ({ page }) => {
  await page.goto('/databaseview/list/')
  await page.getByRole('main').getByRole('button', { name: 'Datenbank' }).first().click()
  await page.getByRole('button', { name: 'MySQL' }).click()
  const form = page.getByRole('dialog', { name: 'MySQL verbinden' })
  await expect(form.getByRole('textbox', { name: 'Rechnername oder IP-Adresse' })).toBeVisible()
  await expect(form.getByRole('textbox', { name: 'Port' })).toHaveValue('3306')
})

test('every language has its page: its texts, its tag, and room for its words on a phone too', async ({ page, browser }) => {
  await page.goto('/chart/list/')
  const state = await page.context().storageState()
  for (const locale of Object.keys(locales).filter(isLocale)) {
    const frame = locale === 'en' ? {} : await loadCatalogue(locale, 'frame')
    const heading = frame['Charts'] ?? 'Charts'
    const context = await browser.newContext({ locale, storageState: state, viewport: { width: 390, height: 844 } })
    const reader = await context.newPage()
    await reader.goto(new URL('/chart/list/', page.url()).href)
    await expect(reader.locator('html'), locale).toHaveAttribute('lang', locale)
    await expect(reader.getByRole('heading', { level: 1, name: String(heading), exact: true }), locale).toBeVisible()
    expect(await reader.evaluate(() => document.documentElement.scrollWidth), locale).toBe(390)
    await context.close()
  }
})
