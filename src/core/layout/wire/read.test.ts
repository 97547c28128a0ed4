import { readFileSync } from 'node:fs'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { withLostParts } from './lost-parts.ts'
import { emptyLayout, readComponent, readLayout } from './read.ts'
import { canHold } from '../rules.ts'
import { chartsIn, childrenOf, subtree, topTabs } from '../tree.ts'
import { faultsOf } from '../valid.ts'
import { writeLayout } from './write.ts'

const bundled = (file: string): Record<string, { type?: string }> => {
  const files = unzipSync(readFileSync(`test/conformance/bundles/${file}`))
  const [, bytes] = Object.entries(files).find(([name]) => name.includes('/dashboards/')) ?? []
  return (parse(new TextDecoder().decode(bytes)) as { position: Record<string, { type?: string }> }).position
}

test.each(['6.1-dashboard-gallery.zip', '6.1-dashboard-overview.zip', '3.0-dashboard-legacy.zip'])(
  '%s is read and written without loss',
  (file) => {
    const position = bundled(file)
    const layout = readLayout(position)
    expect(faultsOf(layout)).toEqual([])
    const written = writeLayout(layout, String((position['HEADER_ID'] as { meta?: { text?: string } }).meta?.text))
    expect(written).toEqual(position)
  },
)

test.each([null, undefined, '', 'text', 7, [], {}, { DASHBOARD_VERSION_KEY: 'v2' }, { ROOT_ID: null }, { ROOT_ID: { type: 'ROOT' } }])(
  'nothing readable is an empty grid: %j',
  (position) => {
    expect(readLayout(position)).toEqual(emptyLayout)
  },
)

test('a text that was stored as something else is read as text', () => {
  const meta = { code: { a: 1 }, text: 2024, defaultText: true, sliceName: null, width: 4 }
  const texts = { code: '{"a":1}', text: '2024', defaultText: 'true', sliceName: null }
  expect(readComponent('m', { type: 'MARKDOWN', meta })?.meta).toMatchObject(texts)
})

const chart = (id: string, more: object = {}) => ({
  [id]: { id, type: 'CHART', children: [], meta: { chartId: 1, width: 4, height: 50 }, ...more },
})
const root = (...children: string[]) => ({ ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children } })
const grid = (...children: string[]) => ({ GRID_ID: { type: 'GRID', id: 'GRID_ID', children } })
const row = (id: string, ...children: string[]) => ({ [id]: { id, type: 'ROW', children, meta: {} } })

/** Types in reading order, with widths. */
const outline = (position: unknown) => {
  const layout = readLayout(position)
  expect(faultsOf(layout)).toEqual([])
  return subtree(layout, 'ROOT_ID').map(({ id, type, meta }) =>
    type === 'CHART' || type === 'COLUMN' ? `${id}:${meta.width}` : type === 'ROW' ? 'row' : id,
  )
}

test.each<[string, object, string[]]>([
  [
    'a child that is not there',
    { ...root('GRID_ID'), ...grid('r', 'gone'), ...row('r', 'a', 'gone'), ...chart('a') },
    ['ROOT_ID', 'GRID_ID', 'row', 'a:4'],
  ],
  ['an orphan', { ...root('GRID_ID'), ...grid(), ...chart('a') }, ['ROOT_ID', 'GRID_ID']],
  [
    'a component named twice',
    { ...root('GRID_ID'), ...grid('r', 's', 'r'), ...row('r', 'a'), ...row('s', 'a'), ...chart('a') },
    ['ROOT_ID', 'GRID_ID', 'row', 'a:4', 'row'],
  ],
  [
    'a circle',
    { ...root('GRID_ID'), ...grid('r'), ...row('r', 'k'), k: { type: 'COLUMN', children: ['r'], meta: { width: 3 } } },
    ['ROOT_ID', 'GRID_ID', 'row', 'k:3'],
  ],
  ['a chart bare in the grid', { ...root('GRID_ID'), ...grid('a'), ...chart('a') }, ['ROOT_ID', 'GRID_ID', 'row', 'a:4']],
  ['an unknown type', { ...root('GRID_ID'), ...grid('x'), x: { type: 'ALIEN', children: [] } }, ['ROOT_ID', 'GRID_ID', 'x']],
  [
    'an unknown type in a row',
    { ...root('GRID_ID'), ...grid('r'), ...row('r', 'x', 'a'), x: { type: 'ALIEN', meta: { width: 3 } }, ...chart('a') },
    ['ROOT_ID', 'GRID_ID', 'row', 'x', 'a:4'],
  ],
  [
    'a header in a row',
    { ...root('GRID_ID'), ...grid('r'), ...row('r', 'h'), h: { type: 'HEADER', meta: { text: 'x' } } },
    ['ROOT_ID', 'GRID_ID', 'row', 'h'],
  ],
  [
    'a tab without tabs',
    { ...root('GRID_ID'), ...grid('t'), t: { type: 'TAB', children: ['r'] }, ...row('r', 'a'), ...chart('a') },
    ['ROOT_ID', 'GRID_ID', 'row', 'a:4'],
  ],
  [
    'tabs without a tab',
    { ...root('T'), ...grid('r'), T: { type: 'TABS', children: [] }, ...row('r', 'a'), ...chart('a') },
    ['ROOT_ID', 'GRID_ID', 'row', 'a:4'],
  ],
  [
    'tabs beside the grid',
    {
      ...root('GRID_ID', 'T'),
      ...grid('r'),
      T: { type: 'TABS', children: ['t'] },
      t: { type: 'TAB', children: [] },
      ...row('r', 'a'),
      ...chart('a'),
    },
    ['ROOT_ID', 'T', 't', 'row', 'a:4'],
  ],
  [
    'a root without children',
    { ROOT_ID: { type: 'ROOT' }, ...grid('r'), ...row('r', 'a'), ...chart('a') },
    ['ROOT_ID', 'GRID_ID', 'row', 'a:4'],
  ],
  [
    'a row that is too full',
    {
      ...root('GRID_ID'),
      ...grid('r'),
      ...row('r', 'a', 'b'),
      ...chart('a', { meta: { width: 9 } }),
      ...chart('b', { meta: { width: 6 } }),
    },
    ['ROOT_ID', 'GRID_ID', 'row', 'a:6', 'b:6'],
  ],
  [
    'a row with too many',
    {
      ...root('GRID_ID'),
      ...grid('r'),
      ...row('r', ...'abcdefghijklmn'),
      ...Object.assign({}, ...[...'abcdefghijklmn'].map((id) => chart(id, { meta: { width: 1 } }))),
    },
    ['ROOT_ID', 'GRID_ID', 'row', ...[...'abcdefghijkl'].map((id) => `${id}:1`), 'row', 'm:1', 'n:1'],
  ],
  [
    'a row wider than its column',
    {
      ...root('GRID_ID'),
      ...grid('r'),
      ...row('r', 'k'),
      k: { type: 'COLUMN', children: ['s'], meta: { width: 3 } },
      ...row('s', 'a'),
      ...chart('a'),
    },
    ['ROOT_ID', 'GRID_ID', 'row', 'k:3', 'row', 'a:3'],
  ],
  [
    'sizes that are none',
    { ...root('GRID_ID'), ...grid('r'), ...row('r', 'a'), ...chart('a', { meta: { width: 'wide', height: -3, chartId: '7' } }) },
    ['ROOT_ID', 'GRID_ID', 'row', 'a:1'],
  ],
  [
    'a missing size',
    { ...root('GRID_ID'), ...grid('r'), ...row('r', 'a'), ...chart('a', { meta: { chartId: 7 } }) },
    ['ROOT_ID', 'GRID_ID', 'row', 'a:4'],
  ],
])('repairs %s', (_case, position, expected) => {
  expect(outline(position)).toEqual(expected)
})

test('a component of an unknown type is written as it came', () => {
  const alien = { id: 'x', type: 'ALIEN', children: [], meta: { width: 3, own: { kept: true } } }
  const layout = readLayout({ ...root('GRID_ID'), ...grid('r'), ...row('r', 'x'), x: alien })
  expect(writeLayout(layout, 'T')['x']).toEqual({ ...alien, parents: ['ROOT_ID', 'GRID_ID', 'r'] })
})

test('a component of an unknown type keeps its place and what is in it, and takes nothing else', () => {
  const box = { id: 'x', type: 'ALIEN', children: ['r', 'n'], meta: { own: 1 } }
  const note = { type: 'MARKDOWN', children: [], meta: { width: 4, height: 20, code: '' } }
  const layout = readLayout({
    ...root('GRID_ID'),
    ...grid('x', 's'),
    x: box,
    ...row('r', 'a'),
    ...chart('a'),
    n: note,
    ...row('s', 'b'),
    ...chart('b'),
  })
  expect(childrenOf(layout, 'x').map(({ id }) => id)).toEqual(['r', 'n'])
  expect(faultsOf(layout)).toEqual([])
  expect(writeLayout(layout, 'T')['x']).toEqual({ ...box, parents: ['ROOT_ID', 'GRID_ID'] })
  expect(canHold(layout, 'x', 's')).toBe(false)
  expect(canHold(layout, 'x', 'b')).toBe(false)
  const tabs = {
    ...root('TABS_ID'),
    TABS_ID: { type: 'TABS', children: ['t', 'u'] },
    t: { type: 'TAB', children: ['x'] },
    u: { type: 'TAB', children: [] },
  }
  const inTabs = readLayout({ ...tabs, x: box, ...row('r', 'a'), ...chart('a'), n: note })
  expect(canHold(inTabs, 'u', 'x')).toBe(true)
})

test('a chart id written as text is a number', () => {
  expect(chartsIn(readLayout({ ...root('GRID_ID'), ...grid('r'), ...row('r', 'a'), ...chart('a', { meta: { chartId: '7' } }) }))).toEqual([
    7,
  ])
})

test('tabs over the dashboard are found', () => {
  expect(topTabs(readLayout(bundled('6.1-dashboard-gallery.zip')))?.children.length).toBe(6)
})

test.each<[string, object, string[]]>([
  ['an orphan', { ...root('GRID_ID'), ...grid(), ...chart('a') }, ['ROOT_ID', 'GRID_ID', 'row', 'a:4']],
  ['an orphan with its children', { ...root('GRID_ID'), ...grid(), ...row('r', 'a'), ...chart('a') }, ['ROOT_ID', 'GRID_ID', 'row', 'a:4']],
  [
    'an orphan without content',
    { ...root('GRID_ID'), ...grid(), ...row('r', 'k'), k: { type: 'COLUMN', children: [], meta: {} } },
    ['ROOT_ID', 'GRID_ID'],
  ],
  [
    'a circle that nothing leads to',
    {
      ...root('GRID_ID'),
      ...grid(),
      ...row('r', 'k'),
      k: { type: 'COLUMN', children: ['r', 's'], meta: { width: 4 } },
      ...row('s', 'a'),
      ...chart('a'),
    },
    ['ROOT_ID', 'GRID_ID', 'row', 'k:4', 'row', 'a:4'],
  ],
  [
    'a tab that its tabs lost',
    { ...root('GRID_ID'), ...grid(), t: { type: 'TAB', children: ['r'], meta: {} }, ...row('r', 'a'), ...chart('a') },
    ['ROOT_ID', 'GRID_ID', 'row', 'a:4'],
  ],
  [
    'what stands below an unknown type',
    { ...root('GRID_ID'), ...grid('x'), x: { type: 'ALIEN', children: ['r'] }, ...row('r', 'a'), ...chart('a') },
    ['ROOT_ID', 'GRID_ID', 'x', 'row', 'a:4'],
  ],
  [
    'a component that names itself',
    { ...root('GRID_ID'), ...grid('r'), ...row('r', 'r', 'a'), ...chart('a') },
    ['ROOT_ID', 'GRID_ID', 'row', 'a:4'],
  ],
])('with its lost parts, keeps %s', (_case, position, expected) => {
  expect(outline(withLostParts(position as Record<string, unknown>))).toEqual(expected)
})

test('a layout that lost nothing is the same one', () => {
  const position = bundled('6.1-dashboard-gallery.zip')
  expect(withLostParts(position)).toBe(position)
})

test.each([1, 2, 3, 4, 5, 6, 7, 8])('whatever is damaged, no chart is lost, and reading again changes nothing (%i)', (seed) => {
  const position = Object.fromEntries(
    Object.entries(bundled('6.1-dashboard-overview.zip')).map(([id, item], i) => {
      const { children = [], ...rest } = item as { type?: string; children?: string[] }
      const isHit = (i * 7 + seed) % 5 === 0 && rest.type !== 'CHART'
      if (!isHit) return [id, item]
      const damages = [
        { children: [] },
        { children: [...children, id, 'gone'] },
        { type: 'ALIEN', children },
        { children: [...children, ...children] },
      ]
      return [id, { ...rest, ...damages[(i + seed) % damages.length] }]
    }),
  )
  const charts = (layout: ReturnType<typeof readLayout>) => chartsIn(layout).toSorted((a, b) => a - b)
  const layout = readLayout(withLostParts(position))
  expect(faultsOf(layout)).toEqual([])
  expect(charts(layout)).toEqual(charts(readLayout(bundled('6.1-dashboard-overview.zip'))))
  expect(readLayout(writeLayout(layout, 'x'))).toEqual(layout)
})
