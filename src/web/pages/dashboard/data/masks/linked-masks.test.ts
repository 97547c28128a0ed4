// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { openingOf } from '../../fixture.ts'
import { readLinked } from './linked-masks.ts'
import type { Link } from '../load.ts'

afterEach(() => vi.unstubAllGlobals())

const none: Link = { nativeFilters: null, nativeFiltersKey: null, permalinkKey: null, preselectFilters: null, filterSet: null }

type Expected = { masks?: object; activeTabs?: string[]; lacksMasks?: true }

const masks = { a: { filterState: { value: ['EU'] } } }
const answers: Record<string, unknown> = {
  'permalink/good': { state: { dataMask: masks, activeTabs: ['TAB-1'] } },
  'filter_state/good': { value: JSON.stringify(masks) },
}

test.each<[string, Partial<Link>, Expected]>([
  ['masks in the address', { nativeFilters: '(a:(filterState:(value:!(EU))))' }, { masks }],
  ['an address that cannot be parsed', { nativeFilters: '(((' }, { lacksMasks: true }],
  ['a permalink', { permalinkKey: 'good' }, { masks, activeTabs: ['TAB-1'] }],
  ['a permalink that is gone', { permalinkKey: 'gone' }, { lacksMasks: true }],
  ['a filter key', { nativeFiltersKey: 'good' }, { masks }],
  ['a filter key that is gone', { nativeFiltersKey: 'gone' }, { lacksMasks: true }],
])('%s', async (_what, link, expected) => {
  vi.stubGlobal('fetch', async (url: string) => {
    const answer = Object.entries(answers).find(([part]) => url.includes(part))?.[1]
    return answer ? Response.json(answer) : Response.json({ message: 'Not found' }, { status: 404 })
  })
  const found = await readLinked(openingOf({}), { ...none, ...link }, {})
  expect(found).toMatchObject({ masks: {}, activeTabs: [], lacksMasks: false, ...expected })
})
