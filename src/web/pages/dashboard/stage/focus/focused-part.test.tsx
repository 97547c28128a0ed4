// @vitest-environment jsdom
import { render } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useToasts } from '../../../../ui/feedback/toast.ts'
import { openingOf } from '../../fixture.ts'
import { DashboardContext } from '../../state/dashboard-context.ts'
import { layoutOf, openTabOf } from '../../state/derived.ts'
import { HostContext } from '../../state/host.ts'
import { createMount } from '../../state/mount.ts'
import { FocusedPart } from './FocusedPart.ts'

const tabs = (children: string[]) => ({ type: 'TABS', children })
const tab = (children: string[]) => ({ type: 'TAB', children, meta: { text: 'Tab' } })

/** Tabs within the second of the top-level tabs; a chart at the bottom of each. */
const position = {
  ROOT_ID: { type: 'ROOT', children: ['TABS-top'] },
  GRID_ID: { type: 'GRID', children: [] },
  'TABS-top': tabs(['TAB-1', 'TAB-2']),
  'TAB-1': tab(['CHART-1']),
  'TAB-2': tab(['TABS-in']),
  'TABS-in': tabs(['TAB-a', 'TAB-b']),
  'TAB-a': tab(['CHART-2']),
  'TAB-b': tab(['CHART-3']),
  'CHART-1': { type: 'CHART', children: [], meta: { chartId: 1, width: 4, height: 20 } },
  'CHART-2': { type: 'CHART', children: [], meta: { chartId: 2, width: 4, height: 20 } },
  'CHART-3': { type: 'CHART', children: [], meta: { chartId: 3, width: 4, height: 20 } },
}

beforeEach(() => useToasts.setState({ toasts: [] }))
type Row = {
  search?: string
  anchor?: string
  activeTabs?: string[]
  open: [outer: string, inner: string]
  removed?: boolean
  isGone?: boolean
}

test.each<Row>([
  { open: ['TAB-1', 'TAB-a'] },
  { anchor: 'TAB-2', open: ['TAB-2', 'TAB-a'] },
  { anchor: 'TAB-b', open: ['TAB-2', 'TAB-b'] },
  { anchor: 'CHART-3', open: ['TAB-2', 'TAB-b'] },
  { anchor: 'CHART-gone', open: ['TAB-1', 'TAB-a'], isGone: true },
  { search: 'focused_chart=3', open: ['TAB-2', 'TAB-b'], removed: true },
  { search: 'focused_chart=99', open: ['TAB-1', 'TAB-a'], removed: true, isGone: true },
  { activeTabs: ['TAB-2', 'TAB-b'], open: ['TAB-2', 'TAB-b'] },
  { activeTabs: ['TAB-b'], open: ['TAB-2', 'TAB-b'] },
  { activeTabs: ['TAB-gone', 'TAB-2'], open: ['TAB-2', 'TAB-a'], isGone: true },
  { activeTabs: ['TAB-2', 'TAB-b'], anchor: 'CHART-1', open: ['TAB-1', 'TAB-b'] },
])(
  '$search #$anchor with the tabs $activeTabs of a permalink opens $open',
  ({ search = '', anchor = '', activeTabs = [], open, removed, isGone = false }) => {
    const mount = createMount(openingOf(position, { activeTabs, isEditing: false }))
    const setSearch = vi.fn<(change: object) => void>()
    const host = { search: new URLSearchParams(search), anchor, setSearch, onMoved: () => {}, onTitle: () => {} }
    render(
      <DashboardContext value={mount}>
        <HostContext value={host}>
          <FocusedPart />
        </HostContext>
      </DashboardContext>,
    )
    const state = mount.store.getState()
    const place = { layout: layoutOf(state), openTabs: state.openTabs }
    expect([openTabOf(place, 'TABS-top'), openTabOf(place, 'TABS-in')]).toEqual(open)
    expect(setSearch.mock.calls).toEqual(removed ? [[{ focused_chart: null }]] : [])
    expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual(
      isGone ? ['This link points to a part of the dashboard that no longer exists.'] : [],
    )
  },
)

test('a link whose filter values could not be read says so, once', () => {
  const mount = createMount(openingOf(position, { lacksMasks: true, isEditing: false }))
  const host = { search: new URLSearchParams('permalink_key=old'), anchor: '', setSearch: () => {}, onMoved: () => {}, onTitle: () => {} }
  const page = (
    <DashboardContext value={mount}>
      <HostContext value={host}>
        <FocusedPart />
      </HostContext>
    </DashboardContext>
  )
  render(page)
  render(page)
  expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual([
    'The filter values of this link could not be read. The dashboard is shown with its own.',
  ])
})
