import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from '@playwright/test'
import { on } from './filtered-dashboard.ts'
import { post } from './postgres.ts'
import { expect, settled, test, type Running } from './server.ts'

/** Each kind of bad input on its own: the dashboard opens and shows what is wrong where it is, and a save repairs it without a loss. */

type Found = { films: number; dataset: number }
type Component = { type: string; id: string; children: string[]; meta: Record<string, unknown> }
type Layout = Record<string, Component>
type Kept = { layout: Layout; metadata: Record<string, unknown> }

type Bad = {
  what: string
  position: (found: Found) => unknown
  metadata?: (found: Found) => unknown
  css?: string
  /** What is on the screen beside the chart that is good. */
  sees(page: Page): Promise<void>
  /** What is stored after a save. */
  keeps?(kept: Kept, found: Found): void
}

const part = (type: string, id: string, children: string[] = [], meta: Record<string, unknown> = {}): Layout => ({
  [id]: { type, id, children, meta },
})
const good = ({ films }: Found) => part('CHART', 'CHART-good', [], { chartId: films, sliceName: 'Films', width: 4, height: 30 })
const words = (id: string, code: string) => part('MARKDOWN', id, [], { width: 4, height: 20, code })
const page = (children: string[], ...parts: Layout[]): Layout =>
  Object.assign({}, part('ROOT', 'ROOT_ID', ['GRID_ID']), part('GRID', 'GRID_ID', children), part('ROW', 'ROW-a', ['CHART-good']), ...parts)
const healthy = (found: Found) => page(['ROW-a'], good(found))

const get = async <T>(view: Page, path: string): Promise<T> => ((await (await view.request.get(path)).json()) as { result: T }).result

const article = (view: Page, name: string) => view.getByRole('article', { name, exact: true })
const says = (view: Page, text: string) => expect(view.getByRole('main').getByText(text)).toBeVisible()
const placesOf = (layout: Layout, id: string) => Object.values(layout).filter(({ children = [] }) => children.includes(id)).length

const attack = '<img src=x onerror="window.attacked = true"><script>window.attacked = true</script>[link](javascript:alert(1))'

const bads: Bad[] = [
  {
    what: 'a component of an unknown type',
    position: (found) =>
      page(['ROW-a', 'ALIEN-a'], good(found), part('ALIEN', 'ALIEN-a', ['MARKDOWN-in'], { own: 1 }), words('MARKDOWN-in', 'Within it')),
    sees: async (view) => {
      await says(view, 'This component cannot be shown here.')
      await says(view, 'Within it')
    },
    keeps: ({ layout }) => expect(layout['ALIEN-a']).toMatchObject({ type: 'ALIEN', children: ['MARKDOWN-in'], meta: { own: 1 } }),
  },
  {
    what: 'a component that nothing leads to',
    position: (found) => page(['ROW-a'], good(found), words('MARKDOWN-lost', 'Nothing leads here')),
    sees: (view) => says(view, 'Nothing leads here'),
    keeps: ({ layout }) => expect(placesOf(layout, 'MARKDOWN-lost')).toBe(1),
  },
  {
    what: 'components within each other',
    position: (found) =>
      page(
        ['ROW-a', 'ROW-b'],
        good(found),
        part('ROW', 'ROW-b', ['COLUMN-b', 'MARKDOWN-b']),
        part('COLUMN', 'COLUMN-b', ['ROW-b'], { width: 3 }),
        words('MARKDOWN-b', 'In the circle'),
      ),
    sees: (view) => says(view, 'In the circle'),
    keeps: ({ layout }) => expect([placesOf(layout, 'ROW-b'), placesOf(layout, 'MARKDOWN-b')]).toEqual([1, 1]),
  },
  {
    what: 'a component in two places',
    position: (found) =>
      page(
        ['ROW-a', 'ROW-b', 'ROW-b'],
        good(found),
        part('ROW', 'ROW-b', ['MARKDOWN-b', 'CHART-good', 'MARKDOWN-b']),
        words('MARKDOWN-b', 'Said once'),
      ),
    sees: async (view) => {
      await expect(view.getByRole('main').getByText('Said once')).toHaveCount(1)
      await expect(article(view, 'Films')).toHaveCount(1)
    },
    keeps: ({ layout }) => expect(['ROW-b', 'MARKDOWN-b', 'CHART-good'].map((id) => placesOf(layout, id))).toEqual([1, 1, 1]),
  },
  {
    what: 'a chart that is gone',
    position: (found) =>
      page(
        ['ROW-a', 'ROW-b'],
        good(found),
        part('ROW', 'ROW-b', ['CHART-gone']),
        part('CHART', 'CHART-gone', [], { chartId: 999_999, sliceName: 'Budgets', width: 4, height: 30 }),
      ),
    sees: async (view) => {
      await expect(view.getByRole('heading', { name: 'Budgets' })).toBeVisible()
      await says(view, 'This chart was deleted, or you have no access to it.')
    },
  },
  {
    what: 'a layout that is no JSON',
    position: () => '{"ROOT_ID": {',
    sees: (view) => expect(view.getByRole('alert').filter({ hasText: 'Stored settings of this dashboard cannot be read' })).toBeVisible(),
  },
  {
    what: 'metadata that are no JSON',
    position: healthy,
    metadata: () => '{"refresh_frequency": ',
    sees: (view) => expect(view.getByRole('alert').filter({ hasText: 'Stored settings of this dashboard cannot be read' })).toBeVisible(),
    keeps: ({ metadata }) => expect(metadata).toMatchObject({ refresh_frequency: 0 }),
  },
  {
    what: 'a filter on a missing column, with a scope of unknown ids',
    position: healthy,
    metadata: ({ dataset }) => ({
      refresh_frequency: 0,
      native_filter_configuration: [
        {
          id: 'NATIVE_FILTER-x',
          type: 'NATIVE_FILTER',
          filterType: 'filter_select',
          name: 'Nowhere',
          scope: { rootPath: ['TAB-gone', 'ROOT_ID'], excluded: [999_999] },
          chartsInScope: [999_999],
          later: 1,
          ...on(dataset, 'no_such_column'),
        },
      ],
    }),
    sees: (view) =>
      expect(view.getByRole('group', { name: 'Nowhere' }).getByRole('alert')).toContainText('Column “no_such_column” does not exist'),
    keeps: ({ metadata }, { films, dataset }) =>
      expect(metadata['native_filter_configuration']).toEqual([
        expect.objectContaining({ name: 'Nowhere', later: 1, chartsInScope: [films], ...on(dataset, 'no_such_column') }),
      ]),
  },
  {
    what: 'hostile words and CSS',
    position: (found) =>
      page(['ROW-a', 'ROW-b'], good(found), part('ROW', 'ROW-b', ['MARKDOWN-b']), words('MARKDOWN-b', `Kept words ${attack}`)),
    css: '</style><script>window.attacked = true</script> main { background: url(https://attacker.example/x) } @import "https://attacker.example/y";',
    sees: async (view) => {
      await expect(view.getByText('Kept words')).toBeVisible()
      expect(await view.evaluate(() => 'attacked' in window)).toBe(false)
      await expect(view.locator('a[href^="javascript:"]')).toHaveCount(0)
    },
    keeps: ({ layout }) => expect(layout['MARKDOWN-b']?.meta['code']).toContain('Kept words'),
  },
]

/** Stores what no request may: as an older version or another program may have left it. */
const store = ({ dataDir }: Running, id: number, fields: { position_json: string; json_metadata: string; css: string }) => {
  const db = new DatabaseSync(join(dataDir, 'metadata.sqlite'))
  db.prepare('UPDATE dashboards SET position_json = ?, json_metadata = ?, css = ? WHERE id = ?').run(
    fields.position_json,
    fields.json_metadata,
    fields.css,
    id,
  )
  db.close()
}

const written = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

for (const [i, { what, position, metadata, css = '', sees, keeps }] of bads.entries())
  test(`a dashboard with ${what} opens and shows it, and a save repairs it`, async ({ page: view, server }) => {
    const outside: string[] = []
    view.on('request', (request) => request.url().includes('attacker.example') && outside.push(request.url()))
    const charts = await get<{ id: number; slice_name: string; form_data: { datasource: string } }[]>(
      view,
      '/api/v1/dashboard/films/charts',
    )
    const chart = charts.find(({ slice_name }) => slice_name === 'Films')
    const found = { films: chart?.id ?? 0, dataset: Number.parseInt(chart?.form_data.datasource ?? '', 10) }
    const slug = `bad-${i}`
    const { id } = await post(view, '/api/v1/dashboard/', { dashboard_title: slug, slug, published: true })
    const headers = { 'X-CSRFToken': await get<string>(view, '/api/v1/security/csrf_token/') }
    const data = { json_metadata: JSON.stringify({ positions: healthy(found) }) }
    expect((await view.request.put(`/api/v1/dashboard/${id}`, { data, headers })).status()).toBe(200)
    store(server, id, { position_json: written(position(found)), json_metadata: written(metadata?.(found) ?? {}), css })

    await view.goto(`/superset/dashboard/${slug}/`)
    await expect(article(view, 'Films').locator('[data-status=done]')).toBeVisible()
    await sees(view)
    await settled(view)

    await view.goto(`/superset/dashboard/${slug}/?edit=true`)
    const title = view.getByRole('textbox', { name: 'Dashboard title' })
    await title.fill(`${slug} repaired`)
    await title.press('Enter')
    await view.getByRole('region', { name: 'Changes' }).getByRole('button', { name: /^Save/ }).click()
    await expect(view.getByText('This dashboard was saved successfully.')).toBeVisible()
    const row = await get<{ dashboard_title: string; position_json: string; json_metadata: string }>(view, `/api/v1/dashboard/${slug}`)
    const kept = { layout: JSON.parse(row.position_json) as Layout, metadata: JSON.parse(row.json_metadata) as Kept['metadata'] }
    expect(row.dashboard_title).toBe(`${slug} repaired`)
    expect(Object.values(kept.layout).filter(({ meta }) => meta?.['chartId'] === found.films)).toHaveLength(1)
    keeps?.(kept, found)
    await view.goto(`/superset/dashboard/${slug}/`)
    await expect(article(view, 'Films').locator('[data-status=done]')).toBeVisible()
    await expect(view.getByText('Stored settings of this dashboard cannot be read')).toHaveCount(0)
    expect(outside).toEqual([])
  })
