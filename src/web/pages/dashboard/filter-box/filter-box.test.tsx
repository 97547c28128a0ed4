// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useCallback, useState } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { readSession, sessionKey } from '../../../data/session.ts'
import { loadOverlayParts } from '../../../ui/overlay/parts.ts'
import type { CardChart } from '../data/record.ts'
import { FilterBar } from '../filters/bar/FilterBar.tsx'
import { openingOf } from '../fixture.ts'
import { DashboardContext } from '../state/dashboard-context.ts'
import { masksOnChart } from '../state/derived.ts'
import { HostContext, type Host } from '../state/host.ts'
import { createMount } from '../state/mount.ts'
import { filtersInBoxes } from './boxes.ts'
import { FilterBox } from './FilterBox.tsx'
import { FilterBoxMigration } from './FilterBoxMigration.tsx'
import { replaceBoxes } from './review.ts'

const position = {
  ROOT_ID: { type: 'ROOT', children: ['GRID_ID'] },
  GRID_ID: { type: 'GRID', children: ['ROW'] },
  ROW: { type: 'ROW', children: ['CHART-box', 'a', 'b'] },
  'CHART-box': { type: 'CHART', children: [], meta: { chartId: 7, width: 4, height: 20 } },
  a: { type: 'CHART', children: [], meta: { chartId: 1, width: 4, height: 20 } },
  b: { type: 'CHART', children: [], meta: { chartId: 2, width: 4, height: 20 } },
}

const metadata = {
  default_filters: JSON.stringify({ 7: { region: ['Africa'] } }),
  filter_scopes: { 7: { region: { scope: ['ROOT_ID'], immune: [2] } } },
}

const boxOf = (settings: object = {}) => {
  const form = { viz_type: 'filter_box', datasource: '1__table', filter_configs: [{ column: 'region', multiple: true }], ...settings }
  return { id: 7, slice_name: 'Choices', form_data: form } as unknown as CardChart
}

beforeAll(loadOverlayParts)
beforeEach(() => {
  localStorage.clear()
  window.matchMedia = (() => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} })) as never
  Element.prototype.scrollIntoView = () => {}
  const answer = { result: [{ colnames: ['region'], coltypes: [1], data: ['Africa', 'Asia'].map((region) => ({ region })) }] }
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(answer)))
})
afterEach(() => vi.unstubAllGlobals())

/** As the sheets of a dashboard show it. */
const Migration = () => {
  const [isOpen, setOpen] = useState(true)
  const close = useCallback(() => setOpen(false), [])
  return isOpen && <FilterBoxMigration onClose={close} />
}

const open = (settings: object = {}, search = '') => {
  const box = boxOf(settings)
  const record = { json_metadata: JSON.stringify(metadata) }
  const opening = openingOf(position, { isEditing: false, canEdit: true, charts: [box] }, record)
  const mount = createMount({ ...opening, boxFilters: filtersInBoxes(opening.charts) })
  const host: Host = { search: new URLSearchParams(search), anchor: '', setSearch: () => {}, onMoved: () => {}, onTitle: () => {} }
  const client = new QueryClient()
  client.setQueryData(sessionKey, readSession({ user: null, pairs: ['can_read on Dashboard'], csrf_token: '' } as never))
  render(
    <QueryClientProvider client={client}>
      <DashboardContext value={mount}>
        <HostContext value={host}>
          <FilterBox id="CHART-box" record={box} />
          <Migration />
          <FilterBar place="side" isOpen isHidden={false} />
        </HostContext>
      </DashboardContext>
    </QueryClientProvider>,
  )
  const valuesOn = (chart: number) => masksOnChart(mount.store.getState(), chart).flatMap((mask) => mask.filterState?.value ?? [])
  return { ...mount, valuesOn }
}

const later = () => fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))

const chooseAsia = async () => {
  const input = await screen.findByRole('combobox', { name: /region/ })
  act(() => input.focus())
  fireEvent.change(input, { target: { value: 'Asia' } })
  fireEvent.click(await screen.findByRole('option', { name: 'Asia' }))
}

test('the default values of a filter box filter the charts in its scope', () => {
  const { valuesOn } = open()
  expect([valuesOn(1), valuesOn(2)]).toEqual([['Africa'], []])
})

test('a chosen value waits for Apply', async () => {
  const { valuesOn } = open()
  later()
  expect(screen.getByRole('button', { name: 'Apply' }).getAttribute('aria-disabled')).toBe('true')
  await chooseAsia()
  expect(valuesOn(1)).toEqual(['Africa'])
  fireEvent.click(screen.getByRole('button', { name: 'Apply', hidden: true }))
  expect([valuesOn(1), valuesOn(2)]).toEqual([['Africa', 'Asia'], []])
})

test('with instant filtering there is no Apply, and a value is in force at once', async () => {
  const { valuesOn } = open({ instant_filtering: true })
  later()
  expect(screen.queryByRole('button', { name: 'Apply' })).toBeNull()
  await chooseAsia()
  expect(valuesOn(1)).toEqual(['Africa', 'Asia'])
})

test('a filter box has the time fields that it is set to', () => {
  open({ date_filter: true, show_sqla_time_granularity: true, show_sqla_time_column: true })
  const groups = screen.getAllByRole('group', { hidden: true }).map((group) => group.getAttribute('aria-label'))
  expect(groups).toEqual(expect.arrayContaining(['region', 'Time Range', 'Time Column', 'Time Grain']))
})

test('a filter box without columns says so', () => {
  open({ filter_configs: [] })
  expect(screen.getByText('Invalid filter configuration, please select a column')).toBeTruthy()
})

test('the migration prompt is snoozed for a day', async () => {
  const { store } = open()
  expect(screen.getByRole('dialog', { name: 'Ready to review filters in this dashboard?' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Remind me in 24 hours' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(localStorage.getItem('filter_box_transition_snoozed_at')).toContain(`"${store.getState().serverFields.id}"`)
})

test('the prompt goes when a kept draft comes in which the filter boxes are replaced', async () => {
  const { store } = open()
  expect(screen.getByRole('dialog', { name: 'Ready to review filters in this dashboard?' })).toBeTruthy()
  act(() => replaceBoxes(store))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test.each(['by the dialog', 'by the URL'])('a review started %s replaces filter boxes as one step, which undo takes back', async (how) => {
  const { store, valuesOn } = open({}, how === 'by the URL' ? 'migration_state=REVIEWING' : '')
  if (how === 'by the dialog') fireEvent.click(screen.getByRole('button', { name: 'Start Review' }))
  const draft = () => store.getState().history.present
  await waitFor(() => expect(draft().properties.metadata['native_filter_configuration']).toHaveLength(1))
  expect(store.getState().isEditing).toBe(true)
  expect(Object.keys(draft().layout)).not.toContain('CHART-box')
  expect(draft().properties.metadata).not.toHaveProperty('default_filters')
  expect([valuesOn(1), valuesOn(2)]).toEqual([['Africa'], []])
  act(() => store.getState().undo())
  expect(draft().layout['CHART-box']).toMatchObject({ type: 'CHART' })
  expect(draft().properties.metadata).toMatchObject(metadata)
  expect([valuesOn(1), valuesOn(2)]).toEqual([['Africa'], []])
  expect(screen.queryByRole('dialog')).toBeNull()
})
