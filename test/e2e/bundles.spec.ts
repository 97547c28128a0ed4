import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { parse } from 'yaml'
import { startPostgres, type TestServer } from '../engines/servers.ts'
import { loadConformanceTables } from '../engines/tables.ts'
import { encodeRison } from '../../src/core/encoding/url/rison.ts'
import { expect, test } from './server.ts'

/** The recorded dashboards of Superset over their own tables: each opens, draws every card, filters as recorded, and is saved back equal. */

type Component = {
  id?: string
  type?: string
  children?: string[]
  parents?: string[]
  meta?: { chartId?: number; uuid?: string; sliceName?: string }
}
type Layout = Record<string, Component>
type Scoped = { id: string; type?: string; chartsInScope?: number[] }
type Metadata = {
  native_filter_configuration?: Scoped[]
  chart_configuration?: Record<string, { crossFilters?: { chartsInScope?: number[] } }>
}
type Recorded = { position: Layout; metadata: Metadata }

let postgres: TestServer
let uri: string

test.beforeAll(async () => {
  postgres = await startPostgres()
  await loadConformanceTables(postgres)
  const { host, port, username, password, database } = postgres.parameters
  uri = `postgresql://${username}:${password}@${host}:${port}/${database}`
})
test.afterAll(() => postgres.stop())

/** The files of a bundle, with the address of our server as that of its database. */
const readBundle = (name: string): Record<string, string> => {
  const bytes = readFileSync(join(import.meta.dirname, '../conformance/bundles', name))
  return Object.fromEntries(
    Object.entries(unzipSync(bytes)).map(([path, file]) => [
      path,
      strFromU8(file).replace(/^(sqlalchemy_uri: )postgresql.*$/m, `$1${uri}`),
    ]),
  )
}

const get = async <T>(page: Page, path: string): Promise<T> => ((await (await page.request.get(path)).json()) as { result: T }).result

const importBundle = async (page: Page, files: Record<string, string>) => {
  const buffer = Buffer.from(zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)]))))
  const headers = { 'X-CSRFToken': await get<string>(page, '/api/v1/security/csrf_token/') }
  const multipart = { formData: { name: 'bundle.zip', mimeType: 'application/zip', buffer }, overwrite: 'true' }
  const answer = await page.request.post('/api/v1/dashboard/import/', { headers, multipart })
  expect(answer.status(), await answer.text()).toBe(200)
}

const stored = async (page: Page, slug: string) => {
  const row = await get<{ position_json: string; json_metadata: string; dashboard_title: string }>(page, `/api/v1/dashboard/${slug}`)
  return {
    title: row.dashboard_title,
    layout: JSON.parse(row.position_json) as Layout,
    metadata: JSON.parse(row.json_metadata) as Metadata,
  }
}

const chartsOf = (layout: Layout) => Object.values(layout).filter(({ type }) => type === 'CHART')

/** The charts by their innermost tab, or by none. */
const chartsByTab = (layout: Layout): Map<string, Component[]> => {
  const tabs = new Map<string, Component[]>()
  for (const chart of chartsOf(layout)) {
    const tab = chart.parents?.findLast((id) => layout[id]?.type === 'TAB') ?? ''
    tabs.set(tab, [...(tabs.get(tab) ?? []), chart])
  }
  return tabs
}

const isDrawn = (vizType = '') => existsSync(join(import.meta.dirname, '../../src/charts', vizType, 'chart.ts'))

type Asked = { slice: number; columns: string[] }

/** Which columns each chart is filtered by, from the requests of the page. */
const watchFilters = (page: Page): Asked[] => {
  const asked: Asked[] = []
  page.on('request', (request) => {
    if (!request.url().includes('/api/v1/chart/data')) return
    const body = request.postDataJSON() as { form_data?: { slice_id?: number }; queries?: { filters?: { col: unknown }[] }[] } | null
    const columns = (body?.queries ?? []).flatMap(({ filters = [] }) => filters.map(({ col }) => String(col)))
    asked.push({ slice: body?.form_data?.slice_id ?? 0, columns })
  })
  return asked
}

/** Opens each tab, and waits until every card of it is drawn, or says that its type is not supported. */
const openTabs = async (page: Page, slug: string, layout: Layout, query = '') => {
  const shown = await get<{ id: number; form_data: { viz_type: string } }[]>(page, `/api/v1/dashboard/${slug}/charts`)
  const types = new Map(shown.map(({ id, form_data }) => [id, form_data.viz_type]))
  for (const [tab, charts] of chartsByTab(layout)) {
    await page.goto('about:blank')
    await page.goto(`/superset/dashboard/${slug}/?${query}${tab && `#${tab}`}`)
    for (const { id, meta } of charts)
      await test.step(meta?.sliceName ?? '', async () => {
        const card = page.locator(`[data-component="${id}"]`)
        // A card that is replaced while it is scrolled to is looked up again.
        await expect(async () => card.scrollIntoViewIfNeeded({ timeout: 5000 })).toPass()
        if (isDrawn(types.get(meta?.chartId ?? 0)))
          await expect(card.locator('[data-status]').first()).toHaveAttribute('data-status', 'done')
        else await expect(card).toContainText('This visualization type is not supported.')
      })
  }
  return types
}

/** One mask for each filter and each chart that has cross-filters, with a column that tells whose it is. */
const masksOf = ({ native_filter_configuration: filters = [], chart_configuration: charts = {} }: Metadata) => {
  const own = Object.keys(charts)
  const ids = [...filters.filter(({ type }) => type !== 'DIVIDER').map(({ id }) => id), ...own]
  return Object.fromEntries(
    ids.map((id) => [id, { id, extraFormData: { filters: [{ col: `by ${id}`, op: 'IN', val: ['x'] }] }, filterState: { value: ['x'] } }]),
  )
}

/** The order of the charts that something reaches says nothing. */
const withoutOrder = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutOrder)
  if (typeof value !== 'object' || value === null) return value
  const entry = (key: string, item: unknown) =>
    key === 'chartsInScope' && Array.isArray(item) ? item.map(Number).toSorted((a, b) => a - b) : withoutOrder(item)
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, entry(key, item)]))
}

for (const [bundle, slug] of [
  ['6.1-dashboard-overview.zip', 'sales-like-overview'],
  ['6.1-dashboard-gallery.zip', 'gallery'],
  ['3.0-dashboard-legacy.zip', 'legacy-overview'],
] as const)
  test(`the dashboard of ${bundle} draws its cards, filters as recorded, and is saved back equal`, async ({ page }) => {
    test.setTimeout(400_000)
    const files = readBundle(bundle)
    const recorded = parse(Object.entries(files).find(([path]) => path.includes('/dashboards/'))?.[1] ?? '') as Recorded
    await importBundle(page, files)
    const before = await stored(page, slug)
    const types = await openTabs(page, slug, before.layout)

    const masks = masksOf(before.metadata)
    if (Object.keys(masks).length > 0) {
      const asked = watchFilters(page)
      await openTabs(page, slug, before.layout, `native_filters=${encodeURIComponent(encodeRison(masks))}`)
      const uuids = new Map(chartsOf(recorded.position).map(({ meta }) => [meta?.chartId, meta?.uuid]))
      const drawn = chartsOf(before.layout).flatMap(({ meta }) => (isDrawn(types.get(meta?.chartId ?? 0)) ? [meta] : []))
      const reached = (id: string) =>
        drawn
          .filter((meta) => asked.some(({ slice, columns }) => slice === meta?.chartId && columns.includes(`by ${id}`)))
          .map((meta) => meta?.uuid)
      const expected = (ids: number[] = []) => drawn.map((meta) => meta?.uuid).filter((uuid) => ids.some((id) => uuids.get(id) === uuid))
      for (const { id, type, chartsInScope } of recorded.metadata.native_filter_configuration ?? [])
        if (type !== 'DIVIDER') expect(reached(id), id).toEqual(expected(chartsInScope))
      for (const [id, { crossFilters }] of Object.entries(recorded.metadata.chart_configuration ?? {})) {
        const here = chartsOf(before.layout).find(({ meta }) => meta?.uuid === uuids.get(Number(id)))?.meta?.chartId
        expect(reached(String(here)), id).toEqual(expected(crossFilters?.chartsInScope))
      }
    }

    await page.goto(`/superset/dashboard/${slug}/?edit=true`)
    const title = page.getByRole('textbox', { name: 'Dashboard title' })
    await title.fill('Renamed')
    await title.press('Enter')
    await page.getByRole('region', { name: 'Changes' }).getByRole('button', { name: /^Save/ }).click()
    await expect(page.getByText('This dashboard was saved successfully.')).toBeVisible()
    const after = await stored(page, slug)
    expect(after.title).toBe('Renamed')
    const header = (before.layout['HEADER_ID'] ?? {}) as object
    expect(after.layout).toEqual({ ...before.layout, HEADER_ID: { ...header, meta: { text: 'Renamed' } } })
    const labels = { shared_label_colors: (after.metadata as Record<string, unknown>)['shared_label_colors'] }
    expect(withoutOrder(after.metadata)).toMatchObject({ ...(withoutOrder(before.metadata) as object), ...labels })
  })
