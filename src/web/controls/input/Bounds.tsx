import { t } from '#core/i18n/t.ts'
import { asList } from '#core/query/read.ts'
import { TextInput } from '../../ui/text/TextInput.tsx'
import css from '../Controls.module.css'
import type { ControlProps } from '../control-props.ts'
import { LineField } from '../ControlField.tsx'
import { readNumber, refuseNumber } from './numbers.ts'
import { useDraft } from './use-draft.ts'

const textOf = (value: unknown) => (value === null || value === undefined ? '' : String(value))
const numberOrNull = (text: string): number | null => {
  const value = readNumber(text)
  const number = Number(value)
  return value === null || !Number.isFinite(number) ? null : number
}

/** The ends of an axis: `[min, max]`, either null. */
export const Bounds = ({ control, value, onChange }: ControlProps<'bounds'>) => {
  const [low = null, high = null] = asList<number | null>(value)
  const min = useDraft(textOf(low), (text) => onChange([numberOrNull(text), high]), 300)
  const max = useDraft(textOf(high), (text) => onChange([low, numberOrNull(text)]), 300)
  const wrong = (text: string) => refuseNumber(text, { whole: false, t }) !== null
  return (
    <LineField control={control}>
      {() => (
        <div className={css['pair']}>
          <TextInput
            className="tabular"
            inputMode="decimal"
            placeholder={t('Min')}
            aria-label={t('%(name)s, lowest', { name: t(control.label) })}
            aria-invalid={wrong(min.value)}
            {...min}
          />
          <TextInput
            className="tabular"
            inputMode="decimal"
            placeholder={t('Max')}
            aria-label={t('%(name)s, highest', { name: t(control.label) })}
            aria-invalid={wrong(max.value)}
            {...max}
          />
        </div>
      )}
    </LineField>
  )
}
