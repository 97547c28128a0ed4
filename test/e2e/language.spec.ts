import { expect, test } from './server.ts'

test.use({ locale: 'de-AT' })

test('a browser that asks for German gets the page in German, with its catalogue; English ones never load it', async ({
  page,
  browser,
}) => {
  const catalogues = (loaded: string[]) => loaded.filter((url) => /\/de-[\w-]+\.js/.test(url))
  const loaded: string[] = []
  page.on('request', (request) => void loaded.push(request.url()))
  await page.goto('/chart/list/')
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page.getByRole('heading', { name: 'Diagramme' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Konto von / })).toBeVisible()
  expect(catalogues(loaded)).toHaveLength(1)

  const state = await page.context().storageState()
  const english = await browser.newContext({ locale: 'en-GB', storageState: state })
  const other = await english.newPage()
  const others: string[] = []
  other.on('request', (request) => void others.push(request.url()))
  await other.goto(page.url())
  await expect(other.getByRole('heading', { name: 'Charts' })).toBeVisible()
  expect(catalogues(others)).toEqual([])
  await english.close()
})

test('what the person chose goes before what the browser asks for', async ({ page }) => {
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
