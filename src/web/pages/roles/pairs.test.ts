import { expect, it } from 'vitest'
import { pairTree, selectPairs, type Pair } from './pairs.ts'

const pairs: Pair[] = [
  { id: 1, permission: 'can_read', view: 'SavedQuery' },
  { id: 2, permission: 'can_write', view: 'SavedQuery' },
  { id: 3, permission: 'can_read', view: 'Chart' },
]
const none = { text: '', shown: 'all', held: new Set<number>(), compared: null } as const
const compared = { name: 'Gamma', ids: new Set([2, 3]) }
const ids = (selection: Partial<Parameters<typeof selectPairs>[1]>) => selectPairs(pairs, { ...none, ...selection }).map(({ id }) => id)

it.each([
  ['nothing', '', [1, 2, 3]],
  ['words in any order', 'query read', [1]],
  ['words as the product writes them', 'saved query', [1, 2]],
  ['the name of the wire', 'can_read SavedQuery', [1]],
  ['what does not occur', 'dashboard', []],
])('a search for %s', (_what, text, found) => {
  expect(ids({ text })).toEqual(found)
})

it('only held pairs, or only those that differ from another role', () => {
  const held = new Set([1, 2])
  expect(ids({ shown: 'held', held })).toEqual([1, 2])
  expect(ids({ shown: 'different', held, compared })).toEqual([1, 3])
  expect(ids({ shown: 'different', held })).toEqual([])
})

it('the tree counts what is held of a view and says what differs', () => {
  expect(pairTree(pairs, { held: new Set([1, 2]), compared })).toEqual([
    { key: 'view Chart', label: 'Chart', note: '0 of 1', children: [{ key: '3', label: 'can read', note: 'in Gamma' }] },
    {
      key: 'view SavedQuery',
      label: 'SavedQuery',
      note: '2 of 2',
      children: [
        { key: '1', label: 'can read', note: 'not in Gamma' },
        { key: '2', label: 'can write' },
      ],
    },
  ])
})
