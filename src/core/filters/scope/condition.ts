import { conditionKey, type Meta } from '../../layout/component.ts'
import { asList, asRecord } from '../../query/read.ts'
import { instantOf } from '../../time/moment.ts'
import { NO_TIME_RANGE, resolveTimeRange } from '../../time/time-range.ts'
import { hasValue, type DataMasks } from '../data-mask.ts'
import type { NativeFilter } from '../native-filter.ts'

const listRules = ['is', 'is_not'] as const
const rangeRules = ['equals', 'differs', 'overlaps', 'apart'] as const
const valueRules = ['any', 'none'] as const

export const conditionRules = [...listRules, ...rangeRules, ...valueRules] as const
export type ConditionRule = (typeof conditionRules)[number]

/**
 * Shows a component only while a filter has one of these values or none of them; while its range equals, differs from, overlaps or lies
 * apart from this one (two bounds, or one text of a time range); or while it has any value, or no value.
 */
export type Condition = { filterId: string; rule: ConditionRule; values: readonly unknown[] }

const rulesByType: Record<NativeFilter['filterType'], readonly ConditionRule[]> = {
  filter_select: [...listRules, ...valueRules],
  filter_timecolumn: [...listRules, ...valueRules],
  filter_timegrain: [...listRules, ...valueRules],
  filter_groupby: [...listRules, ...valueRules],
  filter_range: [...rangeRules, ...valueRules],
  filter_time: [...rangeRules, ...valueRules],
  unknown: valueRules,
}

/** The rules that make sense for the values of a filter. */
export const rulesFor = (filter: Pick<NativeFilter, 'filterType'>): readonly ConditionRule[] => rulesByType[filter.filterType]

export const needsValues = (rule: ConditionRule): boolean => rule !== 'any' && rule !== 'none'

export const readCondition = (meta: Meta | undefined): Condition | null => {
  const { filterId, rule, values } = asRecord(meta?.[conditionKey])
  const known = conditionRules.find((one) => one === rule)
  return typeof filterId === 'string' && known ? { filterId, rule: known, values: asList(values) } : null
}

/** The value of a filter as the values of a condition. */
export const valuesOf = (value: unknown): readonly unknown[] => {
  if (Array.isArray(value)) return value as unknown[]
  return hasValue(value) && value !== NO_TIME_RANGE ? [value] : []
}

type Span = { from: number; to: number; /** Whether the end belongs to it. */ isClosed: boolean }

const asBound = (value: unknown, open: number): number => (typeof value === 'number' ? value : open)

/** Two bounds, or the text of a time range; null for what cannot be read. */
const readSpan = (values: readonly unknown[], now: number): Span | null => {
  const [first, second] = values
  if (typeof first !== 'string') return { from: asBound(first, -Infinity), to: asBound(second, Infinity), isClosed: true }
  try {
    const { since, until } = resolveTimeRange(first, { now })
    return { from: since ? instantOf(since) : -Infinity, to: until ? instantOf(until) : Infinity, isClosed: false }
  } catch {
    return null
  }
}

const isBefore = (a: Span, b: Span): boolean => (a.isClosed ? a.to < b.from : a.to <= b.from)

const areSame = (a: Span, b: Span): boolean => a.from === b.from && a.to === b.to

const isMetByRange = (rule: ConditionRule, wanted: readonly unknown[], chosen: readonly unknown[], now: number): boolean => {
  const [a, b] = [readSpan(wanted, now), readSpan(chosen, now)]
  if (!a || !b) return (wanted[0] === chosen[0]) === (rule === 'equals' || rule === 'overlaps')
  if (rule === 'equals' || rule === 'differs') return areSame(a, b) === (rule === 'equals')
  return (!isBefore(a, b) && !isBefore(b, a)) === (rule === 'overlaps')
}

/**
 * Whether a condition is met. One on a filter that no longer exists always is; a filter without a value is not what a condition names.
 * Relative time ranges count from `now`, in ms.
 */
export const isMet = ({ filterId, rule, values }: Condition, masks: DataMasks, now: number = Date.now()): boolean => {
  const mask = masks[filterId]
  if (!mask) return true
  const chosen = valuesOf(mask.filterState?.value)
  const isSet = hasValue(chosen)
  if (rule === 'any' || rule === 'none') return isSet === (rule === 'any')
  if (!isSet) return rule === 'is_not' || rule === 'differs' || rule === 'apart'
  if (rule === 'is' || rule === 'is_not') {
    const texts = chosen.map(String)
    return values.some((one) => texts.includes(String(one))) === (rule === 'is')
  }
  return isMetByRange(rule, values, chosen, now)
}
