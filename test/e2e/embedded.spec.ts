import type { FrameLocator, Page } from '@playwright/test'
import { axeFaults } from './axe.ts'
import { allTypes, makeDashboard } from './filtered-dashboard.ts'
import { asAdmin, embedByOwn, eventsOf, startHostPage, type HostPage } from './host-page.ts'
import { expect, test } from './server.ts'

const granted = async (page: Page, uuid: string): Promise<string> => {
  const { send } = asAdmin(page)
  const { token } = (await send('POST', '/api/v1/security/guest_token/', {
    user: { username: 'visitor' },
    resources: [{ type: 'dashboard', id: uuid }],
    rls: [],
  })) as { token: string }
  return token
}

const embed = async (page: Page, dashboard: number, domains: string[]): Promise<string> => {
  const answer = await asAdmin(page).send('POST', `/api/v1/dashboard/${dashboard}/embedded`, { allowed_domains: domains })
  return (answer as { result: { uuid: string } }).result.uuid
}

const frameOf = (page: Page): FrameLocator => page.frameLocator('#mount iframe')

const drawn = async (frame: FrameLocator) => {
  await expect(frame.locator('[data-status=done]')).toHaveCount(3)
}

type Embedded = Record<string, (argument?: unknown) => Promise<unknown>>

/** Embeds by Superset's SDK; the handle and what it observed stay on the page. */
const embedBySdk = (page: Page, id: string, config: object) =>
  page.evaluate(
    async ({ uuid, dashboardUiConfig }) => {
      const host = window as unknown as {
        product: string
        supersetEmbeddedSdk: { embedDashboard(options: object): Promise<Embedded> }
        embedded: Embedded
        observed: unknown[]
      }
      host.observed = []
      host.embedded = await host.supersetEmbeddedSdk.embedDashboard({
        id: uuid,
        supersetDomain: host.product,
        mountPoint: document.querySelector('#mount'),
        fetchGuestToken: async () => (await fetch('/token')).text(),
        dashboardUiConfig,
        resolvePermalinkUrl: ({ key }: { key: string }) => `https://host.example/p/${key}`,
      })
      void host.embedded['observeDataMask']?.((mask: unknown) => host.observed.push(mask))
    },
    { uuid: id, dashboardUiConfig: config },
  )

const ask = (page: Page, method: string, argument?: unknown) =>
  page.evaluate(([name, given]) => (window as unknown as { embedded: Embedded }).embedded[name as string]?.(given), [
    method,
    argument,
  ] as const)

test("Superset's SDK embeds a dashboard on another site, and all its methods work", async ({ page, context, baseURL }) => {
  await page.goto('/superset/welcome/')
  const dashboard = await makeDashboard(page, 'embedded', allTypes)
  const holder: { host?: HostPage } = {}
  const uuid = await embed(page, dashboard, [])
  const host = await startHostPage({ product: String(baseURL), token: () => granted(page, uuid) })
  holder.host = host
  await asAdmin(page).send('PUT', `/api/v1/dashboard/${dashboard}/embedded`, { allowed_domains: [host.origin] })
  const site = await context.newPage()
  const cookies: string[] = []
  site.on('request', (request) => {
    const { cookie } = request.headers()
    if (request.url().startsWith(`${baseURL}/api/`) && cookie !== undefined) cookies.push(request.url())
  })
  try {
    await site.goto(host.origin)
    await embedBySdk(site, uuid, {
      hideTitle: true,
      emitDataMasks: true,
      filters: { visible: true, expanded: true },
      urlParams: { extra: '1' },
    })
    const frame = frameOf(site)
    await drawn(frame)
    await expect(frame.getByRole('heading', { level: 1 })).toHaveCount(0)
    expect(cookies).toEqual([])

    const size = (await ask(site, 'getScrollSize')) as { width: number; height: number }
    expect(size.width).toBeGreaterThanOrEqual(900)
    expect(size.height).toBeGreaterThan(200)
    expect(await ask(site, 'getDashboardPermalink', 'CHART-1')).toMatch(/\/superset\/dashboard\/p\/[\w-]+\/$/)
    expect(await ask(site, 'getActiveTabs')).toEqual([])
    const mask = (await ask(site, 'getDataMask')) as Record<string, unknown>
    expect(Object.keys(mask)).toContain('NATIVE_FILTER-genre')
    expect(Object.keys((await ask(site, 'getChartStates')) as object)).toHaveLength(3)
    const payloads = Object.values((await ask(site, 'getChartDataPayloads')) as Record<string, { queries: unknown[] }>)
    expect(payloads.map(({ queries }) => queries.length > 0)).toEqual([true, true, true])

    await frame.getByRole('combobox', { name: /Genre/ }).click()
    await frame.getByRole('option', { name: 'Comedy', exact: true }).click()
    await site.keyboard.press('Escape')
    const apply = frame.getByRole('button', { name: 'Apply filters' })
    if (await apply.isEnabled()) await apply.click()
    await expect
      .poll(() => site.evaluate(() => JSON.stringify((window as unknown as { observed: unknown[] }).observed)))
      .toContain('Comedy')
    expect(
      await site.evaluate(
        () => (window as unknown as { observed: { nativeFiltersChanged: boolean }[] }).observed.at(-1)?.nativeFiltersChanged,
      ),
    ).toBe(true)

    const background = () =>
      frame.locator('html').evaluate((html) => [getComputedStyle(html).getPropertyValue('--accent').trim(), html.dataset['theme']])
    await ask(site, 'setThemeMode', 'dark')
    await expect.poll(background).toEqual([expect.any(String), 'dark'])
    await ask(site, 'setThemeConfig', {
      theme_default: { token: { colorPrimary: '#AA0066' }, algorithm: 'default' },
      theme_dark: { token: { colorPrimary: '#BB1177' }, algorithm: 'dark' },
    })
    await expect.poll(background).toEqual(['#BB1177', 'dark'])

    await ask(site, 'unmount')
    await expect(site.locator('#mount iframe')).toHaveCount(0)
  } finally {
    host.stop()
    await site.close()
  }
})

test('a token that has expired is replaced, and without a new one the page says what is wrong', async ({ page, context, baseURL }) => {
  await page.goto('/superset/welcome/')
  const dashboard = await makeDashboard(page, 'embedded-expiry', () => [])
  const uuid = await embed(page, dashboard, [])
  let isDown = false
  const host = await startHostPage({ product: String(baseURL), token: async () => (isDown ? 'a.b.c' : granted(page, uuid)) })
  const site = await context.newPage()
  try {
    await site.goto(host.origin)
    await site.clock.install()
    await embedBySdk(site, uuid, {})
    const frame = frameOf(site)
    await drawn(frame)
    const before = host.grants()
    await site.clock.fastForward(296_000)
    await expect.poll(host.grants).toBeGreaterThan(before)
    isDown = true
    await site.clock.fastForward(296_000)
    await expect.poll(host.grants).toBeGreaterThan(before + 1)
    await frame.getByRole('button', { name: 'Refresh dashboard' }).click()
    await expect(frame.getByText('This session has encountered an interruption')).toBeVisible()
  } finally {
    host.stop()
    await site.close()
  }
})

test('a site that is not allowed sees nothing', async ({ page, context, baseURL }) => {
  await page.goto('/superset/welcome/')
  const dashboard = await makeDashboard(page, 'embedded-refused', () => [])
  const uuid = await embed(page, dashboard, ['https://app.example.org'])
  const host = await startHostPage({ product: String(baseURL), token: () => granted(page, uuid) })
  const site = await context.newPage()
  try {
    await site.goto(host.origin)
    const refused = site.waitForEvent('console', (message) => message.text().includes('frame-ancestors') || message.text().includes('403'))
    await site.evaluate(
      ({ product, id }) => {
        const frame = document.createElement('iframe')
        frame.src = `${product}/embedded/${id}`
        frame.referrerPolicy = 'no-referrer'
        document.querySelector('#mount')?.append(frame)
      },
      { product: String(baseURL), id: uuid },
    )
    await refused
    await expect(frameOf(site).locator('#root')).toHaveCount(0)
  } finally {
    host.stop()
    await site.close()
  }
})

test('our SDK embeds dashboards, sets filters, and follows the height', async ({ page, context, baseURL }) => {
  await page.goto('/superset/welcome/')
  const dashboard = await makeDashboard(page, 'embedded-own', allTypes)
  const uuid = await embed(page, dashboard, [])
  const host = await startHostPage({ product: String(baseURL), token: () => granted(page, uuid) })
  const site = await context.newPage()
  try {
    await site.goto(host.origin)
    await embedByOwn(site, { id: uuid, language: 'de', theme: { token: { colorPrimary: '#AA0066' }, algorithm: 'dark' } })
    const frame = frameOf(site)
    await drawn(frame)
    await expect.poll(() => eventsOf(site, 'load')).toEqual([{ charts: 3, failed: 0 }])
    await expect(frame.locator('html')).toHaveAttribute('lang', 'de')
    await expect(frame.locator('html')).toHaveAttribute('data-theme', 'dark')
    const heights = () => site.locator('#mount iframe').evaluate((element) => element.getBoundingClientRect().height)
    const needed = ((await ask(site, 'getSize')) as { height: number }).height
    await expect.poll(async () => Math.abs((await heights()) - needed)).toBeLessThan(2)

    await ask(site, 'setFilters', { Genre: ['Comedy'] })
    expect(JSON.stringify(await ask(site, 'getFilters'))).toContain('Comedy')
    expect(JSON.stringify(await eventsOf(site, 'filter'))).toContain('Comedy')
    await expect(ask(site, 'setFilters', { Nonsense: [1] })).rejects.toThrow()
    expect(await ask(site, 'getPermalink')).toContain('/superset/dashboard/p/')
    await ask(site, 'remove')
    await expect(site.locator('#mount iframe')).toHaveCount(0)
  } finally {
    host.stop()
    await site.close()
  }
})

test('an owner enables embedding, pastes the code, tries it, and learns why an embed is refused', async ({ page }) => {
  await page.goto('/superset/welcome/')
  const dashboard = await makeDashboard(page, 'embedded-sheet', () => [])
  await page.goto(`/superset/dashboard/${dashboard}/`)
  await page.getByRole('button', { name: 'More', exact: true }).first().click()
  await page.getByRole('menuitem', { name: 'Embed dashboard' }).click()
  const sheet = page.getByRole('dialog', { name: 'Embed dashboard' })
  await sheet.getByLabel('Allowed domains (comma separated)').fill('https://app.example.org')
  await sheet.getByRole('button', { name: 'Enable embedding' }).click()
  await expect(sheet.getByText("import { embed } from 'http")).toBeVisible()
  await sheet.getByRole('tab', { name: 'React' }).click()
  await expect(sheet.getByText('chartroom/sdk/react.js')).toBeVisible()
  await sheet.getByRole('button', { name: 'Show the embed' }).click()
  await expect(sheet.frameLocator('iframe').getByRole('article', { name: 'Films', exact: true })).toBeVisible()
  await sheet.getByLabel('Domain of the site').fill('https://evil.test')
  await sheet.getByLabel('Guest token').fill('nonsense')
  await sheet.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(sheet.getByText('https://evil.test is not among the allowed domains')).toBeVisible()
  await expect(sheet.getByText('The guest token could not be read.')).toBeVisible()
  expect(await axeFaults(page, ['serious', 'critical'])).toEqual([])
  await sheet.getByRole('button', { name: 'Deactivate' }).click()
  await expect(sheet.getByRole('button', { name: 'Enable embedding' })).toBeVisible()
})
