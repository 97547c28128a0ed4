// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { readSession, sessionKey } from '../../../../data/session.ts'
import { Confirm } from '../../../../ui/overlay/Confirm.tsx'
import { loadOverlayParts } from '../../../../ui/overlay/parts.ts'
import { openingOf } from '../../fixture.ts'
import { DashboardContext } from '../../state/dashboard-context.ts'
import { filtersOf } from '../../state/derived.ts'
import { HostContext, type Host } from '../../state/host.ts'
import { createMount } from '../../state/mount.ts'
import { FilterConfig } from './FilterConfig.tsx'

vi.hoisted(() => {
  // jsdom knows no media: everything is read in the light theme on a wide screen.
  window.matchMedia = (() => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} })) as never
})

const column = (column_name: string, type_generic: number, { is_dttm = false, type = null as string | null } = {}) => ({
  column_name,
  type_generic,
  is_dttm,
  type,
})
const films = {
  id: 5,
  datasource_name: 'films',
  columns: [column('genre', 1), column('rating', 0, { type: 'DOUBLE' }), column('released', 2, { is_dttm: true })],
  metrics: [{ metric_name: 'count', expression: 'COUNT(*)' }],
  time_grain_sqla: [['P1D', 'Day']],
  database: { id: 1, name: 'd', backend: 'duckdb' },
  filter_select: true,
  main_dttm_col: null,
}

type Sent = { method: string; url: string; body: Record<string, unknown>; ifMatch: string | null }
const sent: Sent[] = []
let answerOfSave: () => Response
type Question = { queries: { filters: { col: string; op: string; val: unknown }[] }[] }
const questions: Question[] = []

beforeAll(loadOverlayParts)
beforeEach(() => {
  Element.prototype.scrollIntoView = () => {}
  Object.defineProperty(HTMLElement.prototype, 'offsetParent', { configurable: true, get: () => document.body })
  vi.stubGlobal('CSS', { escape: (text: string) => text })
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
  sent.length = 0
  questions.length = 0
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
    const method = init.method ?? 'GET'
    if (String(url).includes('/table/999')) return Promise.resolve(Response.json({ message: 'Not found' }, { status: 404 }))
    if (String(url).includes('/datasource/get/')) return Promise.resolve(Response.json(films))
    if (String(url).includes('/chart/data')) {
      questions.push(JSON.parse(String(init.body)) as Question)
      return Promise.resolve(Response.json({ result: [{ colnames: ['genre'], coltypes: [1], data: [{ genre: 'Drama' }] }] }))
    }
    if (method !== 'PUT') return Promise.resolve(Response.json({ result: String(url).includes('csrf') ? 'x' : [], count: 0 }))
    const headers = new Headers(init.headers)
    sent.push({ method, url: String(url), body: JSON.parse(String(init.body)) as Sent['body'], ifMatch: headers.get('if-match') })
    return Promise.resolve(answerOfSave())
  })
  answerOfSave = () => Response.json({ result: sent.at(-1)?.body['modified'] }, { headers: { etag: '"v2"' } })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const position = {
  ROOT_ID: { type: 'ROOT', children: ['T'] },
  T: { type: 'TABS', children: ['T1', 'T2'] },
  T1: { type: 'TAB', children: ['R1'], meta: { text: 'First' } },
  T2: { type: 'TAB', children: ['R2'], meta: { text: 'Second' } },
  R1: { type: 'ROW', children: ['C1'] },
  R2: { type: 'ROW', children: ['C2'] },
  C1: { type: 'CHART', children: [], meta: { chartId: 1, sliceName: 'Gross', width: 4, height: 20 } },
  C2: { type: 'CHART', children: [], meta: { chartId: 2, sliceName: 'Jobs', width: 4, height: 20 } },
}
const chart = (id: number, datasource: string) => ({
  id,
  slice_name: `Chart ${id}`,
  description: null,
  certified_by: null,
  certification_details: null,
  form_data: { viz_type: 'test', datasource },
})
const genre = {
  id: 'NATIVE_FILTER-g',
  type: 'NATIVE_FILTER',
  name: 'Genre',
  filterType: 'filter_select',
  targets: [{ datasetId: 5, column: { name: 'genre' } }],
  later: { kept: 1 },
}
const rating = { ...genre, id: 'NATIVE_FILTER-r', name: 'Rating', targets: [{ datasetId: 5, column: { name: 'rating' } }] }

const host: Host = { search: new URLSearchParams(), anchor: '', setSearch: () => {}, onMoved: () => {}, onTitle: () => {} }

const open = (filters: object[], { isEditing = false, tab = null as string | null } = {}) => {
  const mount = createMount({
    ...openingOf(
      position,
      { isEditing, charts: [chart(1, '5__table'), chart(2, '6__table')] as never },
      { json_metadata: JSON.stringify({ native_filter_configuration: filters }) },
    ),
    etag: '"v1"',
  })
  mount.store.getState().set({ newFilterTab: tab })
  const onClose = vi.fn()
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(sessionKey, readSession({ user: null, pairs: ['can_read on Dashboard'], csrf_token: 'x' } as never))
  const page = (
    <DashboardContext value={mount}>
      <HostContext value={host}>
        <FilterConfig onClose={onClose} />
        <Confirm />
      </HostContext>
    </DashboardContext>
  )
  const router = createMemoryRouter([{ path: '*', element: page }])
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return { store: mount.store, onClose }
}

const button = (name: string) => screen.getByRole('button', { name })
const press = (name: string) => fireEvent.click(button(name))
const type = (name: string, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: new RegExp(`^${name}`) }), { target: { value } })
const addFilter = () => {
  press('Add filters and dividers')
  fireEvent.click(screen.getByRole('menuitem', { name: 'Filter' }))
}
const choose = async (field: string, option: string) => {
  fireEvent.click(screen.getByRole('combobox', { name: new RegExp(`^${field}`) }))
  fireEvent.click(await screen.findByRole('option', { name: option }))
}
const paste = (input: HTMLElement, text: string) => fireEvent.paste(input, { clipboardData: { getData: () => text } })
const checkbox = (name: string) => screen.getByRole('checkbox', { name })

test('an invalid filter keeps the form open and gets the focus; corrected, it is saved and applied at once', async () => {
  const { store, onClose } = open([])
  addFilter()
  expect(screen.queryByText('Name is required')).toBeNull()
  press('Save')
  await screen.findByText('Name is required')
  screen.getByText('Column is required')
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /^Filter name/ }))
  expect(sent).toEqual([])
  await choose('Column', 'genre')
  type('Filter name', 'Genre')
  press('Save')
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent).toMatchObject([{ url: '/api/v1/dashboard/9/filters', ifMatch: '"v1"', body: { deleted: [] } }])
  const [filter] = filtersOf(store.getState())
  expect(filter).toMatchObject({ name: 'Genre', scope: { rootPath: ['ROOT_ID'], excluded: [2] }, chartsInScope: [1] })
  expect(store.getState().serverFields.etag).toBe('"v2"')
  expect(Object.keys(store.getState().masks.applied)).toEqual([filter?.id])
})

test('after a conflicting save the changes are kept as a draft while the user decides', async () => {
  const { store, onClose } = open([genre])
  answerOfSave = () => Response.json({ message: 'changed' }, { status: 412 })
  type('Filter name', 'Kind')
  press('Save')
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(store.getState().saving.conflict).not.toBeNull()
  expect(store.getState().history.present.properties.metadata['native_filter_configuration']).toMatchObject([
    { name: 'Kind', later: { kept: 1 } },
  ])
})

test('a save that fails says why and keeps what was typed', async () => {
  const { onClose } = open([genre])
  answerOfSave = () => Response.json({ message: 'Forbidden' }, { status: 403 })
  type('Filter name', 'Kind')
  press('Save')
  expect((await screen.findByRole('alert')).textContent).toBe('Forbidden')
  expect(screen.getByRole('textbox', { name: /^Filter name/ })).toHaveProperty('value', 'Kind')
  expect(onClose).not.toHaveBeenCalled()
})

test('while the dashboard is edited, the filters become one step of it', async () => {
  const { store, onClose } = open([genre], { isEditing: true })
  type('Filter name', 'Kind')
  press('Save')
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent).toEqual([])
  expect(store.getState().history.past).toHaveLength(1)
  act(() => store.getState().undo())
  expect(filtersOf(store.getState())).toMatchObject([{ name: 'Genre' }])
})

test('a removal can be undone for five seconds in the list, and restored beside it as long as it is selected', () => {
  vi.useFakeTimers()
  open([genre, rating])
  press('Remove Genre')
  screen.getByText('You have removed this filter.')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Undo the removal of Genre' }))
  press('Undo the removal of Genre')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove Genre' }))
  expect(screen.queryByText('Genre (Removed)')).toBeNull()
  press('Remove Genre')
  act(() => vi.advanceTimersByTime(4900))
  screen.getByText('Genre (Removed)')
  act(() => vi.advanceTimersByTime(200))
  expect(screen.queryByText('Genre (Removed)')).toBeNull()
  press('Restore Filter')
  expect(screen.getByRole('textbox', { name: /^Filter name/ })).toHaveProperty('value', 'Genre')
  expect(screen.getAllByRole('row')).toHaveLength(2)
})

test('cancelling with changes asks for confirmation', async () => {
  const { onClose } = open([genre])
  type('Filter name', 'Kind')
  press('Cancel')
  const question = await screen.findByRole('alertdialog', { name: 'There are unsaved changes.' })
  fireEvent.click(within(question).getByRole('button', { name: 'Keep editing' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(onClose).not.toHaveBeenCalled()
  press('Cancel')
  fireEvent.click(await screen.findByRole('button', { name: 'Yes, cancel' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
})

test('a filter that another depends on cannot depend on that one', async () => {
  open([genre, { ...rating, cascadeParentIds: ['NATIVE_FILTER-g'] }])
  fireEvent.click(checkbox('Values are dependent on other filters'))
  expect(checkbox('Rating')).toHaveProperty('disabled', true)
  screen.getByText('Cyclic dependency detected')
})

test('the settings of a value filter are shown, and required ones are demanded', async () => {
  open([genre])
  fireEvent.click(checkbox('Pre-filter available values'))
  fireEvent.click(checkbox('Filter value is required'))
  press('Save')
  await screen.findByText('Pre-filter is required')
  screen.getByText('Default value is required')
  fireEvent.click(checkbox('Select first filter value by default'))
  expect(checkbox('Filter has default value')).toHaveProperty('disabled', true)
  for (const name of ['Can select multiple values', 'Dynamically search all filter values', 'Inverse selection']) checkbox(name)
})

test('a save that finds something wrong shows the settings each time', async () => {
  open([])
  addFilter()
  const saveFromScoping = async () => {
    fireEvent.click(screen.getByRole('tab', { name: 'Scoping' }))
    press('Save')
    await screen.findByText('Name is required')
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /^Filter name/ }))
  }
  await saveFromScoping()
  await saveFromScoping()
})

test('a filter that depends on a time range gets the time column that it applies to', async () => {
  const time = { id: 'NATIVE_FILTER-t', type: 'NATIVE_FILTER', name: 'Released', filterType: 'filter_time', targets: [{}] }
  const { store, onClose } = open([genre, time])
  fireEvent.click(checkbox('Values are dependent on other filters'))
  expect(screen.queryByRole('combobox', { name: /^Time column/ })).toBeNull()
  fireEvent.click(checkbox('Released'))
  await waitFor(() => expect(screen.getByRole('combobox', { name: /^Time column/ }).textContent).toContain('released'))
  press('Save')
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(filtersOf(store.getState())[0]).toMatchObject({ cascadeParentIds: ['NATIVE_FILTER-t'], granularity_sqla: 'released' })
})

test('the scope is chosen in a tree of tabs and charts, where other datasets are pointed out', async () => {
  const { store, onClose } = open([genre])
  fireEvent.click(screen.getByRole('tab', { name: 'Scoping' }))
  expect(screen.getByRole('radio', { name: 'Apply to all panels' })).toHaveProperty('checked', true)
  fireEvent.click(screen.getByRole('radio', { name: 'Apply to specific panels' }))
  await screen.findByText("This chart might be incompatible with the filter (datasets don't match)")
  fireEvent.click(within(screen.getByRole('row', { name: /Second/ })).getByRole('checkbox'))
  press('Save')
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(filtersOf(store.getState())).toMatchObject([
    { scope: { rootPath: ['T1'], excluded: [] }, chartsInScope: [1], tabsInScope: ['T1'] },
  ])
})

test('the default value is chosen in the control of the bar: values under the pre-filter, searched at the server, cast by the column', async () => {
  const after1990 = { expressionType: 'SIMPLE', clause: 'WHERE', subject: 'year', operator: '>', comparator: 1990 }
  const { store, onClose } = open([{ ...genre, adhoc_filters: [after1990], controlValues: { searchAllOptions: true } }])
  fireEvent.click(checkbox('Filter has default value'))
  const input = screen.getByRole('combobox', { name: /^Default Value/ })
  await waitFor(() => expect(questions[0]?.queries[0]?.filters).toEqual([{ col: 'year', op: '>', val: 1990 }]))
  fireEvent.change(input, { target: { value: 'Dra' } })
  const search = { col: 'genre', op: 'ILIKE', val: '%Dra%' }
  await waitFor(() => expect(questions.some(({ queries: [query] }) => query?.filters.some((one) => one.val === search.val))).toBe(true))
  paste(input, 'Drama\nWestern')
  press('Save')
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(filtersOf(store.getState())).toMatchObject([
    { defaultDataMask: { extraFormData: { filters: [{ col: 'genre', op: 'IN', val: ['Drama', 'Western'] }] } } },
  ])
})

test('a default that is no number is null for a column of numbers', async () => {
  const { store, onClose } = open([rating])
  fireEvent.click(checkbox('Filter has default value'))
  await waitFor(() => expect(questions).not.toEqual([]))
  paste(screen.getByRole('combobox', { name: /^Default Value/ }), '7.5\nmany')
  press('Save')
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(filtersOf(store.getState())).toMatchObject([{ defaultDataMask: { filterState: { value: [7.5, null] } } }])
})

test('the only time condition of a pre-filter can be removed', async () => {
  const lastYear = { expressionType: 'SIMPLE', clause: 'WHERE', subject: 'released', operator: 'TEMPORAL_RANGE', comparator: 'Last year' }
  open([{ ...genre, adhoc_filters: [lastYear] }])
  press('Remove released')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove released' })).toBeNull())
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('the dataset of a filter is named, even if no chart reads it and it is none of those that are offered', async () => {
  open([genre])
  await waitFor(() => expect(screen.getByRole('combobox', { name: /^Dataset/ }).textContent).toBe('films'))
})

test('a filter added from a tab reaches the charts of that tab only', async () => {
  const { store } = open([genre], { isEditing: true, tab: 'T2' })
  type('Filter name', 'Jobs')
  await choose('Column', 'rating')
  press('Save')
  await waitFor(() => expect(filtersOf(store.getState())).toHaveLength(2))
  expect(filtersOf(store.getState())[1]).toMatchObject({ name: 'Jobs', scope: { rootPath: ['T2'] } })
  expect(store.getState().newFilterTab).toBeNull()
})

test('a filter of a dataset that is gone says so, and does not keep the others from being saved', async () => {
  const { onClose } = open([genre, { ...genre, id: 'NATIVE_FILTER-x', name: 'Lost', targets: [{ datasetId: 999, column: { name: 'x' } }] }])
  await screen.findByRole('img', { name: 'Missing dataset' })
  type('Filter name', 'Kind')
  press('Save')
  await waitFor(() => expect(onClose).toHaveBeenCalled())
})
