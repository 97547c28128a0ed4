// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { readSession, sessionKey } from '../../../data/session.ts'
import { loadOverlayParts } from '../../../ui/overlay/parts.ts'
import type { CardChart } from '../data/record.ts'
import { openingOf } from '../fixture.ts'
import { DashboardContext } from '../state/dashboard-context.ts'
import { masksOnChart } from '../state/derived.ts'
import { createMount } from '../state/mount.ts'
import { filtersInBoxes } from './boxes.ts'
import { FilterMapping } from './FilterMapping.tsx'

const cell = (chartId: number, sliceName: string) => ({ type: 'CHART', children: [], meta: { chartId, sliceName, width: 3, height: 20 } })
const position = {
  ROOT_ID: { type: 'ROOT', children: ['GRID_ID'] },
  GRID_ID: { type: 'GRID', children: ['ROW'] },
  ROW: { type: 'ROW', children: ['C1', 'C2', 'C3', 'BOX'] },
  C1: cell(1, 'Gross'),
  C2: cell(2, 'Jobs'),
  C3: cell(3, 'Profit'),
  BOX: cell(7, 'Choices'),
}
const metadata = {
  default_filters: JSON.stringify({ 7: { region: ['Africa'] } }),
  filter_scopes: { 7: { region: { scope: ['ROOT_ID'], immune: [2] }, year: { scope: ['ROOT_ID'], immune: [1] } } },
  filter_immune_slice_fields: { 3: ['region'] },
}
const form_data = { viz_type: 'filter_box', datasource: '1__table', filter_configs: [{ column: 'region' }, { column: 'year' }] }
const box = { id: 7, slice_name: 'Choices', form_data } as unknown as CardChart

const sent: string[] = []

beforeAll(loadOverlayParts)
beforeEach(() => {
  sent.length = 0
  window.matchMedia = (() => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} })) as never
  Element.prototype.scrollIntoView = () => {}
  vi.stubGlobal('ResizeObserver', function create() {
    return { observe: () => {}, unobserve: () => {}, disconnect: () => {} }
  })
  vi.stubGlobal('fetch', (_url: string, init?: RequestInit) => {
    if (init?.method === 'PUT') sent.push(String(init.body))
    return Promise.resolve(Response.json({ id: 9, result: {} }))
  })
})
afterEach(() => vi.unstubAllGlobals())

const show = (isEditing: boolean) => {
  const record = { json_metadata: JSON.stringify(metadata) }
  const mount = createMount(openingOf(position, { isEditing, charts: [box], boxFilters: filtersInBoxes([box]) }, record))
  const client = new QueryClient()
  client.setQueryData(sessionKey, readSession({ user: null, pairs: ['can_read on Dashboard'], csrf_token: '' } as never))
  const onClose = vi.fn<() => void>()
  render(
    <QueryClientProvider client={client}>
      <DashboardContext value={mount}>
        <FilterMapping onClose={onClose} />
      </DashboardContext>
    </QueryClientProvider>,
  )
  const valuesOn = (chart: number) => masksOnChart(mount.store.getState(), chart).flatMap((mask) => mask.filterState?.value ?? [])
  return { store: mount.store, onClose, valuesOn }
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const checkOf = (name: string) => within(screen.getByRole('row', { name: new RegExp(`^${name}`) })).getByRole('checkbox')
const checked = (name: string) => (checkOf(name) as HTMLInputElement).checked

test('each field of a box has its scope; boxes are not among the charts, and what is immune cannot be checked', () => {
  show(false)
  expect(
    within(screen.getByRole('group', { name: 'Choices' }))
      .getAllByRole('button')
      .map((one) => one.textContent),
  ).toEqual(['region', 'year'])
  expect([checked('Gross'), checked('Jobs'), checked('Profit')]).toEqual([true, false, false])
  expect(checkOf('Profit')).toHaveProperty('disabled', true)
  expect(screen.getByText('Immune to this filter')).toBeTruthy()
  expect(screen.queryByRole('row', { name: /^Choices/ })).toBeNull()
  press('year')
  expect([checked('Gross'), checked('Jobs'), checked('Profit')]).toEqual([false, true, true])
})

test('a save stores the scopes that changed, and the box filters by them at once', async () => {
  const { valuesOn, onClose } = show(false)
  expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
  expect([valuesOn(1), valuesOn(2), valuesOn(3)]).toEqual([['Africa'], [], []])
  fireEvent.click(checkOf('Jobs'))
  fireEvent.click(checkOf('Gross'))
  press('Save')
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  const { json_metadata } = JSON.parse(sent[0] ?? '{}') as { json_metadata: string }
  const region = { scope: ['ROOT_ID'], immune: [1] }
  expect(JSON.parse(json_metadata)).toEqual({ ...metadata, filter_scopes: { 7: { ...metadata.filter_scopes[7], region } } })
  expect([valuesOn(1), valuesOn(2), valuesOn(3)]).toEqual([[], ['Africa'], []])
})

test('checked and unchecked again there is nothing to save', () => {
  show(false)
  fireEvent.click(checkOf('Jobs'))
  expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', false)
  fireEvent.click(checkOf('Jobs'))
  expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
})

test('while editing it is a step that can be undone', async () => {
  const { store, valuesOn, onClose } = show(true)
  fireEvent.click(checkOf('Jobs'))
  press('Save')
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent).toEqual([])
  expect(valuesOn(2)).toEqual(['Africa'])
  store.getState().undo()
  expect(valuesOn(2)).toEqual([])
})
