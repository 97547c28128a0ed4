import type { ControlOf, FormatRule } from '#charts/control.ts'
import type { Currency } from '#core/format/currency.ts'
import { asList, asRecord } from '#core/query/read.ts'
import type { ControlBehavior } from '../behaviors/behavior.ts'
import { currencyText } from './currency-words.ts'
import { ruleWords } from './rule.ts'

export const conditionalFormatting: ControlBehavior<ControlOf<'conditional-formatting'>> = {
  summarize: (value) => asList<FormatRule>(value).map(ruleWords).join(', '),
}

export const currency: ControlBehavior<ControlOf<'currency'>> = {
  summarize: (value, { t }) => {
    const { symbol, symbolPosition } = asRecord(value) as Currency
    if (!symbol) return ''
    return symbolPosition === 'suffix'
      ? t('%(currency)s as a suffix', { currency: currencyText(symbol) })
      : t('%(currency)s as a prefix', { currency: currencyText(symbol) })
  },
}
