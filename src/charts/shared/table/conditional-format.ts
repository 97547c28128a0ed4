import { ruleColor } from '#core/color/rule-tints.ts'
import { asList, asNumber } from '#core/query/read.ts'
import type { ThemeName } from '#core/theme/tokens.ts'
import { ruleIcons } from '../../control.ts'
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

export type CellFormat = { color: string; opacity: number; paints: 'cell' | 'text'; icon: string | null }

export type FormattedValue = { column: string; value: number; extent: [number, number] }

const isMatch = (rule: FormatRule, { column, value }: FormattedValue): boolean => {
  const test = tests[rule.operator ?? 'None']
  const [target, left, right] = [rule.targetValue, rule.targetValueLeft, rule.targetValueRight].map((bound) => asNumber(bound) ?? 0)
  return rule.column === column && Boolean(test?.(value, { target: target ?? 0, left: left ?? 0, right: right ?? 0 }))
}

const formatBy = (rule: FormatRule | undefined, { value, extent }: FormattedValue, theme: ThemeName): CellFormat | null => {
  if (!rule?.colorScheme) return null
  const share = rule.useGradient === false ? 1 : Math.min(1, Math.max(0, strength(value, rule, extent)))
  return {
    color: ruleColor(rule.colorScheme, theme),
    opacity: faint + (full - faint) * share,
    paints: rule.toTextColor ? 'text' : 'cell',
    icon: rule.icon ? (ruleIcons[rule.icon] ?? null) : null,
  }
}

/** What the last matching rule of a column makes of a value; null without one. */
export const formatOfCell = (rules: unknown, cell: FormattedValue, theme: ThemeName): CellFormat | null =>
  formatBy(
    asList<FormatRule>(rules).findLast((rule) => isMatch(rule, cell)),
    cell,
    theme,
  )

/** What the last matching rule about whole rows makes of a row. Its icon stays in its own cell. */
export const formatOfRow = (rules: unknown, cells: readonly FormattedValue[], theme: ThemeName): CellFormat | null => {
  for (const rule of asList<FormatRule>(rules).toReversed()) {
    const cell = rule.toAllRow ? cells.find((candidate) => isMatch(rule, candidate)) : undefined
    const format = cell && formatBy(rule, cell, theme)
    if (format) return { ...format, icon: null }
  }
  return null
}
