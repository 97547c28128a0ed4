import type { Currency as CurrencyValue } from '#core/format/currency.ts'
import { t } from '#core/i18n/t.ts'
import { asRecord } from '#core/query/read.ts'
import { ChoiceButton } from '../choice/ChoiceButton.tsx'
import css from '../Controls.module.css'
import type { ControlProps } from '../control-props.ts'
import { BlockField } from '../ControlField.tsx'
import { currencyText } from './currency-words.ts'

const codes = ['USD', 'EUR', 'GBP', 'INR', 'MXN', 'JPY', 'CNY']

type InputProps = { value: unknown; onChange: (value: CurrencyValue | null) => void; label: string }

/** A currency and whether it is before or after the number. */
export const CurrencyInput = ({ value, onChange, label }: InputProps) => {
  const { symbol, symbolPosition } = asRecord(value) as CurrencyValue
  return (
    <div className={css['pair']}>
      <ChoiceButton
        choices={[
          { value: 'prefix', label: t('Prefix') },
          { value: 'suffix', label: t('Suffix') },
        ]}
        value={symbolPosition ?? null}
        onChange={(position) => onChange({ symbol: symbol ?? null, symbolPosition: String(position) })}
        label={t('%(name)s, place', { name: label })}
        placeholder={t('Prefix or suffix')}
      />
      <ChoiceButton
        freeForm
        clearable
        choices={codes.map((code) => ({ value: code, label: currencyText(code) }))}
        value={symbol ?? null}
        onChange={(code) => onChange(code === null ? null : { symbol: String(code), symbolPosition: symbolPosition ?? 'prefix' })}
        label={t('%(name)s, currency', { name: label })}
        placeholder={t('Currency')}
      />
    </div>
  )
}

export const Currency = ({ control, value, onChange }: ControlProps<'currency'>) => (
  <BlockField control={control}>{() => <CurrencyInput value={value} onChange={onChange} label={t(control.label)} />}</BlockField>
)
