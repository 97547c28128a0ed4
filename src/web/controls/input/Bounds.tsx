import { t } from '#core/i18n/t.ts'
import { asList } from '#core/query/read.ts'
import { TextInput } from '../../ui/text/TextInput.tsx'
import css from '../Controls.module.css'
import type { ControlProps } from '../control-props.ts'
import { LineField } from '../ControlField.tsx'
import { numberFault, readNumber } from './numbers.ts'
import { useDraft } from './use-draft.ts'

const textOf = (value: unknown) => (value === null || value === undefined ? '' : String(value))

/** A number, null for nothing, and the text where it is no number: the form does not take it. */
const readEnd = (text: string): number | string | null => {
  const value = readNumber(text)
  return value === null || !Number.isFinite(Number(value)) ? value : Number(value)
}

/** The ends of an axis: `[min, max]`, either null. */
export const Bounds = ({ control, value, onChange }: ControlProps<'bounds'>) => {
  const [low = null, high = null] = asList<number | null>(value)
  const min = useDraft(textOf(low), (text) => onChange([readEnd(text), high]), 300)
  const max = useDraft(textOf(high), (text) => onChange([low, readEnd(text)]), 300)
  return (
    <LineField control={control}>
      {() => (
        <div className={css['pair']}>
          <TextInput
            className="tabular"
            inputMode="decimal"
            placeholder={t('Min')}
            aria-label={t('%(name)s, lowest', { name: t(control.label) })}
            aria-invalid={numberFault(min.value, t) !== null}
            {...min}
          />
          <TextInput
            className="tabular"
            inputMode="decimal"
            placeholder={t('Max')}
            aria-label={t('%(name)s, highest', { name: t(control.label) })}
            aria-invalid={numberFault(max.value, t) !== null}
            {...max}
          />
        </div>
      )}
    </LineField>
  )
}
