import { t } from '#core/i18n/t.ts'
import { operatorId, operatorOf, operatorWords } from '#core/query/filter-operators.ts'
import { noFilter } from '#core/time/range/frame.ts'
import { rangeText } from '#core/time/range/words.ts'
import type { ExplainedFilter, Explanation, LastRun } from '#api/chart-answer.ts'

const origins: Record<ExplainedFilter['from'], () => string> = {
  chart: () => t('by the chart'),
  dashboard: () => t('by the dashboard'),
  dataset: () => t('by the dataset'),
  row_level_security: () => t('by row-level security'),
}

const maxValues = 5

const valueText = (value: unknown): string => {
  if (!Array.isArray(value)) return value === null || value === undefined ? '' : String(value)
  const shown = value.slice(0, maxValues).map((item) => String(item ?? t('nothing')))
  return value.length > maxValues
    ? t('%(values)s and %(count)s more', { values: shown.join(', '), count: value.length - maxValues })
    : shown.join(', ')
}

/** `region is one of north, south`, in the words of the filter editor; unknown operators unchanged. */
const conditionText = ({ column, op, val }: ExplainedFilter): string => {
  if (column === null) return valueText(val)
  const id = operatorId({ operator: op, comparator: val })
  if (id === null) return [column, op, valueText(val)].filter(Boolean).join(' ')
  const { takes } = operatorOf(id)
  const value = takes === 'none' ? '' : takes === 'range' ? rangeText(String(val ?? ''), t) : valueText(val)
  return [column, operatorWords(id, t), value].filter(Boolean).join(' ')
}

/** Whether the filter restricts the rows: a time range without bounds does not. */
export const isEffective = ({ op, val, applied }: ExplainedFilter): boolean => applied && !(op === 'TEMPORAL_RANGE' && val === noFilter)

export const filterText = (filter: ExplainedFilter): string =>
  `${conditionText(filter)} (${filter.applied ? origins[filter.from]() : t('ignored')})`

const ageText = (seconds: number): string =>
  seconds < 120
    ? t.plural(seconds, '%(count)s second old', '%(count)s seconds old')
    : t.plural(Math.round(seconds / 60), '%(count)s minute old', '%(count)s minutes old')

export const cacheText = ({
  state,
  age_seconds: age,
  timeout,
}: Pick<Explanation['cache'], 'state' | 'age_seconds' | 'timeout'>): string => {
  if (timeout < 0) return t('Results are not cached')
  if (state === 'none' || age === null) return t('Not in the cache')
  return state === 'stale' ? t('%(age)s, expired', { age: ageText(age) }) : ageText(age)
}

/** `Compared with 1 year ago, then pivot, rolling`. */
export const stepsText = (steps: Explanation['steps']): string[] => [
  ...steps.flatMap(({ table }) => (table === undefined ? [] : [t('Rows fetched from %(table)s', { table })])),
  ...steps.flatMap(({ offset }) => (offset === undefined ? [] : [t('Compared with %(offset)s', { offset })])),
  ...steps.flatMap(({ operation }) => (operation === undefined ? [] : [operation])),
]

export const runText = ({ rows_scanned: scanned, shared }: LastRun): string[] => [
  ...(scanned === null ? [] : [t('%(rows)s rows read', { rows: scanned.toLocaleString(t.locale) })]),
  ...(shared ? [t('From rows read once for several charts with the same filter')] : []),
]
