import type { Condition, ConditionRule } from '#core/filters/scope/visibility.ts'
import { textOfValue } from '#core/filters/values/value-text.ts'
import { t } from '#core/i18n/t.ts'

type Words = { name: string; values: string }

const sentences: Record<ConditionRule, (words: Words) => string> = {
  is: (words) => t('Only when %(name)s is %(values)s', words),
  is_not: (words) => t('Only when %(name)s is not %(values)s', words),
  any: (words) => t('Only when %(name)s has any value', words),
  none: (words) => t('Only when %(name)s has no value', words),
}

/** The condition in words; `name` is that of its filter. */
export const conditionText = ({ rule, values }: Condition, name: string | null): string =>
  name === null ? t('Its filter was removed: always shown') : sentences[rule]({ name, values: values.map(textOfValue).join(', ') })
