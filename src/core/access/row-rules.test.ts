import { expect, it } from 'vitest'
import { boundClauses, type RowRule } from './row-rules.ts'

const [gamma, alpha] = [4, 3]
const rule = (clause: string, rest: Partial<RowRule> = {}): RowRule => ({
  filter_type: 'Regular',
  group_key: null,
  roles: [gamma],
  clause,
  ...rest,
})

const cases: [what: string, rules: RowRule[], roles: number[], clauses: string[]][] = [
  ['a regular rule binds the holders of one of its roles', [rule('a = 1', { roles: [9, gamma] })], [gamma, alpha], ['a = 1']],
  ['a regular rule binds nobody else', [rule('a = 1')], [alpha], []],
  ['a regular rule without roles binds nobody', [rule('a = 1', { roles: [] })], [gamma], []],
  ['a base rule binds everybody else', [rule('a = 1', { filter_type: 'Base' })], [alpha], ['a = 1']],
  ['a base rule binds callers without roles', [rule('a = 1', { filter_type: 'Base' })], [], ['a = 1']],
  ['a base rule spares the holders of one of its roles', [rule('a = 1', { filter_type: 'Base' })], [alpha, gamma], []],
  ['a base rule without roles binds everybody', [rule('1 = 0', { filter_type: 'Base', roles: [] })], [gamma], ['1 = 0']],
  ['rules without a group must all be met', [rule('a = 1'), rule('b = 2')], [gamma], ['a = 1', 'b = 2']],
  ['an empty group is none', [rule('a = 1', { group_key: '' }), rule('b = 2', { group_key: '' })], [gamma], ['a = 1', 'b = 2']],
  [
    'rules of one group are alternatives, also regular and base ones',
    [rule('a = 1', { group_key: 'g' }), rule('c = 3'), rule('b = 2', { group_key: 'g', filter_type: 'Base', roles: [] })],
    [gamma],
    ['(a = 1) OR (b = 2)', 'c = 3'],
  ],
  [
    'a rule that does not bind is no alternative',
    [rule('a = 1', { group_key: 'g' }), rule('b = 2', { group_key: 'g', roles: [9] })],
    [gamma],
    ['a = 1'],
  ],
  [
    'a comment ends before the parenthesis',
    [rule('a = 1 -- one', { group_key: 'g' }), rule('b = 2', { group_key: 'g' })],
    [gamma],
    ['(a = 1 -- one\n) OR (b = 2)'],
  ],
]

it.each(cases)('%s', (_what, rules, roles, clauses) => {
  expect(boundClauses(rules, new Set(roles))).toEqual(clauses)
})
