import { expect, test } from 'vitest'
import { dashboardMetadata } from '#api/bodies/dashboard-metadata.ts'
import { readLayout } from '#core/layout/wire/read.ts'
import { readAddress, sharedParams, withParams } from './address.ts'
import { withMeta } from '#core/layout/tree.ts'
import { findDifferences } from './differences.ts'
import { mergeDrafts } from './merge-drafts.ts'
import { readProperties, type DashboardRecord } from './record.ts'
import { openingOf } from '../fixture.ts'
import { createDashboard } from '../state/store.ts'
import { buildSaveBody } from './save-body.ts'

const nothing = {
  standalone: 0,
  edit: false,
  nativeFilters: null,
  nativeFiltersKey: null,
  permalinkKey: null,
  focusedChart: null,
  hiddenParts: { title: false, tabs: false, cardControls: false, filters: false },
  filterBar: null,
  preselectFilters: null,
  filterSet: null,
  urlParams: {},
}

test.each<[string, object]>([
  ['', {}],
  ['edit=true', { edit: true }],
  ['edit=1', {}],
  ['standalone=true', { standalone: 1 }],
  ['standalone=2', { standalone: 2, hiddenParts: { ...nothing.hiddenParts, title: true } }],
  ['standalone=3', { standalone: 3, hiddenParts: { ...nothing.hiddenParts, title: true, tabs: true, filters: true } }],
  ['standalone=7', {}],
  ['standalone=0', {}],
  ['standalone=1', { standalone: 1 }],
  ['uiConfig=1', { hiddenParts: { ...nothing.hiddenParts, title: true } }],
  ['uiConfig=2', { hiddenParts: { ...nothing.hiddenParts, tabs: true } }],
  ['uiConfig=4', {}],
  ['uiConfig=8', { hiddenParts: { ...nothing.hiddenParts, cardControls: true } }],
  ['uiConfig=15', { hiddenParts: { title: true, tabs: true, cardControls: true, filters: false } }],
  ['focused_chart=12', { focusedChart: 12 }],
  ['focused_chart=x', {}],
  ['native_filters=(a:(filterState:(value:!(EU))))', { nativeFilters: '(a:(filterState:(value:!(EU))))' }],
  ['native_filters_key=k&permalink_key=p', { nativeFiltersKey: 'k', permalinkKey: 'p' }],
  ['filter_set=7', { filterSet: '7' }],
  ['show_filters=0', { hiddenParts: { ...nothing.hiddenParts, filters: true } }],
  ['show_filters=true&expand_filters=false', { filterBar: 'closed' }],
  ['expand_filters=1', { filterBar: 'open' }],
  ['preselect_filters={"1":{"a":["b"]}}', { preselectFilters: '{"1":{"a":["b"]}}' }],
  ['region=EU&standalone=1&year=2020', { standalone: 1, urlParams: { region: 'EU', year: '2020' } }],
])('the address ?%s', (search, expected) => {
  expect(readAddress(new URLSearchParams(search))).toEqual({ ...nothing, ...expected })
})

test('a permalink keeps parameters but no state of its own', () => {
  expect(sharedParams(new URLSearchParams('region=EU&edit=true&native_filters_key=k&permalink_key=p&standalone=1'))).toEqual([
    ['region', 'EU'],
    ['standalone', '1'],
  ])
})

test('parameters change without touching the others', () => {
  expect(withParams(new URLSearchParams('a=1&b=2'), { b: null, c: '3' }).toString()).toBe('a=1&c=3')
})

const position = {
  ROOT_ID: { type: 'ROOT', children: ['GRID_ID'] },
  GRID_ID: { type: 'GRID', children: ['r'] },
  r: { type: 'ROW', children: ['a', 'b'] },
  a: { type: 'CHART', children: [], meta: { chartId: 1, width: 4, height: 20 } },
  b: { type: 'CHART', children: [], meta: { chartId: 2, width: 4, height: 20 } },
}
const record = {
  id: 1,
  dashboard_title: 'Sales',
  slug: 'sales',
  description: null,
  css: null,
  certified_by: null,
  certification_details: null,
  owners: [{ id: 4, first_name: 'Kim', last_name: 'Lee' }],
  roles: [{ id: 3, name: 'Sales' }],
  position_json: JSON.stringify(position),
  json_metadata: JSON.stringify({
    show_native_filters: true,
    refresh_frequency: 30,
    timed_refresh_immune_slices: [2, 77],
    expanded_slices: { 1: true, 77: true },
    native_filter_configuration: [
      {
        id: 'NATIVE_FILTER-x',
        type: 'NATIVE_FILTER',
        name: 'R',
        filterType: 'filter_select',
        targets: [{}],
        scope: { rootPath: ['ROOT_ID'], excluded: [2, 77] },
        chartsInScope: [99],
      },
      { id: 'NATIVE_FILTER_DIVIDER-y', type: 'DIVIDER', title: 'D' },
    ],
  }),
} as unknown as DashboardRecord

test('a save writes everything that is edited, with what filters reach now and without charts that are gone', () => {
  const body = buildSaveBody(
    { layout: readLayout(position), properties: { ...readProperties(record), certification_details: 'left over' } },
    { Europe: 0 },
  )
  const metadata = JSON.parse(body.json_metadata) as Record<string, unknown>
  expect({ ...body, json_metadata: undefined }).toEqual({
    dashboard_title: 'Sales',
    slug: 'sales',
    description: null,
    css: '',
    certified_by: '',
    certification_details: '',
    owners: [4],
    theme_id: null,
    json_metadata: undefined,
  })
  expect(metadata).toMatchObject({
    refresh_frequency: 30,
    cross_filters_enabled: true,
    map_label_colors: { Europe: 0 },
    timed_refresh_immune_slices: [2],
    expanded_slices: { 1: true },
    native_filter_configuration: [{ scope: { rootPath: ['ROOT_ID'], excluded: [2] }, chartsInScope: [1], tabsInScope: [] }, { title: 'D' }],
    chart_configuration: { 1: { crossFilters: { scope: 'global', chartsInScope: [2] } } },
    positions: { DASHBOARD_VERSION_KEY: 'v2', HEADER_ID: { meta: { text: 'Sales' } } },
  })
  expect('show_native_filters' in metadata).toBe(false)
  expect(dashboardMetadata.safeParse(metadata).success).toBe(true)
})

test.each([
  ['', '[ untitled dashboard ]'],
  ['  ', '[ untitled dashboard ]'],
  [' A ', 'A'],
])('a title of %j is saved as %j; an empty slug as none', (title, expected) => {
  const body = buildSaveBody({ layout: readLayout(null), properties: { ...readProperties(record), dashboard_title: title, slug: ' ' } })
  expect([body.dashboard_title, body.slug]).toEqual([expected, null])
})

test('an overwrite lists what it would replace', () => {
  const properties = readProperties(record)
  const layout = readLayout(position)
  const base = { layout, properties }
  expect(findDifferences({ base, mine: base, theirs: base })).toEqual([])
  const moved = readLayout({ ...position, r: { type: 'ROW', children: ['b', 'a'] } })
  const mine = { ...properties, dashboard_title: 'Costs', metadata: { ...properties.metadata, refresh_frequency: 60 } }
  const theirFilters = [{ ...(properties.metadata['native_filter_configuration'] as object[])[0], name: 'Region', chartsInScope: [1] }]
  const theirs = {
    layout: withMeta(layout, 'a', { height: 40 }),
    properties: {
      ...properties,
      dashboard_title: 'Profit',
      metadata: { ...properties.metadata, native_filter_configuration: theirFilters },
    },
  }
  expect(findDifferences({ base, mine: { layout: moved, properties: mine }, theirs })).toEqual([
    { key: 'property dashboard_title', name: 'Title', by: 'both', theirs: 'Profit', mine: 'Costs' },
    { key: 'part a height', name: 'Chart: Height', by: 'theirs', theirs: '40', mine: '20' },
    { key: 'part r order', name: 'Row: Order', by: 'mine', theirs: 'Chart, Chart', mine: 'Chart, Chart' },
    { key: 'filter NATIVE_FILTER-x', name: 'Filter “R”', by: 'theirs', theirs: 'name: Region', mine: 'name: R' },
    { key: 'filter NATIVE_FILTER_DIVIDER-y', name: 'Filter “D”', by: 'theirs', theirs: 'not there', mine: 'D' },
    { key: 'setting refresh_frequency', name: 'Refresh frequency', by: 'mine', theirs: '30', mine: '60' },
  ])
  const merged = mergeDrafts({ base, mine: { layout: moved, properties: mine }, theirs }, () => 'theirs')
  expect([merged.layout['r']?.children, merged.layout['a']?.meta.height]).toEqual([['b', 'a'], 40])
  expect(merged.properties).toMatchObject({
    dashboard_title: 'Profit',
    metadata: { refresh_frequency: 60, native_filter_configuration: [{ name: 'Region' }] },
  })
})

test('values that a save computes are no difference', () => {
  const properties = readProperties(record)
  const base = { layout: readLayout(position), properties }
  const stored = JSON.parse(buildSaveBody(base, { Europe: 0 }).json_metadata) as Record<string, unknown>
  const theirs = { ...base, properties: { ...properties, metadata: { ...stored, positions: undefined, default_filters: '{}' } } }
  const names = findDifferences({ base, mine: base, theirs }).map(({ name }) => name)
  expect(names.filter((name) => !/expanded_slices|timed_refresh|Filter “R”/.test(name))).toEqual([])
})

test.each([
  [true, [3]],
  [false, undefined],
])('roles are only sent where access by roles is enabled: %s', (hasRoles, expected) => {
  const draft = { layout: readLayout(position), properties: readProperties(record) }
  expect(buildSaveBody(draft, {}, { hasRoles })).toHaveProperty('dashboard_title')
  expect(buildSaveBody(draft, {}, { hasRoles }).roles).toEqual(expected)
})

test.each<[string, Record<string, unknown>]>([
  ['{broken', {}],
  ['null', {}],
  ['[1]', {}],
  ['{"refresh_frequency":30,"native_filter_configuration":"x"}', { refresh_frequency: 30 }],
  [
    '{"native_filter_configuration":[null,{"id":"a","name":"A","scope":5,"targets":"x","cascadeParentIds":7,"later":1}]}',
    { native_filter_configuration: [{ id: 'a', name: 'A', later: 1 }] },
  ],
])('a dashboard whose json_metadata is %s opens, and a save keeps what was good', (json_metadata, kept) => {
  const opening = openingOf(position, { isEditing: false }, { json_metadata })
  const { history } = createDashboard(opening).getState()
  const metadata = JSON.parse(buildSaveBody(history.present).json_metadata) as Record<string, unknown>
  expect(metadata).toMatchObject(kept)
  expect(dashboardMetadata.safeParse(metadata).error).toBeUndefined()
})

test.each(Object.keys(dashboardMetadata.shape))('whatever is stored as %s, a save is accepted and keeps a good value', (key) => {
  const values = [null, 7, '7', 1.5, 'x', true, [], {}, [null, 1, 'x', {}], { a: null }]
  for (const value of values) {
    const properties = { ...readProperties(record), metadata: { [key]: value, from_elsewhere: value } }
    const saved = JSON.parse(buildSaveBody({ layout: readLayout(null), properties }).json_metadata) as Record<string, unknown>
    expect(dashboardMetadata.loose().safeParse(saved).error, JSON.stringify(value)).toBeUndefined()
    expect(saved['from_elsewhere']).toEqual(value)
  }
})

test.each([
  ['refresh_frequency', '60', 60],
  ['stagger_refresh', false, false],
  ['stagger_time', 2.5, undefined],
  ['label_colors', { a: '#fff' }, { a: '#fff' }],
  ['shared_label_colors', ['a', null, 'b'], ['a', 'b']],
  ['shared_label_colors', { a: 'red' }, { a: 'red' }],
  ['filter_immune_slices', [1, 'x', '2'], [1, 2]],
  ['cross_filters_enabled', 'yes', true],
])('of %s %j a save keeps %j', (key, value, expected) => {
  const properties = { ...readProperties(record), metadata: { [key]: value } }
  const saved = JSON.parse(buildSaveBody({ layout: readLayout(null), properties }).json_metadata) as Record<string, unknown>
  expect(saved[key]).toEqual(expected)
})
