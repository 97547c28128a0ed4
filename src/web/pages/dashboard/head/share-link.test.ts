// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { useToasts } from '../../../ui/feedback/toast.ts'
import { openingOf } from '../fixture.ts'
import { openTabOf } from '../state/derived.ts'
import { createDashboard } from '../state/store.ts'
import { activeTabsOf, copyLink } from './share-link.ts'

const tabs = (children: string[]) => ({ type: 'TABS', children })
const tab = (children: string[] = []) => ({ type: 'TAB', children, meta: { text: 'Tab' } })

const position = {
  ROOT_ID: { type: 'ROOT', children: ['TABS-top'] },
  GRID_ID: { type: 'GRID', children: [] },
  'TABS-top': tabs(['TAB-1', 'TAB-2']),
  'TAB-1': tab(),
  'TAB-2': tab(['TABS-in']),
  'TABS-in': tabs(['TAB-a', 'TAB-b']),
  'TAB-a': tab(),
  'TAB-b': tab(),
}

beforeEach(() => useToasts.setState({ toasts: [] }))

test.each([
  [[], ['TAB-1']],
  [['TAB-2'], ['TAB-2', 'TAB-a']],
  [
    ['TAB-2', 'TAB-b'],
    ['TAB-2', 'TAB-b'],
  ],
  [['TAB-2', 'TAB-b', 'TAB-1'], ['TAB-1']],
])('after %j a permalink keeps the visible tabs %j, and opens with them', (chosen, expected) => {
  const store = createDashboard(openingOf(position))
  for (const id of chosen) store.getState().openTab(id === 'TAB-b' ? 'TABS-in' : 'TABS-top', id)
  const activeTabs = activeTabsOf(store.getState())
  expect(activeTabs.toSorted()).toEqual(expected.toSorted())
  const { history, openTabs } = createDashboard(openingOf(position, { activeTabs })).getState()
  expect(openTabOf({ layout: history.present.layout, openTabs }, 'TABS-top')).toBe(expected[0])
})

test('a link that the browser does not let be copied is shown', async () => {
  const url = 'https://charts.example/superset/dashboard/p/abc/'
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ key: 'abc', url }, { status: 201 })))
  document.execCommand = () => false
  await copyLink({ store: createDashboard(openingOf(null)), search: new URLSearchParams() })
  expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual([`The browser blocks the clipboard. The link is ${url}`])
  vi.unstubAllGlobals()
})
