import { expect, test } from 'vitest'
import { boundMasks, type ColumnRule } from './column-rules.ts'

const rule = (changes: Partial<ColumnRule>): ColumnRule => ({
  filter_type: 'Regular',
  mask: 'hash',
  columns: ['email'],
  roles: [1],
  ...changes,
})

test.each<[what: string, rules: ColumnRule[], roles: number[], masks: Record<string, string>]>([
  ['a regular rule binds the holders of its roles', [rule({})], [1, 2], { email: 'hash' }],
  ['a regular rule binds nobody else', [rule({})], [2], {}],
  ['a base rule binds all but the holders of its roles', [rule({ filter_type: 'Base' })], [2], { email: 'hash' }],
  ['a base rule spares the holders of its roles', [rule({ filter_type: 'Base' })], [1], {}],
  ['a base rule without roles binds people without roles', [rule({ filter_type: 'Base', roles: [] })], [], { email: 'hash' }],
  ['of several masks the strictest holds', [rule({ mask: 'year' }), rule({ mask: 'hidden' }), rule({})], [1], { email: 'hidden' }],
  [
    'each column has its own mask',
    [rule({ columns: ['a', 'b'] }), rule({ columns: ['b'], mask: 'last_four' })],
    [1],
    { a: 'hash', b: 'hash' },
  ],
])('%s', (_what, rules, roles, masks) => {
  expect(Object.fromEntries(boundMasks(rules, new Set(roles)))).toEqual(masks)
})
