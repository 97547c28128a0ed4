import { ruleColor } from '#core/color/rule-tints.ts'
import { asList, asNumber } from '#core/query/read.ts'
import type { ThemeName } from '#core/theme/tokens.ts'
import type { FormatRule } from '../../control.ts'

type Test = (value: number, rule: { target: number; left: number; right: number }) => boolean

const tests: Record<string, Test> = {
  None: () => true,
  '>': (value, { target }) => value > target,
  '<': (value, { target }) => value < target,
  '≥': (value, { target }) => value >= target,
  '≤': (value, { target }) => value <= target,
  '=': (value, { target }) => value === target,
  '≠': (value, { target }) => value !== target,
  '< x <': (value, { left, right }) => value > left && value < right,
  '≤ x ≤': (value, { left, right }) => value >= left && value <= right,
  '≤ x <': (value, { left, right }) => value >= left && value < right,
  '< x ≤': (value, { left, right }) => value > left && value <= right,
}

const faint = 0.08
const full = 0.3

/** How far a value goes beyond its rule's bound, 0 to 1, among all values of its column. */
const strength = (value: number, rule: FormatRule, [low, high]: [number, number]): number => {
  const target = asNumber(rule.targetValue) ?? low
  const operator = rule.operator ?? 'None'
  if (operator === '<' || operator === '≤') return target === low ? 1 : (target - value) / (target - low)
  if (operator === '>' || operator === '≥') return target === high ? 1 : (value - target) / (high - target)
  if (operator === 'None') return high === low ? 1 : (value - low) / (high - low)
  return 1
}

/** The colour and opacity that the last matching rule of a column gives a value; null without one. */
export const formatOfCell = (
  rules: unknown,
  { column, value, extent }: { column: string; value: number; extent: [number, number] },
  theme: ThemeName,
): { color: string; opacity: number } | null => {
  const matching = asList<FormatRule>(rules).filter((rule) => {
    const test = tests[rule.operator ?? 'None']
    const [target, left, right] = [rule.targetValue, rule.targetValueLeft, rule.targetValueRight].map((bound) => asNumber(bound) ?? 0)
    return rule.column === column && test?.(value, { target: target ?? 0, left: left ?? 0, right: right ?? 0 })
  })
  const rule = matching.at(-1)
  if (!rule?.colorScheme) return null
  return {
    color: ruleColor(rule.colorScheme, theme),
    opacity: faint + (full - faint) * Math.min(1, Math.max(0, strength(value, rule, extent))),
  }
}
