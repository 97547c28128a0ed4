// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, renderHook, screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pieChart } from '#charts/pie/chart.ts'
import type { FormData } from '#core/query/query-object.ts'
import { readContexts } from '../../../../data/explore-context.ts'
import { readSession, sessionKey } from '../../../../data/session.ts'
import type { ChartData } from '../../../../frame/data/use-chart-data.ts'
import { openingOf } from '../../fixture.ts'
import { DashboardContext } from '../../state/dashboard-context.ts'
import { isDescriptionShown } from '../../state/derived.ts'
import { HostContext } from '../../state/host.ts'
import { createMount, type Mount } from '../../state/mount.ts'
import { CardHead } from '../CardHead.tsx'
import { showDescription } from './description.ts'
import { openChart } from './open-chart.ts'
import { useCardEntries } from './use-card-entries.tsx'

const form = { viz_type: 'pie', datasource: '1__table', groupby: ['a'] }
const record = {
  id: 4,
  slice_name: 'Shares',
  description: 'What it shows',
  certified_by: null,
  certification_details: null,
  form_data: form,
}
const data: ChartData = {
  status: 'done',
  answer: { queries: [], tables: [], receivedAt: 0 } as never,
  error: null,
  startedAt: null,
  queryContext: null,
  stop: () => {},
  refresh: () => {},
  retry: () => {},
}

beforeEach(() => vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} })))
afterEach(() => vi.unstubAllGlobals())

const mounted = (metadata: object = {}, isEditing = false, canEdit = false): Mount =>
  createMount(
    openingOf(null, { charts: [record], chartTypes: { pie: pieChart }, canEdit, isEditing }, { json_metadata: JSON.stringify(metadata) }),
  )

const card = { id: 'CHART-4', record, chart: pieChart, form, data, keepsPicture: false, name: 'Shares', isSmall: false, indicators: [] }

const wrapperOf = (pairs: string[], mount: Mount) => {
  const client = new QueryClient()
  client.setQueryData(sessionKey, readSession({ user: null, pairs: ['can_read on Dashboard', ...pairs], csrf_token: '' } as never))
  const host = { search: new URLSearchParams(), anchor: '', setSearch: () => {}, onMoved: () => {}, onTitle: () => {} }
  return ({ children }: { children: ReactNode }) => (
    <MemoryRouter>
      <QueryClientProvider client={client}>
        <DashboardContext value={mount}>
          <HostContext value={host}>{children}</HostContext>
        </DashboardContext>
      </QueryClientProvider>
    </MemoryRouter>
  )
}

/** Reads the keys of the entries as they are now. */
const renderKeys = (pairs: string[], mount = mounted()): (() => string[]) => {
  const { result } = renderHook(() => useCardEntries(card, () => {}), { wrapper: wrapperOf(pairs, mount) })
  return () => result.current().flatMap((entry) => (typeof entry === 'object' && 'key' in entry ? [entry.key] : []))
}
const keysFor = (pairs: string[], mount = mounted()): string[] => renderKeys(pairs, mount)()

test('the colours of labels can be chosen as soon as the picture has labels, also while the menu is open', () => {
  const mount = mounted({}, false, true)
  const keys = renderKeys([], mount)
  expect(keys()).not.toContain('colors')
  act(() => mount.colors.setLabels('CHART-4', [{ scheme: ['#3366cc'], labels: ['a'] }]))
  expect(keys()).toContain('colors')
})

const always = ['refresh', 'full', 'description', 'image', 'png', 'svg']

test.each<[pairs: string[], more: string[]]>([
  [[], []],
  [['can_view_query on Dashboard'], ['query']],
  [['can_view_chart_as_table on Dashboard'], ['table']],
  [['can_explore on Superset'], ['query', 'table']],
  [
    ['can_explore on Superset', 'can_slice on Superset'],
    ['explore', 'query', 'table'],
  ],
  [['can_csv on Superset'], ['csv', 'xlsx']],
  [['can_share_chart on Superset'], ['share', 'mail']],
  [['can_drill on Dashboard'], []],
  [['can_drill on Dashboard', 'can_samples on Datasource'], ['detail']],
  [['can_drill on Dashboard', 'can_get_drill_info on Dataset'], ['by']],
])('the menu of a card with %j has %j beside what everybody has', (pairs, more) =>
  expect(keysFor(pairs).toSorted()).toEqual([...always, ...more].toSorted()),
)

test.each([
  ['may read the dataset', false],
  ['reads it only through the dashboard', true],
])('whoever %s: the way of a chart into explore, and to its rows', (_who, isLent) => {
  const dataset = {
    id: 1,
    uid: '1__table',
    datasource_name: 'films',
    main_dttm_col: null,
    columns: [],
    metrics: [],
    select_star: isLent ? '' : 'SELECT *',
  }
  const mount = createMount(openingOf(null, { charts: [record], chartTypes: { pie: pieChart }, datasets: [dataset], isEditing: false }))
  const pairs = ['can_explore on Superset', 'can_slice on Superset', 'can_samples on Datasource']
  render(<CardHead {...card} />, { wrapper: wrapperOf(pairs, mount) })
  const title = screen.getByRole('heading', { name: 'Shares' })
  expect([keysFor(pairs, mount).includes('explore'), within(title).queryByRole('link') !== null]).toEqual([!isLent, !isLent])
  // Who may explore the dataset may drill; through a dashboard it takes the right to drill.
  expect(keysFor(pairs, mount).includes('detail')).toBe(!isLent)
  expect(keysFor([...pairs, 'can_drill on Dashboard'], mount)).toContain('detail')
})

test('the head of a card names the time grain that a filter has given its chart', () => {
  const line = { ...pieChart, sentence: ({ time_grain_sqla }: FormData) => `Films per ${String(time_grain_sqla)}` }
  const given = { ...form, time_grain_sqla: 'year', extra_form_data: { time_grain_sqla: 'month' } }
  const props = { ...card, chart: line, form: given, record: { ...record, description: '' } }
  render(<CardHead {...props} />, { wrapper: wrapperOf([], mounted()) })
  expect(screen.getByText('Films per month')).toBeTruthy()
})

test.each([
  [true, ['scoping', 'colors']],
  [false, []],
])('where the viewer can edit: %s, a chart with coloured labels also has %j', (canEdit, more) => {
  const mount = mounted({}, false, canEdit)
  mount.colors.setLabels('CHART-4', [{ labels: ['x', 'y'], scheme: ['#010101', '#020202'] }])
  expect(keysFor([], mount).toSorted()).toEqual([...always, ...more].toSorted())
})

test.each([
  ['on a visit, only for that visit', false, { 4: true }],
  ['while editing, for the dashboard', true, { 5: true }],
])('a description is hidden %s', (_title, isEditing, saved) => {
  const { store } = mounted({ expanded_slices: { 4: true, 5: true } }, isEditing)
  expect(isDescriptionShown(store.getState(), 4)).toBe(true)
  showDescription(store, 4, false)
  expect(isDescriptionShown(store.getState(), 4)).toBe(false)
  expect(store.getState().history.present.properties.metadata['expanded_slices']).toEqual({ ...saved, 5: true })
  showDescription(store, 4, true)
  expect(isDescriptionShown(store.getState(), 4)).toBe(true)
})

const extra = { filters: [{ col: 'a', op: 'IN', val: ['x'] }] }

test.each([
  ['a click', { button: 0 }, 'here'],
  ['a click with Ctrl', { button: 0, ctrlKey: true }, 'another tab'],
  ['a click of the middle button', { button: 1 }, 'another tab'],
  ['a click of the right button', { button: 2 }, 'nowhere'],
])('%s on a title opens the chart with the filters in force: %s', (_title, pressed, where) => {
  const navigate = vi.fn<(path: string) => void>()
  const open = vi.fn<(path: string) => void>()
  vi.stubGlobal('open', open)
  const event = { metaKey: false, ctrlKey: false, shiftKey: false, ...pressed }
  openChart(event, { form: { ...form, extra_form_data: extra }, chartId: 4, store: mounted().store, navigate: navigate as never })
  const path = (where === 'here' ? navigate : open).mock.calls[0]?.[0]
  expect([navigate.mock.calls.length, open.mock.calls.length]).toEqual([where === 'here' ? 1 : 0, where === 'another tab' ? 1 : 0])
  if (path === undefined) return
  const search = new URL(path, 'http://here').searchParams
  expect(search.get('slice_id')).toBe('4')
  expect(readContexts()[search.get('dashboard_page_id') ?? '']).toMatchObject({ extraFormData: extra })
})

test('explore takes over the colour scheme and the label colours of the dashboard, also without filters', () => {
  const navigate = vi.fn<(path: string) => void>()
  const { store } = mounted({ color_scheme: 'd3Category10', label_colors: { PG: '#112233' } })
  const event = { button: 0, metaKey: false, ctrlKey: false, shiftKey: false }
  openChart(event, { form, chartId: 4, store, navigate: navigate as never })
  const search = new URL(navigate.mock.calls[0]?.[0] ?? '', 'http://here').searchParams
  expect(readContexts()[search.get('dashboard_page_id') ?? '']).toMatchObject({
    colorScheme: 'd3Category10',
    labelColors: { PG: '#112233' },
  })
})

test('nothing is stored for a dashboard without colour settings', () => {
  const navigate = vi.fn<(path: string) => void>()
  const event = { button: 0, metaKey: false, ctrlKey: false, shiftKey: false }
  openChart(event, { form, chartId: 4, store: mounted().store, navigate: navigate as never })
  expect(navigate.mock.calls[0]?.[0]).not.toContain('dashboard_page_id')
})
