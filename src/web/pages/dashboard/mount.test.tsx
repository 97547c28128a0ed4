// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { useEffect, useMemo, useState } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { pressed } from '#core/filters/values/selected-items.ts'
import type { Chart } from '#charts/chart.ts'
import { readSession, sessionKey } from '../../data/session.ts'
import type { ChartCard as ChartCardType } from './card/ChartCard.tsx'
import { MountedDashboard } from './Dashboard.tsx'
import type { CardChart } from './data/record.ts'
import { withParams } from './data/address.ts'
import { changeMeta, placePart, showSize } from './edit/actions.ts'
import { editTools } from './edit/Editing.tsx'
import { openingOf } from './fixture.ts'
import { EditContext } from './stage/edit-tools.ts'
import type { Frame as FrameType } from './stage/Frame.tsx'
import { Stage } from './stage/Stage.tsx'
import { DashboardContext } from './state/dashboard-context.ts'
import { createMount } from './state/mount.ts'
import { HostContext, type Host } from './state/host.ts'
import type { DashboardStore } from './state/store.ts'

const rendered = vi.hoisted(() => {
  // jsdom knows no media: everything is read in the light theme on a wide screen.
  window.matchMedia = (() => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} })) as never

  const list: string[] = []
  return {
    add: (kind: string, id: string) => void list.push(`${kind} ${id}`),
    /** Ids of the components of one kind that rendered, each time. */
    ids: (kind: string) => list.filter((each) => each.startsWith(`${kind} `)).map((each) => each.slice(kind.length + 1)),
    clear: () => list.splice(0),
  }
})

vi.mock('./card/ChartCard.tsx', async (original) => {
  const { ChartCard } = await original<{ ChartCard: typeof ChartCardType }>()
  return {
    ChartCard: (props: Parameters<typeof ChartCard>[0]) => {
      rendered.add('card', props.id)
      return ChartCard(props)
    },
  }
})
vi.mock('./stage/Frame.tsx', async (original) => {
  const { Frame } = await original<{ Frame: typeof FrameType }>()
  return {
    Frame: (props: Parameters<typeof Frame>[0]) => {
      rendered.add('box', props.id)
      return Frame(props)
    },
  }
})

beforeEach(() => {
  Object.defineProperty(HTMLElement.prototype, 'offsetParent', { configurable: true, get: () => document.body })
  Element.prototype.scrollIntoView = () => {}
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ result: [], count: 0 })))
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
})
afterEach(() => vi.unstubAllGlobals())

const providers = (page: React.ReactNode) => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(sessionKey, readSession({ user: null, pairs: ['can_read on Dashboard'], csrf_token: '' } as never))
  const router = createMemoryRouter([{ path: '*', element: page }])
  return render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}

const chart = { viz_type: 'test', name: 'Test', behaviors: [], controls: [], buildQuery: () => [], sentence: () => '' } as unknown as Chart
const record = (id: number): CardChart => ({
  id,
  slice_name: `Chart ${id}`,
  description: null,
  certified_by: null,
  certification_details: null,
  form_data: { viz_type: 'test', datasource: '1__table' },
})

describe('renders', () => {
  const card = (chartId: number) => ({ type: 'CHART', children: [], meta: { chartId, width: 3, height: 20 } })
  const position = {
    ROOT_ID: { type: 'ROOT', children: ['GRID_ID'] },
    GRID_ID: { type: 'GRID', children: ['r', 'h', 's', 'q'] },
    r: { type: 'ROW', children: ['a', 'b'], meta: {} },
    h: { type: 'HEADER', meta: { text: 'Figures' } },
    s: { type: 'ROW', children: ['c', 'd', 'col'], meta: {} },
    col: { type: 'COLUMN', children: ['e'], meta: { width: 3 } },
    q: { type: 'ROW', children: ['f'], meta: {} },
    a: card(1),
    b: card(2),
    c: card(3),
    d: card(4),
    e: card(5),
    f: card(6),
  }
  const host: Host = {
    search: new URLSearchParams(),
    anchor: '',
    setSearch: () => {},
    onMoved: () => {},
    onUnsaved: () => {},
    onTitle: () => {},
  }
  const metadata = { chart_configuration: { 1: { crossFilters: { scope: { rootPath: ['GRID_ID'], excluded: [3, 4, 6] } } } } }
  const show = () => {
    const opening = openingOf(
      position,
      { charts: [1, 2, 3, 4, 5, 6].map(record), chartTypes: { test: chart } },
      { json_metadata: JSON.stringify(metadata) },
    )
    const mount = createMount(opening)
    providers(
      <DashboardContext value={mount}>
        <HostContext value={host}>
          <EditContext value={editTools}>
            <Stage />
          </EditContext>
        </HostContext>
      </DashboardContext>,
    )
    return mount.store
  }
  const target = (parent: string, index: number) => ({
    place: { parent, index },
    line: { way: 'across' as const, left: 0, top: 0, width: 1 },
  })
  const drag = (store: DashboardStore, parent: string, index: number) =>
    store.getState().set({ dragging: { dragged: { id: 'a' }, target: target(parent, index) as never } })

  type Step = (store: DashboardStore) => unknown
  /** `boxes` are rows and columns. */
  type Renders = { boxes: string[]; cards: string[] }

  test.each<[string, Step[], Renders]>([
    ['a drag over a gap', [(store) => drag(store, 'GRID_ID', 1)], { boxes: [], cards: [] }],
    ['a drag on to the next gap', [(store) => drag(store, 'GRID_ID', 1), (store) => drag(store, 'col', 0)], { boxes: [], cards: [] }],
    ['one step of a resize', [(store) => showSize(store, 'a', { width: 4 })], { boxes: [], cards: ['a'] }],
    [
      'the next step of a resize',
      [(store) => showSize(store, 'a', { width: 4 }), (store) => showSize(store, 'a', { width: 5, height: 30 })],
      { boxes: [], cards: ['a'] },
    ],
    ['a drop in another row', [(store) => placePart(store, { id: 'a' }, { parent: 'q', index: 0 })], { boxes: ['q', 'r'], cards: ['a'] }],
    ['a drop in the same row', [(store) => placePart(store, { id: 'a' }, { parent: 'r', index: 2 })], { boxes: ['r'], cards: [] }],
    ['a drop in a column', [(store) => placePart(store, { id: 'a' }, { parent: 'col', index: 0 })], { boxes: ['col', 'r'], cards: ['a'] }],
    ['a row moved in the grid', [(store) => placePart(store, { id: 'q' }, { parent: 'GRID_ID', index: 0 })], { boxes: ['q'], cards: [] }],
    [
      'a drop undone',
      [(store) => placePart(store, { id: 'a' }, { parent: 'q', index: 0 }), (store) => store.getState().undo()],
      { boxes: ['q', 'r'], cards: ['a'] },
    ],
    ['a name', [(store) => changeMeta(store, 'a', { sliceNameOverride: 'Costs' })], { boxes: [], cards: ['a'] }],
    [
      'a value of a cross-filter, for those that it reaches',
      [(store) => store.getState().updateMasks((masks) => ({ ...masks, applied: pressed(masks.applied, 1, { label: 'A', filters: [] }) }))],
      { boxes: [], cards: ['a', 'b', 'e'] },
    ],
  ])('%s', (_title, steps, expected) => {
    const store = show()
    steps.forEach((step) => {
      // What is chosen is outlined, which is no part of the step.
      act(() => store.getState().select('a'))
      rendered.clear()
      act(() => void step(store))
    })
    expect({
      boxes: [...new Set(rendered.ids('box'))].filter((id) => ['r', 's', 'q', 'col'].includes(id)).toSorted(),
      // What is moved into another parent is redrawn, and measures itself.
      cards: [...new Set(rendered.ids('card'))].toSorted(),
    }).toEqual(expected)
  })
})

describe('two dashboards on one page', () => {
  const position = {
    ROOT_ID: { type: 'ROOT', children: ['TABS'] },
    TABS: { type: 'TABS', children: ['T1', 'T2'] },
    T1: { type: 'TAB', children: ['h', 'l'], meta: { text: 'First' } },
    T2: { type: 'TAB', children: [], meta: { text: 'Second' } },
    h: { type: 'HEADER', meta: { text: 'Figures' } },
    l: { type: 'DIVIDER' },
  }
  const hosts: Record<string, { search: string; isUnsaved: boolean; title: string }> = {}

  /** A part of another page that holds a dashboard and keeps its address to itself. */
  const Place = ({ name, metadata = '{}' }: { name: string; metadata?: string }) => {
    const [search, setSearch] = useState(() => new URLSearchParams())
    const [isUnsaved, onUnsaved] = useState(false)
    const [title, onTitle] = useState('')
    useEffect(() => {
      hosts[name] = { search: search.toString(), isUnsaved, title }
    })
    const host = useMemo(
      (): Host => ({
        search,
        anchor: '',
        setSearch: (change) => setSearch((present) => withParams(present, change)),
        onMoved: () => {},
        onUnsaved,
        onTitle,
      }),
      [search],
    )
    const [opening] = useState(() => openingOf(position, { isEditing: false }, { dashboard_title: name, json_metadata: metadata }))
    return (
      <section aria-label={name}>
        <MountedDashboard opening={opening} host={host} onReload={() => {}} />
      </section>
    )
  }
  const show = (metadata = '{}') =>
    providers(
      <main>
        <h1>Another page</h1>
        <Place name="Left" />
        <Place name="Right" metadata={metadata} />
      </main>,
    )
  const side = (name: string) => within(screen.getByRole('region', { name }))
  const changes = (name: string) => within(side(name).getByRole('region', { name: 'Changes' })).getByRole('status').textContent
  const edit = async (name: string) => {
    fireEvent.click(side(name).getByRole('button', { name: 'Edit' }))
    await waitFor(() => side(name).getByRole('region', { name: 'Changes' }), { timeout: 20_000 })
  }

  test('are edited, undone and closed independently', { timeout: 60_000 }, async () => {
    show()
    await edit('Left')
    expect(side('Right').queryByRole('region', { name: 'Changes' })).toBeNull()
    expect([hosts['Left']?.search, hosts['Right']?.search]).toEqual(['edit=true', ''])
    await edit('Right')

    const press = (name: string, part: string, key: string, more = {}) => {
      const element = side(name).getByRole('group', { name: part })
      fireEvent.focus(element)
      fireEvent.keyDown(element, { key, ...more })
    }
    press('Left', 'Header Figures', 'Delete')
    expect(side('Left').queryByRole('group', { name: 'Header Figures' })).toBeNull()
    expect(side('Right').getByRole('group', { name: 'Header Figures' })).toBeTruthy()
    press('Right', 'Divider', 'Delete')
    expect([changes('Left'), changes('Right')]).toEqual(['Removed “Figures”', 'Removed: Divider'])
    expect([hosts['Left']?.isUnsaved, hosts['Right']?.isUnsaved]).toEqual([true, true])

    press('Left', 'Divider', 'z', { ctrlKey: true })
    expect([changes('Left'), changes('Right')]).toEqual(['No changes yet', 'Removed: Divider'])
    expect([hosts['Left']?.isUnsaved, hosts['Right']?.isUnsaved]).toEqual([false, true])

    // Typing, moving and dialogs are one dashboard's, too.
    fireEvent.keyDown(side('Left').getByRole('tab', { name: 'First' }), { key: 'F2' })
    expect(side('Left').getByRole('textbox', { name: 'Tab title' })).toBeTruthy()
    expect(side('Right').queryByRole('textbox', { name: 'Tab title' })).toBeNull()
    fireEvent.blur(side('Left').getByRole('textbox', { name: 'Tab title' }))

    fireEvent.click(side('Left').getByRole('button', { name: 'Discard' }))
    expect([hosts['Left']?.search, hosts['Right']?.search]).toEqual(['', 'edit=true'])
    expect(changes('Right')).toBe('Removed: Divider')
  })

  test('the button that edits has the focus when editing ends, unless something else has it', { timeout: 60_000 }, async () => {
    show()
    await edit('Left')
    side('Left').getByRole('button', { name: 'Discard' }).focus()
    fireEvent.click(side('Left').getByRole('button', { name: 'Discard' }))
    expect(document.activeElement).toBe(side('Left').getByRole('button', { name: 'Edit' }))

    await edit('Left')
    const elsewhere = side('Right').getByRole('button', { name: 'Edit' })
    elsewhere.focus()
    fireEvent.click(side('Left').getByRole('button', { name: 'Discard' }))
    expect(document.activeElement).toBe(elsewhere)
  })

  test('give the room of their filters to the charts when editing begins, and show them when asked', { timeout: 60_000 }, async () => {
    const filter = { id: 'NATIVE_FILTER-x', type: 'NATIVE_FILTER', name: 'Released', filterType: 'filter_time', targets: [{}] }
    show(JSON.stringify({ native_filter_configuration: [filter] }))
    const isShown = () => side('Right').queryByRole('button', { name: 'Hide filters' }) !== null
    await waitFor(() => expect(isShown()).toBe(true))
    const visit = async () => {
      await edit('Right')
      const before = isShown()
      fireEvent.click(side('Right').getByRole('button', { name: 'Show filters' }))
      const whenAsked = isShown()
      fireEvent.click(side('Right').getByRole('button', { name: 'Discard' }))
      return { before, whenAsked, afterwards: isShown() }
    }
    const expected = { before: false, whenAsked: true, afterwards: true }
    expect([await visit(), await visit()]).toEqual([expected, expected])
  })

  test('tell whether their own settings cannot be read', async () => {
    show('{"color_scheme": ')
    expect((await side('Right').findByRole('alert')).textContent).toContain('Stored settings of this dashboard cannot be read')
    expect(side('Right').getByRole('heading', { name: 'Figures' })).toBeTruthy()
    expect(side('Left').queryByRole('alert')).toBeNull()
  })

  test('have tabs and titles of their own', () => {
    show()
    expect([hosts['Left']?.title, hosts['Right']?.title]).toEqual(['Left', 'Right'])
    fireEvent.click(side('Left').getByRole('tab', { name: 'Second' }))
    const open = (name: string) => side(name).getByRole('tab', { selected: true }).textContent
    expect([open('Left'), open('Right')]).toEqual(['Second', 'First'])
    const panel = (name: string) => side(name).getByRole('tab', { selected: true }).getAttribute('aria-controls') ?? ''
    expect(document.getElementById(panel('Right'))).toBe(side('Right').getByRole('tabpanel'))
    const other = side('Left').getByRole('tab', { name: 'First' }).getAttribute('aria-controls')
    expect(other).not.toBe(panel('Right'))
  })
})
