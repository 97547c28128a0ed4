// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DataMasks } from '#core/filters/data-mask.ts'
import { readSession, sessionKey } from '../../../../data/session.ts'
import { openingOf } from '../../fixture.ts'
import { DashboardContext } from '../../state/dashboard-context.ts'
import { isOutOfHighlight, isTabHighlighted, waitsForFilter } from '../../state/derived.ts'
import { HostContext, type Host } from '../../state/host.ts'
import { createMount } from '../../state/mount.ts'
import { FilterBar } from './FilterBar.tsx'

const position = {
  ROOT_ID: { type: 'ROOT', children: ['TOP'] },
  TOP: { type: 'TABS', children: ['T1', 'T2'] },
  T1: { type: 'TAB', children: ['a'] },
  a: { type: 'CHART', children: [], meta: { chartId: 1, width: 4, height: 20 } },
  T2: { type: 'TAB', children: ['b'] },
  b: { type: 'CHART', children: [], meta: { chartId: 2, width: 4, height: 20 } },
}

type Entry = Record<string, unknown>
const onColumn = (name: string) => ({ targets: [{ datasetId: 1, column: { name } }] })
const region: Entry = { id: 'region', name: 'Region', filterType: 'filter_select', ...onColumn('region') }
const country: Entry = { id: 'country', name: 'Country', filterType: 'filter_select', cascadeParentIds: ['region'], ...onColumn('country') }

/** What the server offers for each filter; null where it fails. */
let offered: Record<string, (query: string) => string[] | null> = {}

const answerOf = (body: string): Response => {
  const { form_data, queries } = JSON.parse(body) as { form_data: { native_filter_id: string }; queries: unknown[] }
  const values = offered[form_data.native_filter_id]?.(JSON.stringify(queries)) ?? null
  if (!values) return Response.json({ message: 'no' }, { status: 500 })
  return Response.json({ result: [{ colnames: ['c'], coltypes: [1], data: values.map((c) => ({ c })) }] })
}

beforeEach(() => {
  offered = {}
  window.matchMedia = (() => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} })) as never
  Element.prototype.scrollIntoView = () => {}
  vi.stubGlobal('fetch', (_url: string, init?: { body?: string }) => Promise.resolve(answerOf(init?.body ?? '{}')))
})
afterEach(() => vi.unstubAllGlobals())

const host: Host = { search: new URLSearchParams(), anchor: '', setSearch: () => {}, onMoved: () => {}, onTitle: () => {} }

const openMount = (filters: Entry[], masks: DataMasks = {}, place: 'side' | 'row' = 'side') => {
  const metadata = { native_filter_configuration: filters }
  const mount = createMount(openingOf(position, { isEditing: false, masks }, { json_metadata: JSON.stringify(metadata) }))
  const client = new QueryClient()
  client.setQueryData(sessionKey, readSession({ user: null, pairs: ['can_read on Dashboard'], csrf_token: '' } as never))
  render(
    <QueryClientProvider client={client}>
      <DashboardContext value={mount}>
        <HostContext value={host}>
          <FilterBar place={place} isOpen isHidden={false} />
        </HostContext>
      </DashboardContext>
    </QueryClientProvider>,
  )
  return mount
}
const open = (...args: Parameters<typeof openMount>) => openMount(...args).store
const mask = (id: string, col: string, value: string[]) => ({
  id,
  extraFormData: { filters: [{ col, op: 'IN', val: value }] },
  filterState: { value, label: value.join(', ') },
})
const first = { controlValues: { defaultToFirstItem: true }, requiredFirst: true }

test('a filter that selects its first value is applied at once; charts in its scope wait for it', async () => {
  offered = { region: () => ['Africa', 'Asia'] }
  const store = open([{ ...region, ...first, scope: { rootPath: ['T1'], excluded: [] } }])
  expect([1, 2].map((chart) => waitsForFilter(store.getState(), chart))).toEqual([true, false])
  await waitFor(() => expect(store.getState().masks.applied['region']?.filterState?.value).toEqual(['Africa']))
  expect(waitsForFilter(store.getState(), 1)).toBe(false)
})

test('a required filter that selects its first value is not faulted while it waits for that', async () => {
  offered = { region: () => ['Africa'] }
  open([{ ...region, requiredFirst: true, controlValues: { defaultToFirstItem: true, enableEmptyFilter: true } }])
  const field = within(screen.getByRole('group', { name: 'Region' }))
  expect(field.queryByText('Filter value is required')).toBeNull()
  await waitFor(() => expect(field.getByText('Africa')).toBeTruthy())
  expect(field.queryByText('Filter value is required')).toBeNull()
})

test('if its values cannot be loaded, charts load without it, and the filter says so', async () => {
  offered = { region: () => null }
  const store = open([{ ...region, ...first }])
  expect((await screen.findByRole('alert')).textContent).toContain('Cannot load filter')
  await waitFor(() => expect(waitsForFilter(store.getState(), 1)).toBe(false))
})

test('a value that parent filters no longer allow is removed; one from the URL stays', async () => {
  offered = { region: () => ['Africa', 'Asia'], country: (query) => (query.includes('Asia') ? ['China', 'Japan'] : ['Kenya', 'Japan']) }
  const store = open([region, country], { country: mask('country', 'country', ['Kenya', 'Atlantis']) })
  await screen.findByText('2 of 2')
  expect(store.getState().masks.applied['country']?.filterState?.value).toEqual(['Kenya', 'Atlantis'])
  act(() => store.getState().updateMasks((masks) => ({ ...masks, pending: { region: mask('region', 'region', ['Asia']) } })))
  await waitFor(() => expect(store.getState().masks.pending['country']?.filterState?.value).toBeNull())
})

const isDisabled = (button: HTMLElement) => button.getAttribute('aria-disabled') === 'true'

test('selected values wait for Apply; Clear all discards them', async () => {
  offered = { region: () => ['Africa', 'Asia'] }
  const store = open([region])
  const bar = screen.getByRole('complementary', { name: 'Filters' })
  const apply = within(bar).getByRole('button', { name: 'Apply filters' })
  expect(isDisabled(apply)).toBe(true)
  act(() => store.getState().updateMasks((masks) => ({ ...masks, pending: { region: mask('region', 'region', ['Asia']) } })))
  expect([isDisabled(apply), within(bar).queryByText('1')]).toEqual([false, null])
  fireEvent.click(apply)
  expect(store.getState().masks.applied['region']?.filterState?.value).toEqual(['Asia'])
  expect(within(bar).getByText('1')).toBeTruthy()
  fireEvent.click(within(bar).getByRole('button', { name: 'Clear all' }))
  fireEvent.click(apply)
  expect(store.getState().masks.applied['region']?.filterState?.value).toBeUndefined()
})

test('a filter out of sight that must have a value is named where nothing can be applied, and leads there', async () => {
  offered = { region: () => ['Africa'], country: () => ['Kenya'] }
  const required = { ...country, controlValues: { enableEmptyFilter: true }, scope: { rootPath: ['T2'], excluded: [] } }
  const store = open([region, required])
  const link = { name: 'Set “Country” first' }
  expect(screen.queryByRole('button', link)).toBeNull()
  act(() => store.getState().updateMasks((masks) => ({ ...masks, pending: { region: mask('region', 'region', ['Africa']) } })))
  const apply = screen.getByRole('button', { name: 'Apply filters' })
  expect(isDisabled(apply)).toBe(true)
  fireEvent.click(await screen.findByRole('button', link))
  expect(document.activeElement).toBe(await screen.findByRole('combobox', { name: 'Country' }))
  act(() =>
    store.getState().updateMasks((masks) => ({ ...masks, pending: { ...masks.pending, country: mask('country', 'country', ['Kenya']) } })),
  )
  expect([screen.queryByRole('button', link), isDisabled(apply)]).toEqual([null, false])
})

test('Clear all is offered where it takes something away: not for cross-filters, nor for filters out of scope', () => {
  offered = {}
  const store = open([region, { ...country, scope: { rootPath: ['T2'], excluded: [] } }], {
    2: mask('2', 'region', ['Asia']),
    country: mask('country', 'country', ['Kenya']),
  })
  const clear = screen.getByRole('button', { name: 'Clear all' })
  expect(isDisabled(clear)).toBe(true)
  act(() => store.getState().updateMasks((masks) => ({ ...masks, pending: { region: mask('region', 'region', ['Asia']) } })))
  expect(isDisabled(clear)).toBe(false)
  fireEvent.click(clear)
  expect(isDisabled(clear)).toBe(true)
})

test('null by itself is a value: it is counted, and Clear all takes it away', async () => {
  offered = { region: () => ['Africa', 'Asia'] }
  open([region], { region: { ...mask('region', 'region', []), filterState: { value: [null], label: '<NULL>' } } })
  const bar = within(screen.getByRole('complementary', { name: 'Filters' }))
  expect(bar.getByText('1')).toBeTruthy()
  fireEvent.click(bar.getByRole('button', { name: 'Clear all' }))
  expect(isDisabled(bar.getByRole('button', { name: 'Apply filters' }))).toBe(false)
})

test('a range that ends before it begins says so, and is not applied', () => {
  const rating = { id: 'rating', name: 'Rating', filterType: 'filter_range', ...onColumn('rating') }
  const store = open([rating])
  const field = within(screen.getByRole('group', { name: 'Rating' }))
  const apply = screen.getByRole('button', { name: 'Apply filters' })
  const type = (end: string, text: string) => {
    fireEvent.change(field.getByRole('textbox', { name: `Rating: ${end}` }), { target: { value: text } })
    fireEvent.keyDown(field.getByRole('textbox', { name: `Rating: ${end}` }), { key: 'Enter' })
  }
  type('at least', '5')
  type('at most', '2')
  expect(field.getByText('The smallest value is above the largest')).toBeTruthy()
  expect(isDisabled(apply)).toBe(true)
  type('at most', '7')
  expect(field.queryByText('The smallest value is above the largest')).toBeNull()
  fireEvent.click(apply)
  expect(store.getState().masks.applied['rating']?.filterState?.value).toEqual([5, 7])
})

test('after all charts were refreshed past the caches, the filters are asked again past them', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', (url: string, init?: { body?: string }) => {
    if (url.includes('chart/data')) asked.push(url)
    return Promise.resolve(answerOf(init?.body ?? '{}'))
  })
  offered = { region: () => ['Africa'], country: () => ['Kenya'] }
  const { cards } = openMount([region, country])
  await waitFor(() => expect(asked).toHaveLength(2))
  cards.register('a', { refresh: () => {}, stop: () => {}, retry: () => {} })
  offered = { region: () => ['Africa', 'Asia'], country: () => ['Kenya', 'Japan'] }
  act(() => cards.refreshAll())
  act(() => cards.setCardState('a', { status: 'done', dataAt: 1 }))
  expect(await screen.findAllByPlaceholderText('2 options')).toHaveLength(2)
  expect(screen.queryByText(/Cannot load filter/)).toBeNull()
  expect(asked.map((url) => url.includes('force=true'))).toEqual([false, false, true, true])
})

test.each<[string, number, [number | null, number | null], string[]]>([
  ['smallest', 0, [30, null], ['25%', '-8px']],
  ['largest', 2, [null, 30], ['-8px', '75%']],
  ['exact', 1, [30, 30], ['25%', '75%']],
])('the slider of one value, the %s, shows what it lets through', async (_name, enableSingleValue, value, ends) => {
  vi.stubGlobal('fetch', () =>
    Promise.resolve(Response.json({ result: [{ colnames: ['min', 'max'], coltypes: [0, 0], data: [{ min: 20, max: 60 }] }] })),
  )
  open([{ ...region, filterType: 'filter_range', controlValues: { enableSingleValue } }], {
    region: { id: 'region', filterState: { value } },
  })
  const slider = await screen.findByRole<HTMLInputElement>('slider')
  expect(slider.value).toBe('30')
  const fill = slider.closest('[class*=track]')?.querySelector<HTMLElement>('[class*=fill]')
  expect([fill?.style.insetInlineStart, fill?.style.insetInlineEnd]).toEqual(ends)
})

test('a name that is cut off can be read in full', () => {
  open([region])
  expect(screen.getByText('Region', { selector: 'label' }).title).toBe('Region')
})

test.each<[[number | null, number | null], boolean]>([
  [[30, 20], true],
  [[20, 30], false],
  [[30, 30], false],
  [[30, null], false],
])('the ends %j are marked as wrong: %s', ([lower, upper], isWrong) => {
  open([{ ...region, filterType: 'filter_range' }], { region: { id: 'region', filterState: { value: [lower, upper] } } })
  const marks = screen.getAllByRole('textbox').map((input) => input.getAttribute('aria-invalid'))
  expect(marks).toEqual([String(isWrong), String(isWrong)])
})

test("filters out of the open tab's scope are collapsed, until a chart refers to one", async () => {
  open([region, { ...country, scope: { rootPath: ['T2'], excluded: [] } }])
  const fold = screen.getByRole('button', { name: 'Filters out of scope (1)' })
  expect(screen.queryByRole('group', { name: 'Country' })).toBeNull()
  fireEvent.click(fold)
  expect(screen.getByRole('group', { name: 'Country' })).toBeTruthy()
})

test('in a row, what is out of scope opens last under “More filters”', async () => {
  open([{ ...country, scope: { rootPath: ['T2'], excluded: [] } }, region, { ...region, id: 'city', name: 'City' }], {}, 'row')
  fireEvent.click(screen.getByRole('button', { name: 'More filters' }))
  const more = within(await screen.findByRole('dialog', { name: 'More filters' }))
  expect(more.getAllByRole('group').flatMap((one) => one.getAttribute('aria-label') ?? [])).toEqual(['City', 'Country'])
})

test('hovering over a filter fades the charts outside its scope, and outlines the tabs that lead to the others', async () => {
  const store = open([{ ...region, scope: { rootPath: ['T1'], excluded: [] } }])
  const field = screen.getByRole('group', { name: 'Region' })
  fireEvent.pointerEnter(field)
  await waitFor(() => expect([1, 2].map((chart) => isOutOfHighlight(store.getState(), chart))).toEqual([false, true]))
  const tabs = () => ['T1', 'T2'].map((tab) => isTabHighlighted(store.getState(), tab))
  expect(tabs()).toEqual([true, false])
  fireEvent.pointerLeave(field)
  expect(isOutOfHighlight(store.getState(), 2)).toBe(false)
  expect(tabs()).toEqual([false, false])
})

test('an error of a filter is shown at the filter', () => {
  open([
    { ...region, filterType: 'filter_map', name: 'Map' },
    { ...country, cascadeParentIds: ['gone'] },
  ])
  expect(screen.getAllByRole('note').map((note) => note.getAttribute('aria-label'))).toEqual([
    'This type of filter is not known',
    'It depends on a filter that no longer exists',
  ])
})

test('a reconfigured filter starts with its default; a deleted one loses its mask', () => {
  const store = open([region, country], { region: mask('region', 'region', ['Asia']), country: mask('country', 'country', ['Japan']) })
  const { changeProperties, history } = store.getState()
  const changed = { ...region, defaultDataMask: mask('region', 'region', ['Africa']) }
  act(() => changeProperties({ metadata: { ...history.present.properties.metadata, native_filter_configuration: [changed] } }, 'filters'))
  const { applied } = store.getState().masks
  expect([Object.keys(applied), applied['region']?.filterState?.value]).toEqual([['region'], ['Africa']])
})

test('a filter of one tab has a section of the bar that follows the open tab', async () => {
  offered = { region: () => ['Africa'], country: () => ['Egypt'] }
  const store = open([region, { ...country, cascadeParentIds: [], scope: { rootPath: ['T1'], excluded: [] } }])
  const section = await screen.findByRole('region', { name: 'Filters of “Tab title”' })
  expect(within(section).getByRole('group', { name: 'Country' })).toBeTruthy()
  expect(within(section).queryByRole('group', { name: 'Region' })).toBeNull()
  act(() => store.getState().openTab('TOP', 'T2'))
  expect(screen.queryByRole('region', { name: 'Filters of “Tab title”' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Filters out of scope (1)' })).toBeTruthy()
})

const optionTexts = () => screen.queryAllByRole('option').map((one) => one.textContent)

test('a search at the server narrows the loaded values at once, and then shows what the server found', async () => {
  const found: Record<string, string[]> = { lan: ['Iceland', 'Atlantis'], land: ['Iceland'] }
  const texts: string[] = []
  offered = {
    country: (query) => {
      const text = /%(.*)%/.exec(query)?.[1]
      if (text !== undefined) texts.push(text)
      return text === undefined ? ['China', 'Finland', 'Ireland', 'Plan'] : (found[text] ?? [])
    },
  }
  const store = open([{ ...country, cascadeParentIds: [], controlValues: { searchAllOptions: true, inverseSelection: true } }])
  const input = await screen.findByPlaceholderText('4 options')
  const type = (value: string) => fireEvent.change(input, { target: { value } })
  const isLoading = () => input.closest('[data-loading=true]') !== null
  act(() => input.focus())
  await waitFor(() => expect(isLoading()).toBe(false))
  type('lan')
  expect([optionTexts(), isLoading()]).toEqual([['Use “lan”', 'Finland', 'Ireland', 'Plan'], true])
  await waitFor(() => expect(optionTexts()).toEqual(['Use “lan”', 'Iceland', 'Atlantis']))
  expect(isLoading()).toBe(false)
  type('land')
  expect(optionTexts()).toEqual(['Use “land”', 'Finland', 'Ireland', 'Iceland'])
  fireEvent.click(screen.getByRole('option', { name: 'Iceland' }))
  expect(store.getState().masks.pending['country']?.filterState?.label).toBe('Iceland (excluded)')
  expect([optionTexts().includes('China'), texts]).toEqual([true, ['lan']])
})

test('where the server cannot search a column, a text narrows the values by their labels, and chosen ones keep theirs', async () => {
  vi.stubGlobal('fetch', () =>
    Promise.resolve(Response.json({ result: [{ colnames: ['c'], coltypes: [2], data: [{ c: 0 }, { c: 86_400_000 }] }] })),
  )
  const store = open([{ ...country, cascadeParentIds: [], controlValues: { searchAllOptions: true } }])
  const input = await screen.findByPlaceholderText('2 options')
  act(() => input.focus())
  fireEvent.change(input, { target: { value: '-02' } })
  expect(optionTexts()).toEqual(['Use “-02”', '1970-01-02'])
  fireEvent.click(screen.getByRole('option', { name: '1970-01-02' }))
  fireEvent.change(input, { target: { value: '-01-01' } })
  expect(screen.getByRole('button', { name: 'Remove 1970-01-02' })).toBeTruthy()
  await new Promise((resolve) => setTimeout(resolve, 600))
  expect(optionTexts()).toEqual(['Use “-01-01”', '1970-01-01'])
  fireEvent.click(screen.getByRole('option', { name: '1970-01-01' }))
  expect(store.getState().masks.pending['country']?.filterState?.label).toBe('1970-01-02, 1970-01-01')
})

const divider = (title: string): Entry => ({ id: title, type: 'DIVIDER', title, description: '' })
const headings = (part: HTMLElement) => [...part.querySelectorAll('h3')].map((one) => one.textContent)

test('a divider is over its filters in each section that shows one of them, and in no other', async () => {
  const ofTab = (tab: string) => ({ cascadeParentIds: [], scope: { rootPath: [tab], excluded: [] } })
  const city = { ...region, id: 'city', name: 'City' }
  const store = open([divider('Places'), region, { ...country, ...ofTab('T1') }, divider('Towns'), { ...city, ...ofTab('T1') }])
  const bar = screen.getByRole('complementary', { name: 'Filters' })
  const section = await within(bar).findByRole('region', { name: 'Filters of “Tab title”' })
  expect(headings(section)).toEqual(['Filters of “Tab title”', 'Places', 'Towns'])
  expect(headings(bar)).toEqual(['Places', ...headings(section)])
  act(() => store.getState().openTab('TOP', 'T2'))
  expect(headings(bar)).toEqual(['Places'])
  fireEvent.click(screen.getByRole('button', { name: 'Filters out of scope (2)' }))
  expect(headings(bar)).toEqual(['Places', 'Places', 'Towns'])
})

test('in a row, no divider is last or alone', async () => {
  open([divider('Places'), region, divider('Towns'), { ...region, id: 'city', name: 'City' }], {}, 'row')
  const bar = screen.getByRole('complementary', { name: 'Filters' })
  expect(headings(bar)).toEqual(['Places'])
  expect(within(bar).getByRole('group', { name: 'Region' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'More filters' }))
  expect(headings(await screen.findByRole('dialog', { name: 'More filters' }))).toEqual(['Towns'])
})

test('a bar without filters says so, also where it has a divider', () => {
  open([divider('Places')])
  expect(screen.getByText('No global filters are currently added')).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Places' })).toBeNull()
})
