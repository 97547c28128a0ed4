// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { pressItem } from '../cross-filters/press-item.ts'
import { chartsIn } from '#core/layout/tree.ts'
import { useToasts } from '../../../ui/feedback/toast.ts'
import { addPart, changeMeta, openContainer, placePart, removePart, resizePart, showSize } from '../edit/actions.ts'
import { watchUndoSlots } from '../edit/undo/use-undo-warning.ts'
import type { CardChart } from '../data/record.ts'
import { openingOf } from '../fixture.ts'
import { drawAll } from '../head/menu/draw-all.ts'
import { refreshSpread } from '../head/refresh/refresh-spread.ts'
import { createCards } from './cards.ts'
import { createMount } from './mount.ts'
import { hasChanges, layoutOf, reachOfMasks } from './derived.ts'
import type { DashboardStore } from './store.ts'
import { beganWithOlder, discard, markDraftSaved, markStored, rebase, resume } from './versions.ts'

const chart = (id: number): CardChart => ({
  id,
  slice_name: `Chart ${id}`,
  description: null,
  certified_by: null,
  certification_details: null,
  form_data: { viz_type: 'table', datasource: '1__table' },
})

const position = {
  ROOT_ID: { type: 'ROOT', children: ['GRID_ID'] },
  GRID_ID: { type: 'GRID', children: ['r', 's'] },
  r: { type: 'ROW', children: ['a', 'b'] },
  a: { type: 'CHART', children: [], meta: { chartId: 1, width: 4, height: 20 } },
  b: { type: 'CHART', children: [], meta: { chartId: 2, width: 8, height: 20 } },
  s: { type: 'ROW', children: ['c'] },
  c: { type: 'CHART', children: [], meta: { chartId: 3, width: 4, height: 20 } },
}

const metadata = {
  native_filter_configuration: [
    {
      id: 'NATIVE_FILTER-x',
      type: 'NATIVE_FILTER',
      name: 'Region',
      filterType: 'filter_select',
      targets: [{}],
      scope: { rootPath: ['ROOT_ID'], excluded: [3] },
      defaultDataMask: {
        extraFormData: { filters: [{ col: 'region', op: 'IN', val: ['EU'] }] },
        filterState: { value: ['EU'], label: 'EU' },
      },
    },
  ],
}

const openedMount = () =>
  createMount(openingOf(position, { etag: '"dashboard-9-1"', charts: [1, 2, 3].map(chart) }, { json_metadata: JSON.stringify(metadata) }))
const opened = () => openedMount().store
const layoutIn = (store: DashboardStore) => layoutOf(store.getState())

beforeEach(() => {
  useToasts.setState({ toasts: [] })
  vi.stubGlobal('requestAnimationFrame', () => 0)
})
const said = () => useToasts.getState().toasts.map(({ text }) => text)

test('actions are described undo steps; undo and redo go through them', () => {
  const store = opened()
  const words = () => store.getState().history.past.map((step) => step.description)
  placePart(store, { id: 'c' }, { parent: 'GRID_ID', index: 0 })
  resizePart(store, 'c', { width: 6 })
  changeMeta(store, 'c', { sliceNameOverride: 'Costs' }, 'renamed')
  removePart(store, 'a')
  expect(words()).toEqual(['Moved “Chart 3”', 'Resized “Chart 3”', 'Renamed “Costs”', 'Removed “Chart 1”'])
  expect(chartsIn(layoutIn(store))).toEqual([3, 2])
  store.getState().undo()
  store.getState().undo()
  expect([chartsIn(layoutIn(store)), layoutIn(store)['c']?.meta.width]).toEqual([[3, 1, 2], 6])
  store.getState().redo()
  expect(layoutIn(store)['c']?.meta.sliceNameOverride).toBe('Costs')
})

test('a drop without room says so and changes nothing', () => {
  const store = opened()
  const before = store.getState().history
  expect(placePart(store, { id: 'c' }, { parent: 'r', index: 0 })).toBeNull()
  expect(store.getState().history).toBe(before)
  expect(said()).toEqual(['There is not enough space for this component. Try decreasing its width, or increasing the destination width.'])
})

test('a size that is being dragged is drawn, but is no step until it is let go', () => {
  const store = opened()
  showSize(store, 'c', { width: 9 })
  expect([layoutIn(store)['c']?.meta.width, store.getState().history.past.length]).toEqual([9, 0])
  store.getState().set({ resizing: null })
  expect(layoutIn(store)['c']?.meta.width).toBe(4)
})

test('components are added after the selection, else at the end of the visible part', () => {
  const mount = openedMount()
  const { store } = mount
  store.getState().select('r')
  addPart(mount, { type: 'HEADER' })
  const { children } = layoutIn(store)['GRID_ID'] ?? {}
  expect(children?.map((id) => layoutIn(store)[id]?.type)).toEqual(['ROW', 'HEADER', 'ROW'])
  store.getState().select(null)
  addPart(mount, { type: 'DIVIDER' })
  expect(layoutIn(store)[layoutIn(store)['GRID_ID']?.children.at(-1) ?? '']?.type).toBe('DIVIDER')
  placePart(store, { type: 'TABS' }, { parent: 'ROOT_ID', index: 0 })
  expect(layoutIn(store)[openContainer({ layout: layoutIn(store), openTabs: store.getState().openTabs })]?.type).toBe('TAB')
})

test('the fiftieth step says that the slots are used up', () => {
  const store = opened()
  watchUndoSlots(store)
  for (let i = 0; i < 51; i++) resizePart(store, 'c', { height: 20 + ((i % 2) + 1) })
  expect(said()).toEqual([
    'You have used all 50 undo slots and will not be able to fully undo subsequent actions. You may save your current state to reset the history.',
  ])
})

test('discarding restores the saved state, and can be undone', () => {
  const store = opened()
  removePart(store, 'a')
  const restore = discard(store)
  expect([chartsIn(layoutIn(store)), store.getState().history.past.length]).toEqual([[1, 2, 3], 0])
  restore()
  expect([chartsIn(layoutIn(store)), store.getState().isEditing]).toEqual([[2, 3], true])
  markDraftSaved(store, { etag: '"dashboard-9-2"' }, { draft: store.getState().history.present, properties: { slug: 'new' } })
  removePart(store, 'b')
  discard(store)
  expect([chartsIn(layoutIn(store)), store.getState().history.present.properties.slug]).toEqual([[2, 3], 'new'])
})

test('what changes while a save is under way stays a change, with what the server made of the rest', () => {
  const store = opened()
  removePart(store, 'a')
  const draft = store.getState().history.present
  removePart(store, 'b')
  store.getState().changeProperties({ description: 'Meanwhile' }, 'Described')
  markDraftSaved(store, { etag: '"dashboard-9-2"' }, { draft, properties: { slug: 'new' } })
  const { history, savedDraft } = store.getState()
  expect([chartsIn(layoutIn(store)), chartsIn(savedDraft.layout), hasChanges(store.getState())]).toEqual([[3], [2, 3], true])
  expect([history.present.properties.slug, history.present.properties.description]).toEqual(['new', 'Meanwhile'])
  expect(history.past.map(({ description }) => description)).toEqual(['Described'])
  store.getState().undo()
  expect([store.getState().history.present === savedDraft, hasChanges(store.getState())]).toEqual([true, false])
})

type Meanwhile = { change: (store: DashboardStore) => void; charts?: number[]; seconds?: number; steps?: string[] }

test.each<[what: string, Meanwhile]>([
  ['nothing else', { change: () => {} }],
  ['the layout', { change: (store) => removePart(store, 'a'), charts: [2, 3], steps: ['Removed “Chart 1”'] }],
  [
    'other metadata',
    {
      change: (store) => store.getState().changeProperties({ metadata: { refresh_frequency: 30 } }, 'Refreshed'),
      seconds: 30,
      steps: ['Refreshed'],
    },
  ],
])('while the metadata are saved, %s may change', (_what, { change, charts = [1, 2, 3], seconds, steps = [] }) => {
  const store = opened()
  change(store)
  store.getState().markMetadataSaved({ etag: '"dashboard-9-2"' }, { color_scheme: 'new' })
  const { history, savedDraft, serverFields } = store.getState()
  const { color_scheme: scheme, refresh_frequency: shownSeconds } = history.present.properties.metadata
  expect([chartsIn(layoutIn(store)), scheme, shownSeconds, serverFields.etag]).toEqual([charts, 'new', seconds, '"dashboard-9-2"'])
  expect(history.past.map(({ description }) => description)).toEqual(steps)
  expect([chartsIn(savedDraft.layout), savedDraft.properties.metadata]).toEqual([[1, 2, 3], { color_scheme: 'new' }])
  expect(hasChanges(store.getState())).toBe(steps.length > 0)
})

test('metadata that are removed while others are saved stay removed, and those that the server adds are there', () => {
  const store = opened()
  const { changeProperties, markMetadataSaved } = store.getState()
  markMetadataSaved({}, { refresh_frequency: 30, color_scheme: 'old' })
  changeProperties({ metadata: { color_scheme: 'old' } }, 'No refresh')
  markMetadataSaved({}, { refresh_frequency: 30, color_scheme: 'new', color_namespace: 'ours' })
  expect(store.getState().history.present.properties.metadata).toEqual({ color_scheme: 'new', color_namespace: 'ours' })
  expect(hasChanges(store.getState())).toBe(true)
})

test('undoing beyond the saved state is a change; a newer version replaces only unchanged parts', () => {
  const store = opened()
  const first = store.getState().savedDraft
  removePart(store, 'a')
  markStored(store, { id: 10 }, store.getState().history.present)
  expect(hasChanges(store.getState())).toBe(true)
  store.getState().undo()
  expect([store.getState().history.past.length, hasChanges(store.getState())]).toEqual([0, true])
  rebase(store, { etag: '"dashboard-9-3"' }, first)
  expect([hasChanges(store.getState()), store.getState().serverFields.etag]).toEqual([false, '"dashboard-9-3"'])
  rebase(store, {}, { ...first })
  expect([hasChanges(store.getState()), store.getState().history.present === store.getState().savedDraft]).toEqual([false, true])
})

test.each([
  ['the same version', '"dashboard-9-1"', true],
  ['an older version', '"dashboard-9-0"', false],
])('a draft of %s is taken up as one step, over the version that it began with', (_version, etag, isSame) => {
  const store = opened()
  const { savedDraft: base } = store.getState()
  const draft = { ...base, properties: { ...base.properties, dashboard_title: 'Costs' } }
  resume(store, { etag, base: { ...base }, draft, description: 'Draft' })
  const { history, serverFields, savedDraft } = store.getState()
  expect([history.past.map(({ description }) => description), serverFields.etag, savedDraft === base]).toEqual([['Draft'], etag, isSame])
  store.getState().undo()
  expect(hasChanges(store.getState())).toBe(false)
})

test('discarding a draft that began with an older version shows the newest, and can be undone', () => {
  const store = opened()
  const { savedDraft: saved } = store.getState()
  const titled = (dashboard_title: string) => ({ ...saved, properties: { ...saved.properties, dashboard_title } })
  const shown = () => {
    const { history, savedDraft, serverFields } = store.getState()
    return [history.present.properties.dashboard_title, savedDraft.properties.dashboard_title, serverFields.etag]
  }
  const takeUp = () => resume(store, { etag: '"dashboard-9-0"', base: titled('Before'), draft: titled('Mine'), description: 'Draft' })
  takeUp()
  expect(beganWithOlder(store)).toBe(true)
  const restore = discard(store)
  expect([shown(), beganWithOlder(store)]).toEqual([['Sales', 'Sales', '"dashboard-9-1"'], false])
  restore()
  expect([shown(), beganWithOlder(store)]).toEqual([['Mine', 'Before', '"dashboard-9-0"'], true])
  rebase(store, { etag: '"dashboard-9-2"' }, titled('Theirs'))
  discard(store)
  expect(shown()).toEqual(['Theirs', 'Theirs', '"dashboard-9-2"'])
  takeUp()
  markDraftSaved(store, { etag: '"dashboard-9-3"' }, { draft: store.getState().history.present, properties: {} })
  discard(store)
  expect(shown()).toEqual(['Mine', 'Mine', '"dashboard-9-3"'])
})

test('a newer version that was loaded instead of changes is shown again by discarding them once they are back', () => {
  const store = opened()
  const { savedDraft: saved } = store.getState()
  const titled = (dashboard_title: string) => ({ ...saved, properties: { ...saved.properties, dashboard_title } })
  const shown = () => {
    const { history, serverFields } = store.getState()
    return [history.present.properties.dashboard_title, serverFields.etag, serverFields.changed_on_utc]
  }
  store.getState().change({ properties: titled('Mine').properties }, 'Renamed')
  const mine = shown()
  const kept = { etag: '"dashboard-9-2"', changed_by: null, changed_on_utc: '2026-01-02T00:00:00' }
  const restore = discard(store, { kept, draft: titled('Theirs') })
  const theirs = ['Theirs', kept.etag, kept.changed_on_utc]
  expect(shown()).toEqual(theirs)
  restore()
  expect(shown()).toEqual(mine)
  discard(store)
  expect(shown()).toEqual(theirs)
})

test('filters apply to charts in scope, cross-filters to all others; a change of scope is announced', async () => {
  const store = opened()
  const reached = (id: string) => [...reachOfMasks(store.getState())(id)]
  expect(reached('NATIVE_FILTER-x')).toEqual([1, 2])
  await pressItem(store, 1, { label: 'A', filters: [{ col: 'x', op: '==', val: 'A' }] })
  expect(reached('1')).toEqual([2, 3])
  store.getState().clearMask('1')
  expect(store.getState().masks.applied['1']).toBeUndefined()
  store.getState().clearMask('NATIVE_FILTER-x')
  expect(store.getState().masks.applied['NATIVE_FILTER-x']?.filterState).toEqual({})
  removePart(store, 'a')
  expect(reached('NATIVE_FILTER-x')).toEqual([2])
})

test('a refresh counts the finished cards, and Stop ends it', () => {
  vi.useFakeTimers()
  const cards = createCards()
  const calls: string[] = []
  for (const id of ['a', 'b']) {
    cards.register(id, {
      refresh: () => calls.push(`refresh ${id}`),
      stop: () => calls.push(`stop ${id}`),
      retry: () => calls.push(`retry ${id}`),
    })
    cards.setCardState(id, { status: 'done', dataAt: 1 })
  }
  expect(cards.mustForce('later')).toBe(false)
  cards.refreshAll()
  expect(calls).toEqual(['refresh a', 'refresh b'])
  expect(cards.state.getState().refreshing).toEqual(['a', 'b'])
  cards.setCardState('a', { status: 'loading', dataAt: 1 })
  cards.setCardState('a', { status: 'done', dataAt: 2 })
  expect([cards.state.getState().refreshing, [...cards.state.getState().justRefreshed]]).toEqual([['a', 'b'], ['a']])
  expect([cards.mustForce('a'), cards.mustForce('later')]).toEqual([false, true])
  cards.stopAll()
  expect([calls.at(-1), cards.state.getState().refreshing]).toEqual(['stop b', null])
  cards.setCardState('a', { status: 'failed', dataAt: 2, refreshError: new Error('offline') })
  cards.retryFailed()
  expect(calls.slice(3)).toEqual(['retry a'])
  vi.advanceTimersByTime(2100)
  expect(cards.state.getState().justRefreshed.size).toBe(0)
  vi.useRealTimers()
})

test('a refresh ends with its last card, also if that one is removed', () => {
  const cards = createCards()
  const leave = cards.register('a', { refresh: () => {}, stop: () => {}, retry: () => {} })
  cards.register('b', { refresh: () => {}, stop: () => {}, retry: () => {} })
  refreshSpread(cards, { delaysMs: () => [0], skips: (id) => id === 'b', mode: 'force' })
  expect(cards.state.getState().refreshing).toEqual(['a'])
  leave()
  expect(cards.state.getState().refreshing).toBeNull()
})

test('all cards are drawn and waited for, also those out of sight', async () => {
  const cards = createCards()
  const handle = { refresh: () => {}, stop: () => {}, retry: () => {} }
  cards.register('a', handle)
  cards.setCardState('a', { status: 'done', dataAt: 1 })
  let isDone = false
  const all = drawAll(cards, 2).then(() => (isDone = true))
  expect(cards.state.getState().drawsAll).toBe(true)
  cards.register('b', handle)
  cards.setCardState('b', { status: 'loading', dataAt: null })
  await new Promise((resolve) => setTimeout(resolve, 700))
  expect(isDone).toBe(false)
  cards.setCardState('b', { status: 'failed', dataAt: null })
  await all
  expect(isDone).toBe(true)
})
