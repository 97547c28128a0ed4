// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { readCondition } from '#core/filters/scope/condition.ts'
import { visibleLayout } from '#core/filters/scope/visibility.ts'
import { readSession, sessionKey } from '../../../../data/session.ts'
import { loadOverlayParts } from '../../../../ui/overlay/parts.ts'
import { openingOf } from '../../fixture.ts'
import { EditContext } from '../../stage/edit-tools.ts'
import { Stage } from '../../stage/Stage.tsx'
import { DashboardContext, useMount } from '../../state/dashboard-context.ts'
import { HostContext, type Host } from '../../state/host.ts'
import { createMount } from '../../state/mount.ts'
import { Editing, editTools } from '../Editing.tsx'

vi.hoisted(() => {
  window.matchMedia = (() => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} })) as never
})
vi.stubGlobal('fetch', () => Promise.reject(new TypeError('No network in this test')))

beforeAll(loadOverlayParts)
beforeEach(() => {
  Object.defineProperty(HTMLElement.prototype, 'offsetParent', { configurable: true, get: () => document.body })
  Element.prototype.scrollIntoView = () => {}
})
const filter = { id: 'NATIVE_FILTER-1', type: 'NATIVE_FILTER', name: 'Country', filterType: 'filter_select', targets: [{}] }
const condition = { filterId: filter.id, rule: 'is', values: ['Norway'] }
const text = (code: string, more = {}) => ({ type: 'MARKDOWN', meta: { code, width: 6, height: 20, ...more } })
const filters = [
  filter,
  { id: 'NATIVE_FILTER-2', type: 'NATIVE_FILTER', name: 'Period', filterType: 'filter_time', targets: [{}] },
  { id: 'NATIVE_FILTER-3', type: 'NATIVE_FILTER', name: 'Price', filterType: 'filter_range', targets: [{}] },
]
const position = {
  ROOT_ID: { type: 'ROOT', children: ['GRID_ID'] },
  GRID_ID: { type: 'GRID', children: ['r'] },
  r: { type: 'ROW', children: ['a', 'b'], meta: {} },
  a: text('Always'),
  b: text('Fjords', { chartroom_show_when: condition }),
}

const host: Host = {
  search: new URLSearchParams(),
  anchor: '',
  setSearch: () => {},
  onMoved: () => {},
  onUnsaved: () => {},
  onTitle: () => {},
}

const Root = ({ isEditing }: { isEditing: boolean }) => {
  const { root } = useMount()
  return (
    <div ref={root}>
      <div data-stage>
        <Stage />
      </div>
      {isEditing && <Editing />}
    </div>
  )
}

const show = (isEditing: boolean) => {
  const json_metadata = JSON.stringify({ native_filter_configuration: filters })
  const mount = createMount(openingOf(position, { isEditing, visibleLayout }, { json_metadata }))
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(
    sessionKey,
    readSession({ user: null, pairs: ['can_read on Dashboard', 'can_write on Chart'], csrf_token: '' } as never),
  )
  const page = (
    <DashboardContext value={mount}>
      <HostContext value={host}>
        <EditContext value={isEditing ? editTools : null}>
          <Root isEditing={isEditing} />
        </EditContext>
      </HostContext>
    </DashboardContext>
  )
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={createMemoryRouter([{ path: '*', element: page }])} />
    </QueryClientProvider>,
  )
  return mount.store
}

const parts = () => [...document.querySelectorAll<HTMLElement>('[data-kind=MARKDOWN]')]

test('a viewer sees a card only while the filter has the value, and its neighbour takes its columns', async () => {
  const store = show(false)
  expect(parts().map(({ id, style }) => [id, style.gridColumn])).toEqual([['a', 'span 12']])
  act(() =>
    store.getState().updateMasks((masks) => ({
      ...masks,
      applied: { [filter.id]: { id: filter.id, filterState: { value: ['Norway'] } } },
    })),
  )
  expect(parts().map(({ id, style }) => [id, style.gridColumn])).toEqual([
    ['a', 'span 6'],
    ['b', 'span 6'],
  ])
  await waitFor(() => screen.getByText('Fjords'), { timeout: 10_000 })
})

test('while editing it is shown faded with its condition, which can be changed and taken away', async () => {
  const store = show(true)
  expect(parts().map(({ id }) => id)).toEqual(['a', 'b'])
  expect(parts().map((part) => part.querySelector('[data-hidden-from-viewers]') !== null)).toEqual([false, true])
  fireEvent.click(screen.getByRole('button', { name: 'Only when Country is Norway' }))
  fireEvent.click(await screen.findByRole('radio', { name: 'has any value' }, { timeout: 20_000 }))
  fireEvent.click(screen.getByRole('button', { name: 'Apply' }))
  const stored = () => readCondition(store.getState().history.present.layout['b']?.meta)
  expect(stored()).toEqual({ filterId: filter.id, rule: 'any', values: [] })
  fireEvent.click(screen.getByRole('button', { name: 'Only when Country has any value' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Always show it' }))
  expect([stored(), store.getState().history.past.length]).toEqual([null, 2])
})

test('a condition is set from the menu of a card', async () => {
  show(true)
  fireEvent.click(screen.getByRole('button', { name: 'Actions of Text Always' }))
  fireEvent.click(screen.getByRole('menuitem', { name: 'Show only when…' }))
  const dialog = await screen.findByRole('dialog', { name: 'When “Always” is shown' }, { timeout: 20_000 })
  expect(dialog.textContent).toContain('is one of these values')
  await screen.findByRole('combobox', { name: 'Values' }, { timeout: 20_000 })
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  // The control of the values is loaded by now.
  fireEvent.click(screen.getByRole('button', { name: 'Actions of Text Always' }))
  fireEvent.click(screen.getByRole('menuitem', { name: 'Show only when…' }))
  await screen.findByRole('combobox', { name: 'Values' })
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Filter' }))
  expect(screen.getByRole('button', { name: 'Apply' })).toHaveProperty('disabled', true)
})

test('a range is compared as a whole', async () => {
  const store = show(true)
  fireEvent.click(screen.getByRole('button', { name: 'Actions of Text Always' }))
  fireEvent.click(screen.getByRole('menuitem', { name: 'Show only when…' }))
  fireEvent.click(await screen.findByRole('combobox', { name: 'Filter' }, { timeout: 20_000 }))
  fireEvent.click(await screen.findByRole('option', { name: 'Price' }))
  fireEvent.click(screen.getByRole('radio', { name: 'overlaps this range' }))
  const least = await screen.findByRole('textbox', { name: 'Values: at least' }, { timeout: 20_000 })
  fireEvent.change(least, { target: { value: '10' } })
  fireEvent.blur(least)
  fireEvent.click(screen.getByRole('button', { name: 'Apply' }))
  const stored = readCondition(store.getState().history.present.layout['a']?.meta)
  expect(stored).toEqual({ filterId: 'NATIVE_FILTER-3', rule: 'overlaps', values: [10, null] })
  expect(screen.getByRole('button', { name: 'Only when Price overlaps x ≥ 10' })).toBeTruthy()
})

test.each([
  ['Country', ['is one of these values', 'is none of these values', 'has any value', 'has no value']],
  [
    'Period',
    ['is exactly this range', 'is another range', 'overlaps this range', 'does not overlap this range', 'has any value', 'has no value'],
  ],
])('a condition on %s offers what its values allow', async (name, expected) => {
  show(true)
  fireEvent.click(screen.getByRole('button', { name: 'Actions of Text Always' }))
  fireEvent.click(screen.getByRole('menuitem', { name: 'Show only when…' }))
  fireEvent.click(await screen.findByRole('combobox', { name: 'Filter' }, { timeout: 20_000 }))
  fireEvent.click(await screen.findByRole('option', { name }))
  expect(screen.getAllByRole('radio').map((radio) => radio.parentElement?.parentElement?.textContent)).toEqual(expected)
})
