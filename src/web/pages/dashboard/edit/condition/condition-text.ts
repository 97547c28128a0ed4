import { needsValues, type Condition, type ConditionRule } from '#core/filters/scope/condition.ts'
import { rangeLabel } from '#core/filters/values/filter-value.ts'
import { textOfValue } from '#core/filters/values/value-text.ts'
import { t } from '#core/i18n/t.ts'

type Words = { name: string; values: string }

const isOneOf = (words: Words) => t('Only when %(name)s is %(values)s', words)
const isNoneOf = (words: Words) => t('Only when %(name)s is not %(values)s', words)

const sentences: Record<ConditionRule, (words: Words) => string> = {
  is: isOneOf,
  is_not: isNoneOf,
  equals: isOneOf,
  differs: isNoneOf,
  overlaps: (words) => t('Only when %(name)s overlaps %(values)s', words),
  apart: (words) => t('Only when %(name)s does not overlap %(values)s', words),
  any: (words) => t('Only when %(name)s has any value', words),
  none: (words) => t('Only when %(name)s has no value', words),
}

const asBound = (value: unknown): number | null => (typeof value === 'number' ? value : null)

const valuesText = ({ rule, values }: Condition): string => {
  const isRange = needsValues(rule) && rule !== 'is' && rule !== 'is_not'
  if (isRange && typeof values[0] !== 'string') return rangeLabel([asBound(values[0]), asBound(values[1])])
  return values.map(textOfValue).join(', ')
}

/** The condition in words; `name` is that of its filter. */
export const conditionText = (condition: Condition, name: string | null): string =>
  name === null ? t('Its filter was removed: always shown') : sentences[condition.rule]({ name, values: valuesText(condition) })
