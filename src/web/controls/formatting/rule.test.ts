import { expect, test } from 'vitest'
import { t } from '#core/i18n/t.ts'
import type { FormatRule } from '#charts/control.ts'
import { ruleFaults, ruleWords, settledRule, type RuleFaults } from './rule.ts'

const full = { column: 'a', colorScheme: 'x' }

test.each<[FormatRule, RuleFaults]>([
  [{}, { column: 'Required', colorScheme: 'Required', operator: 'Required' }],
  [{ ...full, operator: 'None' }, {}],
  [{ ...full, operator: '>' }, { targetValue: 'Required' }],
  [{ ...full, operator: '>', targetValue: 0 }, {}],
  [{ ...full, operator: '< x <', targetValueLeft: 1 }, { targetValueRight: 'Required' }],
  [
    { ...full, operator: '≤ x ≤', targetValueLeft: 5, targetValueRight: 5 },
    {
      targetValueLeft: 'This value should be smaller than the right target value',
      targetValueRight: 'This value should be greater than the left target value',
    },
  ],
  [{ ...full, operator: '≤ x ≤', targetValueLeft: 5, targetValueRight: 6 }, {}],
  [{ ...full, operator: '< x <', targetValueLeft: '9', targetValueRight: '10' }, {}],
])('%j is refused with %j', (rule, faults) => expect(ruleFaults(rule, t)).toEqual(faults))

test('keeps only the targets its operator takes', () =>
  expect(settledRule({ ...full, operator: '>', targetValue: 1, targetValueLeft: 2, targetValueRight: 3 })).toEqual({
    ...full,
    operator: '>',
    targetValue: 1,
  }))

test.each<[FormatRule, string]>([
  [{ ...full, operator: '>', targetValue: 5 }, 'a > 5'],
  [{ ...full, operator: '≤ x <', targetValueLeft: 1, targetValueRight: 2 }, '1 ≤ a < 2'],
  [{ ...full, column: '$&$1', operator: '≤ x <', targetValueLeft: 1, targetValueRight: 2 }, '1 ≤ $&$1 < 2'],
  [{ ...full, operator: 'None' }, 'a'],
])('%j in words', (rule, words) => expect(ruleWords(rule)).toBe(words))
