import { expect, test } from 'vitest'
import { stateOf, toggleNode, type TreeNode } from './checks.ts'

const tree: TreeNode = {
  key: 'all',
  label: 'All',
  children: [
    { key: 'a', label: 'A' },
    {
      key: 'b',
      label: 'B',
      children: [
        { key: 'b1', label: 'B1' },
        { key: 'b2', label: 'B2', disabled: true },
      ],
    },
  ],
}

test.each<[string[], string, string[]]>([
  [[], 'none', ['a', 'b1']],
  [['a'], 'some', ['a', 'b1']],
  [['a', 'b1'], 'all', []],
  [['b2'], 'none', ['a', 'b1', 'b2']],
])('a parent of %j has %s checked', (checked, state, next) => {
  const before = new Set(checked)
  expect(stateOf(tree, before)).toBe(state)
  expect([...toggleNode(tree, before)].sort()).toEqual(next)
})
