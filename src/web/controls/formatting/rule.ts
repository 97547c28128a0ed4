import type { FormatRule } from '#charts/control.ts'
import type { Translate } from '#core/i18n/t.ts'
import { asNumber } from '#core/query/read.ts'

export const noOperator = 'None'
export const oneTarget = ['>', '<', '≥', '≤', '=', '≠'] as const
export const twoTargets = ['< x <', '≤ x ≤', '≤ x <', '< x ≤'] as const
export const ruleOperators: readonly string[] = [noOperator, ...oneTarget, ...twoTargets]

export const takesTwo = (operator: string | undefined): boolean => (twoTargets as readonly string[]).includes(operator ?? '')
export const takesOne = (operator: string | undefined): boolean => (oneTarget as readonly string[]).includes(operator ?? '')

export type RuleFaults = Partial<Record<keyof FormatRule, string>>

/** What is wrong with a rule, by field. */
export const ruleFaults = (rule: FormatRule, t: Translate): RuleFaults => {
  const faults: RuleFaults = {}
  const need = (field: keyof FormatRule) => {
    const value = rule[field]
    if (value === undefined || value === null || value === '' || Number.isNaN(value)) faults[field] = t('Required')
  }
  need('column')
  need('colorScheme')
  need('operator')
  if (takesOne(rule.operator)) need('targetValue')
  if (takesTwo(rule.operator)) {
    need('targetValueLeft')
    need('targetValueRight')
    const [left, right] = [asNumber(rule.targetValueLeft), asNumber(rule.targetValueRight)]
    if (left !== undefined && right !== undefined && left >= right) {
      faults.targetValueLeft ??= t('This value should be smaller than the right target value')
      faults.targetValueRight ??= t('This value should be greater than the left target value')
    }
  }
  return faults
}

/** The rule as it is stored: only the targets that its operator takes. */
export const settledRule = (rule: FormatRule): FormatRule => {
  const { targetValue, targetValueLeft, targetValueRight, ...rest } = rule
  return {
    ...rest,
    ...(takesOne(rule.operator) && targetValue !== undefined && { targetValue }),
    ...(takesTwo(rule.operator) && targetValueLeft !== undefined && { targetValueLeft }),
    ...(takesTwo(rule.operator) && targetValueRight !== undefined && { targetValueRight }),
  }
}

export const ruleWords = ({ column = '', operator, targetValue, targetValueLeft, targetValueRight }: FormatRule): string => {
  if (takesTwo(operator)) return `${String(targetValueLeft)} ${(operator ?? '').replace('x', () => column)} ${String(targetValueRight)}`
  return takesOne(operator) ? `${column} ${operator} ${String(targetValue)}` : column
}
