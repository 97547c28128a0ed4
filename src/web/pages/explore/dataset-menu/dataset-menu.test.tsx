// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { readSession, sessionKey } from '../../../data/session.ts'
import { loadOverlayParts } from '../../../ui/overlay/parts.ts'
import type { ExploreDataset } from '../data/answer.ts'
import { ExploreContext } from '../state/explore-context.ts'
import { createExplore } from '../state/store.ts'
import { DatasetMenu } from './DatasetMenu.tsx'

vi.hoisted(() => {
  window.matchMedia = () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }) as unknown as MediaQueryList
})

beforeAll(loadOverlayParts)
afterEach(() => vi.unstubAllGlobals())

const ana = { id: 3, username: 'ana', first_name: 'Ana', last_name: 'Ruiz', email: '', has_password: true, groups: [] }
const table: ExploreDataset = {
  id: 5,
  type: 'table',
  datasource_name: 'stocks',
  select_star: 'SELECT *\nFROM main.stocks',
  schema: 'main',
  owners: [{ id: 3 }],
  database: { id: 1, backend: 'duckdb' },
  columns: [],
  metrics: [],
  main_dttm_col: null,
}
const virtual: ExploreDataset = { ...table, sql: 'SELECT 1 AS one' }
const query: ExploreDataset = { ...virtual, id: 9, type: 'query', datasource_name: 'Query 1' }
const saved: ExploreDataset = { ...query, type: 'saved_query' }

type Person = { id?: number; roles?: string[]; pairs?: string[] }

const show = (dataset: ExploreDataset, { id = 3, roles = ['Alpha'], pairs = [] }: Person) => {
  const client = new QueryClient()
  const user = { ...ana, id, roles: roles.map((name, i) => ({ id: i, name })) }
  client.setQueryData(sessionKey, readSession({ user, pairs, csrf_token: '' } as never))
  const form = { viz_type: 'table', datasource: `${dataset.id}__${dataset.type}` }
  const store = createExplore({ dataset, form_data: form, slice: null, metadata: null, message: null }, form)
  const element = (
    <QueryClientProvider client={client}>
      <ExploreContext value={store}>
        <DatasetMenu />
      </ExploreContext>
    </QueryClientProvider>
  )
  const router = createMemoryRouter([
    { path: '/', element },
    { path: '*', element: <p>elsewhere</p> },
  ])
  render(<RouterProvider router={router} />)
  return { store, router }
}

/** The labels of the open menu; those in parentheses are disabled. */
const openMenu = async () => {
  fireEvent.click(screen.getByRole('button', { name: 'Dataset menu' }))
  const menu = await screen.findByRole('menu', { name: 'Dataset menu' })
  return within(menu)
    .getAllByRole('menuitem')
    .map((item) => {
      const label = item.textContent
      return item.getAttribute('aria-disabled') === 'true' ? `(${label})` : label
    })
}

const write = 'can_write on Dataset'
const sqlLab = 'can_read on SQLLab'

test.each<[string, ExploreDataset, Person, string[]]>([
  ['an owner', table, { pairs: [write] }, ['Edit dataset', 'Swap dataset', 'All datasets']],
  ['an owner who may use SQL Lab', table, { pairs: [write, sqlLab] }, ['Edit dataset', 'Swap dataset', 'View in SQL Lab', 'All datasets']],
  ['somebody else', table, { id: 4, pairs: [write] }, ['(Edit dataset)', 'Swap dataset', 'All datasets']],
  ['an owner without the right to write', table, {}, ['(Edit dataset)', 'Swap dataset', 'All datasets']],
  ['an admin', table, { id: 4, roles: ['ADMIN'], pairs: [write] }, ['Edit dataset', 'Swap dataset', 'View in SQL Lab', 'All datasets']],
  ['a writer, of a query', query, { pairs: [write, sqlLab] }, ['Query preview', 'View in SQL Lab', 'Save as dataset', 'All datasets']],
  [
    'a writer, of a saved query',
    saved,
    { pairs: [write, sqlLab] },
    ['Query preview', 'View in SQL Lab', 'Save as dataset', 'All datasets'],
  ],
  ['a reader, of a query', query, {}, ['Query preview', 'All datasets']],
])('the menu for %s', async (_name, dataset, person, labels) => {
  show(dataset, person)
  expect(await openMenu()).toEqual(labels)
})

test('without the right to edit, the menu says why', async () => {
  show(table, { id: 4, pairs: [write] })
  await openMenu()
  expect(screen.getByRole('menuitem', { name: /^Edit dataset/ }).title).toBe(
    'You must be a dataset owner in order to edit. Please reach out to a dataset owner to request modifications or edit access.',
  )
})

test.each<[string, ExploreDataset, Record<string, string>]>([
  ['a table', table, { datasourceKey: '5__table', name: 'stocks', sql: 'SELECT *\nFROM main.stocks' }],
  ['a virtual dataset', virtual, { datasourceKey: '5__table', name: 'stocks', sql: 'SELECT 1 AS one' }],
  ['a query', query, { datasourceKey: '9__query', name: 'Query 1' }],
  ['a saved query', saved, { savedQueryId: '9' }],
])('SQL Lab opens with the SQL of %s', async (_name, dataset, parameters) => {
  const { router } = show(dataset, { pairs: [sqlLab] })
  await openMenu()
  fireEvent.click(screen.getByRole('menuitem', { name: 'View in SQL Lab' }))
  await screen.findByText('elsewhere')
  expect(router.state.location.pathname).toBe('/sqllab/')
  expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual(parameters)
})

test('a query is previewed, and saved as a dataset that the chart then uses', async () => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (url.includes('csrf_token')) return Response.json({ result: 'token' })
    if (init.method === 'POST') sent.push(JSON.parse(String(init.body)))
    return Response.json(init.method === 'POST' ? { id: 12, result: {} } : { ...virtual, id: 12, datasource_name: 'ones' })
  })
  const { store } = show(query, { pairs: [write] })
  await openMenu()
  fireEvent.click(screen.getByRole('menuitem', { name: 'Query preview' }))
  const preview = await screen.findByRole('dialog', { name: /^Query preview/ })
  expect(within(preview).getByText('SELECT 1 AS one')).toBeTruthy()
  fireEvent.keyDown(preview, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  await openMenu()
  fireEvent.click(screen.getByRole('menuitem', { name: 'Save as dataset' }))
  fireEvent.change(await screen.findByRole('textbox', { name: /^Dataset name/ }), { target: { value: 'ones' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(store.getState().dataset).toMatchObject({ id: 12, datasource_name: 'ones' }))
  expect(sent).toEqual([{ database: 1, schema: 'main', table_name: 'ones', sql: 'SELECT 1 AS one' }])
  expect(store.getState().form()['datasource']).toBe('12__table')
})
