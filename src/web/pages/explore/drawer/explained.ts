import { t } from '#core/i18n/t.ts'
import { operatorId, operatorOf, operatorWords } from '#core/query/filter-operators.ts'
import { noFilter } from '#core/time/range/frame.ts'
import { rangeText } from '#core/time/range/words.ts'
import type { ExplainedFilter, Explanation, LastRun } from '#api/chart-answer.ts'

/** The explanation of a query as lines of words. */

const origins: Record<ExplainedFilter['from'], () => string> = {
  chart: () => t('by the chart'),
  dashboard: () => t('by the dashboard'),
  dataset: () => t('by the dataset'),
  row_level_security: () => t('by your row-level rules'),
}

const longest = 5

const valueText = (value: unknown): string => {
  if (!Array.isArray(value)) return value === null || value === undefined ? '' : String(value)
  const shown = value.slice(0, longest).map((item) => String(item ?? t('nothing')))
  return value.length > longest
    ? t('%(values)s and %(count)s more', { values: shown.join(', '), count: value.length - longest })
    : shown.join(', ')
}

/** `region is one of north, south`, as the editor of filters says it; an operator that it does not have as it is. */
const conditionText = ({ column, op, val }: ExplainedFilter): string => {
  if (column === null) return valueText(val)
  const id = operatorId({ operator: op, comparator: val })
  if (id === null) return [column, op, valueText(val)].filter(Boolean).join(' ')
  const { takes } = operatorOf(id)
  const value = takes === 'none' ? '' : takes === 'range' ? rangeText(String(val ?? ''), t) : valueText(val)
  return [column, operatorWords(id, t), value].filter(Boolean).join(' ')
}

/** What filters the rows: a time range without bounds does not. */
export const isInForce = ({ op, val, applied }: ExplainedFilter): boolean => applied && !(op === 'TEMPORAL_RANGE' && val === noFilter)

export const filterText = (filter: ExplainedFilter): string =>
  `${conditionText(filter)} (${filter.applied ? origins[filter.from]() : t('left out')})`

const ageText = (seconds: number): string =>
  seconds < 120
    ? t.plural(seconds, '%(count)s second old', '%(count)s seconds old')
    : t.plural(Math.round(seconds / 60), '%(count)s minute old', '%(count)s minutes old')

export const cacheText = ({
  state,
  age_seconds: age,
  timeout,
}: Pick<Explanation['cache'], 'state' | 'age_seconds' | 'timeout'>): string => {
  if (timeout < 0) return t('Answers are not kept')
  if (state === 'none' || age === null) return t('Not in the cache')
  return state === 'stale' ? t('%(age)s, its time is over', { age: ageText(age) }) : ageText(age)
}

/** `Compared with 1 year ago, then pivot, rolling`. */
export const stepsText = (steps: Explanation['steps']): string[] => [
  ...steps.flatMap(({ offset }) => (offset === undefined ? [] : [t('Compared with %(offset)s', { offset })])),
  ...steps.flatMap(({ operation }) => (operation === undefined ? [] : [operation])),
]

export const runText = ({ rows_scanned: scanned, shared }: LastRun): string[] => [
  ...(scanned === null ? [] : [t('%(rows)s rows read', { rows: scanned.toLocaleString(t.locale) })]),
  ...(shared ? [t('From rows that charts under the same filter read together')] : []),
]
