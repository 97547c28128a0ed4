// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { QueryState } from '#api/query.ts'
import { sqllabBootstrap, sqllabExecute, sqllabFollow, tabCreate, type TabState } from '#api/sqllab.ts'
import { readSession, sessionKey } from '../../data/session.ts'
import { loadOverlayParts } from '../../ui/overlay/parts.ts'
import SqlLabPage from './SqlLabPage.tsx'

const query: QueryState = {
  changed_on: '2026-01-01T00:00:00.000000',
  dbId: 1,
  db: 'examples',
  endDttm: 1500,
  errorMessage: null,
  executedSql: 'SELECT 1',
  id: 'abc',
  queryId: 1,
  limit: 1000,
  limitingFactor: 'NOT_LIMITED',
  progress: 0,
  rows: null,
  catalog: null,
  schema: 'main',
  ctas: false,
  serverId: 1,
  sql: 'SELECT 1',
  sqlEditorId: '7',
  startDttm: 1000,
  state: 'pending',
  tab: 'First',
  tempSchema: null,
  tempTable: null,
  userId: 1,
  user: 'A',
  resultsKey: null,
  trackingUrl: null,
  extra: {},
}

const tab = (id: number, label: string, sql: string, latest: QueryState | null = null): TabState => ({
  id,
  user_id: 1,
  label,
  active: true,
  database_id: 1,
  catalog: null,
  schema: 'main',
  table_schemas: [],
  sql,
  query_limit: null,
  latest_query: latest,
  autorun: false,
  template_params: null,
  hide_left_bar: false,
  saved_query: null,
  extra_json: {},
})

const bootstrap = (active: TabState | null) =>
  sqllabBootstrap.result.parse({
    result: {
      active_tab: active,
      databases: { 1: { id: 1, database_name: 'examples', backend: 'duckdb', expose_in_sqllab: true } },
      queries: {},
      tab_state_ids: active ? [{ id: active.id, label: active.label }] : [],
    },
  })

type Sent = { method: string; path: string; body: unknown }
const answers: Record<string, (sent: Sent) => unknown> = {}
const requests: Sent[] = []

beforeAll(loadOverlayParts)

beforeEach(() => {
  window.matchMedia = (() => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} })) as never
  Range.prototype.getClientRects = () => [] as never
  Element.prototype.scrollIntoView = () => {}
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const sent = { method: init.method ?? 'GET', path: new URL(url, 'http://x').pathname, body: init.body }
    requests.push(sent)
    if (sent.path.includes('csrf')) return Response.json({ result: 'token' })
    const answer = answers[`${sent.method} ${sent.path}`]
    return answer ? Response.json(await answer(sent)) : Response.json({ message: 'Not found' }, { status: 404 })
  })
  answers['GET /api/v1/database/1/schemas/'] = () => ({ result: ['main'] })
  answers['GET /api/v1/database/1/tables/'] = () => ({ count: 0, result: [] })
  answers['GET /api/v1/database/1/function_names/'] = () => ({ function_names: [] })
  answers['PUT /tabstateview/7'] = () => 7
})

afterEach(() => {
  vi.unstubAllGlobals()
  requests.length = 0
  for (const path of Object.keys(answers)) delete answers[path]
})

const open = (pairs: string[] = ['can_read on SQLLab'], address = '/sqllab/') => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const limits = { row_limit: 50_000, samples_row_limit: 1000, sql_max_row: 100_000, upload_limit: 1, query_timeout: 60 }
  client.setQueryData(sessionKey, readSession({ user: null, pairs, csrf_token: '', limits } as never))
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={createMemoryRouter([{ path: '*', element: <SqlLabPage /> }], { initialEntries: [address] })} />
    </QueryClientProvider>,
  )
}

test('without the right to SQL Lab the page says so', () => {
  open(['can_read on Chart'])
  expect(screen.getByRole('heading', { name: 'SQL is not open to you' })).toBeTruthy()
})

test('the first query is opened from the empty page, against the only database', async () => {
  answers['GET /api/v1/sqllab/'] = () => bootstrap(null)
  answers['POST /tabstateview/'] = ({ body }) => {
    const form = Object.fromEntries(body as URLSearchParams)
    expect(tabCreate.body.parse(form)).toEqual(form)
    expect(JSON.parse(form['queryEditor'] ?? '')).toMatchObject({ name: 'Query 1', dbId: 1 })
    return { id: 7 }
  }
  answers['GET /tabstateview/7'] = () => tab(7, 'Query 1', '')
  open()
  fireEvent.click(await screen.findByText('New query'))
  expect(await screen.findByRole('textbox', { name: 'SQL of Query 1' })).toBeTruthy()
})

test('a statement is started, and its error is shown with the script kept', async () => {
  answers['GET /api/v1/sqllab/'] = () => bootstrap(tab(7, 'First', 'SELECT 1; SELECT bad'))
  answers['POST /api/v1/sqllab/execute/'] = ({ body }) => {
    const given = sqllabExecute.body.parse(JSON.parse(String(body)))
    expect(given).toMatchObject({ database_id: 1, schema: 'main', sql: 'SELECT bad', queryLimit: 1000, sql_editor_id: '7', runAsync: true })
    const started = { ...query, id: given.client_id ?? '' }
    answers[`GET /api/v1/sqllab/follow/${started.id}/`] = () =>
      sqllabFollow.result.parse({ query: { ...started, state: 'failed', errorMessage: 'no such column: bad' } })
    return { query: started }
  }
  open()
  const editor = await screen.findByRole('textbox', { name: 'SQL of First' })
  fireEvent.click(screen.getByRole('button', { name: 'Run' }))
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('no such column: bad'))
  expect(editor.textContent).toContain('SELECT bad')
})

test('a query that still runs when the page opens is followed to its result', async () => {
  const end = Promise.withResolvers<void>()
  answers['GET /api/v1/sqllab/'] = () => bootstrap(tab(7, 'First', 'SELECT 1', { ...query, state: 'running' }))
  const columns = [{ column_name: 'one', name: 'one', type: 'INTEGER', type_generic: 0, is_dttm: false }]
  answers['GET /api/v1/sqllab/follow/abc/'] = async () => {
    await end.promise
    return sqllabFollow.result.parse({
      query_id: 1,
      status: 'success',
      data: [{ one: 1 }],
      columns,
      selected_columns: columns,
      expanded_columns: [],
      query: { ...query, state: 'success', resultsKey: 'k' },
    })
  }
  open()
  expect(await screen.findByText('Running…')).toBeTruthy()
  end.resolve()
  expect(await screen.findByText(/^1 row · 0.5 s$/)).toBeTruthy()
})

test('while a link opens a tab, no other tab takes input', async () => {
  const creation = Promise.withResolvers<void>()
  answers['GET /api/v1/sqllab/'] = () => bootstrap(tab(7, 'First', 'SELECT 1'))
  answers['POST /tabstateview/'] = async () => {
    await creation.promise
    return { id: 8 }
  }
  answers['PUT /tabstateview/8'] = () => 8
  answers['GET /tabstateview/8'] = () => tab(8, 'Linked', 'SELECT 2')
  open(undefined, '/sqllab/?sql=SELECT+2&name=Linked')
  await waitFor(() => expect(requests.some(({ method, path }) => method === 'POST' && path === '/tabstateview/')).toBe(true))
  expect(screen.getByRole('progressbar')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Run' })).toBeNull()
  creation.resolve()
  expect(await screen.findByRole('textbox', { name: 'SQL of Linked' })).toBeTruthy()
  expect(screen.getAllByRole('button', { name: 'Run' })).toHaveLength(1)
})

test('a catalog is chosen where there are several, and another database starts in its own one', async () => {
  const databases = [1, 2].map((id) => ({ id, database_name: `Warehouse ${id}`, backend: 'trino', expose_in_sqllab: true }))
  const active = { ...tab(7, 'First', 'SELECT 1'), catalog: 'hive' }
  answers['GET /api/v1/sqllab/'] = () => ({
    result: { ...bootstrap(active).result, databases: Object.fromEntries(databases.map((database) => [database.id, database])) },
  })
  for (const { id } of databases) {
    answers[`GET /api/v1/database/${id}/schemas/`] = () => ({ result: ['main'] })
    answers[`GET /api/v1/database/${id}/tables/`] = () => ({ count: 0, result: [] })
  }
  answers['GET /api/v1/sqllab/catalogs/'] = () => ({ result: ['hive', 'tpch'], default: 'tpch' })
  const ran: unknown[] = []
  answers['POST /api/v1/sqllab/execute/'] = ({ body }) => {
    const given = sqllabExecute.body.parse(JSON.parse(String(body)))
    ran.push([given.database_id, given.catalog])
    return { query: { ...query, id: given.client_id ?? '', state: 'failed', errorMessage: `failed ${ran.length}` } }
  }
  open()
  await screen.findByRole('textbox', { name: 'SQL of First' })
  const choose = async (list: string, option: string) => {
    fireEvent.click(await screen.findByRole('combobox', { name: list }))
    fireEvent.click(await screen.findByRole('option', { name: new RegExp(option) }))
  }
  const run = async () => {
    const text = `failed ${ran.length + 1}`
    fireEvent.click(screen.getByRole('button', { name: 'Run' }))
    await screen.findByText(text)
  }
  expect((await screen.findByRole('combobox', { name: 'Catalog' })).textContent).toContain('hive')
  await run()
  await choose('Catalog', 'tpch')
  await run()
  await choose('Catalog', 'hive')
  await choose('Database', 'Warehouse 2')
  await run()
  expect(ran).toEqual([
    [1, 'hive'],
    [1, 'tpch'],
    [2, null],
  ])
})
