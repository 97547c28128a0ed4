// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openingOf } from '../fixture.ts'
import { EditContext } from '../stage/edit-tools.ts'
import { Stage } from '../stage/Stage.tsx'
import { TabList } from '../stage/TabList.tsx'
import { DashboardContext } from '../state/dashboard-context.ts'
import { createMount } from '../state/mount.ts'
import { layoutOf } from '../state/derived.ts'
import { HostContext, type Host } from '../state/host.ts'
import type { DashboardStore } from '../state/store.ts'
import { readSession, sessionKey } from '../../../data/session.ts'
import { ChangeBar } from './saving/ChangeBar.tsx'
import { addPart, placePart } from './actions.ts'
import { askToRemoveTab } from './parts/remove-tab.tsx'
import { editTools } from './Editing.tsx'
import { loadOverlayParts } from '../../../ui/overlay/parts.ts'

vi.hoisted(() => {
  // jsdom has no matchMedia: tests run in the light theme on a wide screen.
  window.matchMedia = (() => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} })) as never
})

beforeAll(loadOverlayParts)

beforeEach(() => {
  Object.defineProperty(HTMLElement.prototype, 'offsetParent', { configurable: true, get: () => document.body })
  Element.prototype.scrollIntoView = () => {}
})
const position = {
  ROOT_ID: { type: 'ROOT', children: ['top'] },
  top: { type: 'TABS', children: ['t1', 't2'] },
  t1: { type: 'TAB', children: ['h', 'r', 'l'], meta: { text: 'First' } },
  t2: { type: 'TAB', children: [], meta: { text: 'Second' } },
  h: { type: 'HEADER', meta: { text: 'Figures', headerSize: 'LARGE_HEADER' } },
  r: { type: 'ROW', children: ['m', 'gone'], meta: {} },
  m: { type: 'MARKDOWN', meta: { code: '# Notes\n\n<b onclick="x()">bold</b><script>x()</script>', width: 4, height: 20 } },
  gone: { type: 'CHART', meta: { chartId: 7, sliceName: 'Old chart', width: 4, height: 20 } },
  l: { type: 'DIVIDER' },
}

const host = {
  search: new URLSearchParams(),
  anchor: '',
  setSearch: () => {},
  onMoved: () => {},
  onUnsaved: () => {},
  onTitle: () => {},
  visitTab: () => {},
} satisfies Host

const show = (isEditing: boolean, more: object = {}) => {
  const mount = createMount(openingOf(position, { isEditing, ...more }))
  const client = new QueryClient()
  client.setQueryData(sessionKey, readSession({ user: null, pairs: ['can_read on Dashboard'], csrf_token: '' } as never))
  const page = (
    <DashboardContext value={mount}>
      <HostContext value={host}>
        <EditContext value={isEditing ? editTools : null}>
          <TabList id="top" />
          <Stage />
          <ChangeBar />
        </EditContext>
      </HostContext>
    </DashboardContext>
  )
  const router = createMemoryRouter([{ path: '*', element: page }])
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return mount.store
}
const layoutIn = (store: DashboardStore) => layoutOf(store.getState())
const changes = () => screen.getByRole('region', { name: 'Changes' }).querySelector('[role=status]')?.textContent

test('a dashboard shows its header, sanitised texts, missing charts and tabs', async () => {
  show(false)
  expect(screen.getByRole('heading', { name: 'Figures' })).toBeTruthy()
  // The renderer of texts is loaded on demand.
  await waitFor(() => screen.getByRole('heading', { name: 'Notes' }), { timeout: 10_000 })
  expect(screen.getByText('bold').getAttribute('onclick')).toBeNull()
  expect(document.querySelector('script')).toBeNull()
  expect(await screen.findByText('This chart was deleted, or you have no access to it.')).toBeTruthy()
  fireEvent.click(screen.getByRole('tab', { name: 'Second' }))
  expect(await screen.findByText('There are no components added to this tab')).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Figures' })).toBeNull()
})

describe('a component that fails', () => {
  const withoutForm = { id: 7, slice_name: 'Old chart' }
  beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))
  afterEach(() => vi.restoreAllMocks())

  test('takes no other with it', async () => {
    show(false, { charts: [withoutForm] })
    expect(await screen.findByText('This component cannot be shown here.')).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Figures' })).toBeTruthy()
  })

  test('is removed like any other', async () => {
    const store = show(true, { charts: [withoutForm] })
    await screen.findByText('This component cannot be shown here.')
    const failed = screen.getByRole('group', { name: 'Chart Old chart' })
    fireEvent.focus(failed)
    fireEvent.click(within(failed).getByRole('button', { name: 'Actions of Chart Old chart' }))
    fireEvent.click(screen.getByRole('menuitem', { name: /^Remove/ }))
    expect([layoutIn(store)['gone'], changes()]).toEqual([undefined, 'Removed “Old chart”'])
  })
})

test('while editing, every component can be reached, moved and removed by keyboard', () => {
  const store = show(true)
  fireEvent.focus(screen.getByRole('group', { name: 'Header Figures' }))
  expect(store.getState().selectedId).toBe('h')
  fireEvent.click(screen.getByRole('button', { name: 'Actions of Header Figures' }))
  fireEvent.click(screen.getByRole('menuitem', { name: 'Move' }))
  expect(screen.getByRole('menuitem', { name: 'Move up' }).getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(screen.getByRole('menuitem', { name: 'Move down' }))
  expect([layoutIn(store)['t1']?.children, changes()]).toEqual([['r', 'h', 'l'], 'Moved “Figures”'])
  fireEvent.click(screen.getByRole('button', { name: 'Actions of Divider' }))
  fireEvent.click(screen.getByRole('menuitem', { name: 'Remove' }))
  expect(changes()).toBe('Moved “Figures” · Removed: Divider')
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(changes()).toBe('Moved “Figures”')
  fireEvent.click(screen.getByRole('button', { name: 'Redo' }))
  expect(layoutIn(store)['l']).toBeUndefined()
})

test('a card whose chart was deleted is removed by its menu', () => {
  const store = show(true)
  fireEvent.click(screen.getByRole('button', { name: 'Actions of Chart Old chart' }))
  fireEvent.click(screen.getByRole('menuitem', { name: 'Remove from the dashboard' }))
  expect([layoutIn(store)['gone'], changes()]).toEqual([undefined, 'Removed “Old chart”'])
})

test('a size is changed with arrow keys, within its bounds', () => {
  const store = show(true)
  act(() => store.getState().select('m'))
  const group = screen.getByRole('group', { name: 'Text Notes' })
  const width = [...group.querySelectorAll('[role=slider]')].find(
    (slider) => slider.getAttribute('aria-label') === 'Width in columns',
  ) as Element
  expect([width.getAttribute('aria-valuenow'), width.getAttribute('aria-valuemax')]).toEqual(['4', '8'])
  fireEvent.keyDown(width, { key: 'ArrowRight' })
  fireEvent.keyDown(width, { key: 'ArrowDown' })
  expect(layoutIn(store)['m']?.meta).toMatchObject({ width: 5, height: 21 })
  expect(screen.getByText('5 of 12 columns')).toBeTruthy()
})

test('texts, headers and tabs are edited in place, a text with its preview; Escape discards the edit', async () => {
  const store = show(true)
  fireEvent.doubleClick(screen.getByTitle('Edit the text'))
  const source = screen.getByRole('textbox', { name: 'Text in Markdown', description: /filter_values.*time_range/ })
  fireEvent.change(source, { target: { value: 'Nothing' } })
  fireEvent.keyDown(source, { key: 'Escape' })
  expect(layoutIn(store)['m']?.meta.code).toContain('# Notes')
  expect(document.activeElement).toBe(screen.getByTitle('Edit the text'))
  fireEvent.doubleClick(screen.getByTitle('Edit the text'))
  fireEvent.change(screen.getByRole('textbox', { name: 'Text in Markdown' }), { target: { value: '# Terms' } })
  expect(await within(screen.getByRole('region', { name: 'Preview' })).findByRole('heading', { name: 'Terms' })).toBeTruthy()
  fireEvent.blur(screen.getByRole('textbox', { name: 'Text in Markdown' }))
  expect(layoutIn(store)['m']?.meta.code).toBe('# Terms')

  const header = screen.getByRole('textbox', { name: 'Header text' })
  fireEvent.change(header, { target: { value: 'Numbers' } })
  fireEvent.blur(header)
  expect(layoutIn(store)['h']?.meta.text).toBe('Numbers')

  fireEvent.keyDown(screen.getByRole('tab', { name: 'First' }), { key: 'F2' })
  const name = screen.getByRole('textbox', { name: 'Tab title' })
  fireEvent.change(name, { target: { value: 'Overview' } })
  fireEvent.keyDown(name, { key: 'Enter' })
  expect([layoutIn(store)['t1']?.meta.text, changes()]).toEqual(['Overview', 'Changed: Text · Renamed “Numbers” · Renamed “Overview”'])
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Overview' }))
})

test('while editing, the list of tabs owns the tabs alone, not what stands between them', () => {
  show(true)
  const list = screen.getByRole('tablist', { name: 'Tabs' })
  const owned = list.getAttribute('aria-owns')?.split(' ') ?? []
  expect(owned.map((id) => document.getElementById(id))).toEqual(screen.getAllByRole('tab', { name: /^(First|Second)$/ }))
  expect(list.querySelector('button')).toBeNull()
})

test('a component that is added by a click goes to the end of the open nested tab', () => {
  const mount = createMount(openingOf(null))
  const { store } = mount
  const layout = () => layoutIn(store)
  const tabs = addPart(mount, { type: 'TABS' }) ?? ''
  const [first = ''] = layout()[tabs]?.children ?? []
  const kinds = (id: string) => layout()[id]?.children.map((child) => layout()[child]?.type)
  addPart(mount, { type: 'CHART', meta: { chartId: 1 } })
  expect(kinds(first)).toEqual(['ROW'])
  store.getState().select(null)
  addPart(mount, { type: 'DIVIDER' })
  expect([kinds('GRID_ID'), kinds(first)]).toEqual([['TABS'], ['ROW', 'DIVIDER']])
  const second = placePart(store, { type: 'TAB' }, { parent: tabs, index: 1 }) ?? ''
  store.getState().select(tabs)
  addPart(mount, { type: 'HEADER' })
  expect([kinds(first), kinds(second)]).toEqual([['ROW', 'DIVIDER'], ['HEADER']])
})

test('a tab is duplicated with its content, as one step', () => {
  const store = show(true)
  fireEvent.click(screen.getByRole('button', { name: 'Actions of First' }))
  fireEvent.click(screen.getByRole('menuitem', { name: 'Duplicate' }))
  const names = () => layoutIn(store)['top']?.children.map((id) => layoutIn(store)[id]?.meta.text)
  expect(names()).toEqual(['First', 'First (copy)', 'Second'])
  expect(screen.getByRole('tab', { name: 'First (copy)' }).getAttribute('aria-selected')).toBe('true')
  expect(changes()).toBe('Duplicated “First”')
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(names()).toEqual(['First', 'Second'])
})

test('a tab is added with its name ready, moved by its menu', async () => {
  const store = show(true)
  fireEvent.click(screen.getByRole('button', { name: 'Add a tab' }))
  const name = screen.getByRole('textbox', { name: 'Tab title' })
  fireEvent.change(name, { target: { value: 'Third' } })
  fireEvent.blur(name)
  const names = () => layoutIn(store)['top']?.children.map((id) => layoutIn(store)[id]?.meta.text)
  expect(names()).toEqual(['First', 'Second', 'Third'])
  expect(await screen.findByText('Drag and drop components to this tab')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Actions of Third' }))
  fireEvent.click(screen.getByRole('menuitem', { name: 'Move' }))
  fireEvent.click(screen.getByRole('menuitem', { name: 'Move left' }))
  expect(names()).toEqual(['First', 'Third', 'Second'])
})

test('a removed tab leaves the focus to the one that opens, and is open again when the removal is undone', async () => {
  const store = show(true)
  const tab = (name: string) => screen.getByRole('tab', { name })
  const isOpen = (name: string) => tab(name).getAttribute('aria-selected') === 'true'
  fireEvent.click(tab('Second'))
  screen.getByRole('button', { name: 'Actions of Second' }).focus()
  await act(() => askToRemoveTab(store, 't2'))
  expect([isOpen('First'), document.activeElement === tab('First')]).toEqual([true, true])
  act(() => store.getState().undo())
  expect(isOpen('Second')).toBe(true)
  act(() => store.getState().redo())
  expect(isOpen('First')).toBe(true)
})

test('an undo and a redo open the tab of their change, which the URL then names', () => {
  const visitTab = vi.spyOn(host, 'visitTab')
  const store = show(true)
  const isOpen = (name: string) => screen.getByRole('tab', { name }).getAttribute('aria-selected') === 'true'
  const step = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
  fireEvent.click(screen.getByRole('tab', { name: 'Second' }))
  act(() => void placePart(store, { type: 'DIVIDER' }, { parent: 't2', index: 0 }))
  fireEvent.click(screen.getByRole('tab', { name: 'First' }))
  visitTab.mockClear()
  step('Undo')
  expect([isOpen('Second'), layoutIn(store)['t2']?.children]).toEqual([true, []])
  expect(visitTab.mock.calls).toEqual([['t2', { top: 't2' }, { replace: true }]])
  fireEvent.click(screen.getByRole('tab', { name: 'First' }))
  step('Redo')
  expect([isOpen('Second'), layoutIn(store)['t2']?.children.length]).toEqual([true, 1])
  step('Undo')
  expect([isOpen('Second'), visitTab.mock.calls.length]).toEqual([true, 3])
})

test('while editing, arrow keys open the tab beside', () => {
  show(true)
  const tab = (name: string) => screen.getByRole('tab', { name })
  tab('First').focus()
  fireEvent.keyDown(tab('First'), { key: 'ArrowRight' })
  expect(tab('Second').getAttribute('aria-selected')).toBe('true')
  expect(document.activeElement).toBe(tab('Second'))
  fireEvent.keyDown(tab('Second'), { key: 'Home' })
  expect(tab('First').getAttribute('aria-selected')).toBe('true')
})
