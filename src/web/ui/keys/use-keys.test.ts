import { expect, test } from 'vitest'
import { matches } from './use-keys.ts'

const press = (key: string, held: Partial<Record<'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey', true>> = {}) => ({
  key,
  metaKey: false,
  ctrlKey: false,
  shiftKey: false,
  altKey: false,
  ...held,
})

test.each([
  ['⌘K', press('k', { ctrlKey: true }), true],
  ['⌘K', press('k', { metaKey: true }), true],
  ['⌘K', press('k'), false],
  ['⌘Z', press('Z', { metaKey: true, shiftKey: true }), false],
  ['⇧⌘Z', press('Z', { metaKey: true, shiftKey: true }), true],
  ['?', press('?', { shiftKey: true }), true],
  ['/', press('/'), true],
  ['⌘↵', press('Enter', { ctrlKey: true }), true],
  ['E', press('e'), true],
  ['E', press('e', { ctrlKey: true }), false],
])('%s %o', (keys, event, expected) => {
  expect(matches(keys, event)).toBe(expected)
})
