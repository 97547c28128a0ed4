// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Chart } from '#charts/chart.ts'
import { readSession, sessionKey } from '../../../data/session.ts'
import { loadOverlayParts } from '../../../ui/overlay/parts.ts'
import { openingOf } from '../fixture.ts'
import { DashboardContext } from '../state/dashboard-context.ts'
import { createMount } from '../state/mount.ts'
import { DatasetLine } from './DatasetLine.tsx'
import { DrillBy } from './DrillBy.tsx'
import { DrillToDetail } from './DrillToDetail.tsx'
import { DrilledChart } from './DrilledChart.tsx'
import { MarkMenu } from './MarkMenu.tsx'
import { markWords } from './trail.ts'

vi.hoisted(() => {
  window.matchMedia = (() => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} })) as never
})

beforeAll(loadOverlayParts)
afterEach(() => vi.unstubAllGlobals())

const show = (part: React.ReactNode, answer: () => Response) => {
  vi.stubGlobal('fetch', () => Promise.resolve(answer()))
  vi.stubGlobal('IntersectionObserver', function create() {
    return { observe: () => {}, disconnect: () => {} }
  })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <DashboardContext value={createMount(openingOf(null))}>{part}</DashboardContext>
    </QueryClientProvider>,
  )
}

const kim = { first_name: 'Kim', last_name: 'Lee' }

test.each([
  [{ changed_by: kim, owners: [kim] }, 'filmsChanged 2 days ago by Kim Lee · Owners: Kim Lee'],
  [{ changed_by: null, owners: [] }, 'filmsChanged 2 days ago'],
])('a drill names its dataset: %o', async (people, text) => {
  const result = { table_name: 'films', changed_on_humanized: '2 days ago', columns: [], ...people }
  show(<DatasetLine datasource="5__table" />, () => Response.json({ result }))
  expect((await screen.findByText('films')).parentElement?.textContent).toBe(text)
})

test('a drill shows that its dataset could not be read', async () => {
  show(<DatasetLine datasource="5__table" />, () => Response.json({ message: 'Not found' }, { status: 404 }))
  expect((await screen.findByRole('alert')).textContent).toBe('There was an error loading the dataset metadata')
})

const films = { id: 5, uid: '5__table', datasource_name: 'films', main_dttm_col: null, columns: [], metrics: [] }

test.each([
  ['may read the dataset', false, ['Edit chart', 'Save as chart']],
  ['reads it only through the dashboard', true, []],
])('whoever %s: the way of a drill into explore and into a chart', async (_who, isLent, offered) => {
  const client = new QueryClient()
  const pairs = ['can_explore on Superset', 'can_write on ExploreFormDataRestApi', 'can_write on Chart']
  client.setQueryData(sessionKey, readSession({ user: null, pairs, csrf_token: '' } as never))
  const result = { ...(!isLent && { table_name: 'films' }), columns: [{ column_name: 'genre', verbose_name: 'Genre' }] }
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ result })))
  render(
    <MemoryRouter>
      <QueryClientProvider client={client}>
        <DashboardContext value={createMount(openingOf(null, { datasets: [{ ...films, select_star: isLent ? '' : 'SELECT *' }] }))}>
          <DrillBy name="Gross" form={{ viz_type: 'test', datasource: '5__table' }} mark={[]} onClose={() => {}} />
        </DashboardContext>
      </QueryClientProvider>
    </MemoryRouter>,
  )
  fireEvent.click(await screen.findByRole('option', { name: 'Genre' }))
  const names = screen.getAllByRole('button').map((button) => button.textContent)
  expect(['Edit chart', 'Save as chart'].filter((name) => names.includes(name))).toEqual(offered)
  expect(screen.queryAllByText('films')).toHaveLength(offered.length ? 1 : 0)
})

test.each([false, true])('the rows behind a chart: the way into explore, where the dataset is only lent: %s', async (isLent) => {
  const client = new QueryClient()
  client.setQueryData(sessionKey, readSession({ user: null, pairs: ['can_explore on Superset'], csrf_token: '' } as never))
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ result: { colnames: [], coltypes: [], data: [], total_count: 0 } })))
  render(
    <MemoryRouter>
      <QueryClientProvider client={client}>
        <DashboardContext value={createMount(openingOf(null, { datasets: [{ ...films, select_star: isLent ? '' : 'SELECT *' }] }))}>
          <DrillToDetail name="Gross" chartId={4} form={{ viz_type: 'test', datasource: '5__table' }} mark={[]} onClose={() => {}} />
        </DashboardContext>
      </QueryClientProvider>
    </MemoryRouter>,
  )
  await screen.findByText('No rows were returned for this dataset')
  expect(screen.queryAllByRole('link', { name: 'Edit chart' })).toHaveLength(isLent ? 0 : 1)
})

test.each(['chart', 'table'] as const)('a drill whose data cannot be loaded says so in place of the %s, with the reason', async (view) => {
  const chart = { viz_type: 'test', behaviors: [], controls: [], buildQuery: () => [{ metrics: ['count'] }], sentence: () => '' }
  const form = { viz_type: 'test', datasource: '5__table' }
  show(
    <DrilledChart {...{ name: 'Gross', form, view, dataset: null, names: {}, chart: chart as unknown as Chart, onMark: () => {} }} />,
    () =>
      Response.json(
        { errors: [{ message: 'The warehouse sleeps', error_type: 'GENERIC_DB_ENGINE_ERROR', level: 'error' }] },
        { status: 500 },
      ),
  )
  expect(await screen.findByText('There was an error loading the chart data')).toBeTruthy()
  expect(document.body.textContent).toContain('The warehouse sleeps')
})

test.each([
  ['bubble_v2', true],
  ['pie', false],
])('a mark of %s says that its axes show metrics: %s', async (vizType, says) => {
  const client = new QueryClient()
  client.setQueryData(sessionKey, readSession({ user: null, pairs: ['can_read on Dashboard'], csrf_token: '' } as never))
  const chart = { behaviors: ['INTERACTIVE_CHART'] } as unknown as Chart
  const pointed = { x: 0, y: 0, filters: [], selection: { label: 'A', filters: [] } }
  render(
    <QueryClientProvider client={client}>
      <DashboardContext value={createMount(openingOf(null))}>
        <MarkMenu
          {...{ chartId: 1, chart, name: 'Gross', pointed }}
          form={{ viz_type: vizType, datasource: '5__table' }}
          onClose={() => {}}
        />
      </DashboardContext>
    </QueryClientProvider>,
  )
  const description = 'The axes of this chart show metrics, which other charts cannot be filtered by.'
  expect(screen.queryAllByRole('menuitem', { name: 'Filter by a range of the axes', description })).toHaveLength(says ? 1 : 0)
  expect(screen.getByRole('menuitem', { name: /^Add cross-filter/ })).toBeTruthy()
})

test('a mark without a value is written as in the chart, in the menu, the trail and the detail', async () => {
  const mark = [{ col: 'rating', op: '==', val: null, formattedVal: '<NULL>' }]
  const client = new QueryClient()
  const pairs = ['can_explore on Superset', 'can_samples on Datasource']
  client.setQueryData(sessionKey, readSession({ user: null, pairs, csrf_token: '' } as never))
  const chart = { behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL'] } as unknown as Chart
  const form = { viz_type: 'pie', datasource: '5__table', groupby: ['rating'], metric: 'count' }
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ result: { data: [], colnames: [], coltypes: [], total_count: 0 } })))
  const dataset = {
    id: 5,
    uid: '5__table',
    datasource_name: 'films',
    main_dttm_col: null,
    columns: [{ column_name: 'rating', is_dttm: false }],
    metrics: [],
    select_star: 'SELECT *',
  }
  render(
    <MemoryRouter>
      <QueryClientProvider client={client}>
        <DashboardContext value={createMount(openingOf(null, { datasets: [dataset] }))}>
          <MarkMenu
            {...{ chartId: 1, chart, name: 'Films', form }}
            pointed={{ x: 0, y: 0, filters: mark, selection: null }}
            onClose={() => {}}
          />
        </DashboardContext>
      </QueryClientProvider>
    </MemoryRouter>,
  )
  expect(markWords(mark)).toBe('blank')
  fireEvent.click(screen.getByRole('menuitem', { name: 'Drill to detail by blank' }))
  expect(await screen.findByText(/rating: blank/)).toBeTruthy()
})
