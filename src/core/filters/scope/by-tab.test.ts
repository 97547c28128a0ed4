import { expect, it } from 'vitest'
import { filtersByTab } from './by-tab.ts'

const both = { id: 'both', type: 'NATIVE_FILTER', tabsInScope: ['TAB-a', 'TAB-b'] }
const inB = { id: 'inB', type: 'NATIVE_FILTER', tabsInScope: ['TAB-b'] }
const nowhere = { id: 'nowhere', type: 'NATIVE_FILTER', tabsInScope: [] }
const divider = { id: 'divider', type: 'DIVIDER' }

it('filters are listed by the tabs that they reach, and all together', () => {
  expect(filtersByTab([both, inB, nowhere, divider])).toEqual({
    'TAB-a': [both],
    'TAB-b': [both, inB],
    all: [both, inB, nowhere, divider],
  })
})

it('a tab may have any name', () => {
  expect(Object.entries(filtersByTab([{ id: 'F', tabsInScope: ['__proto__'] }])).map(([tab]) => tab)).toEqual(['__proto__', 'all'])
})

it.each([[[]], [null], [undefined]])('%j are none', (configuration) => {
  expect(filtersByTab(configuration)).toEqual({})
})
