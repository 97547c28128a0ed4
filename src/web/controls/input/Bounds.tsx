import { useMemo } from 'react'
import { t } from '#core/i18n/t.ts'
import { asList } from '#core/query/read.ts'
import { TextInput } from '../../ui/text/TextInput.tsx'
import css from '../Controls.module.css'
import type { ControlProps } from '../control-props.ts'
import { LineField } from '../ControlField.tsx'
import { numberFault, readNumber } from './numbers.ts'
import { useDraft } from './use-draft.ts'

type Texts = readonly [low: string, high: string]

const textOf = (value: unknown) => (value === null || value === undefined ? '' : String(value))

const textsOf = (value: unknown): Texts => {
  const [low, high] = asList(value)
  return [textOf(low), textOf(high)]
}

/** A number, null for nothing, and the text where it is no number: the form does not take it. */
const readEnd = (text: string): number | string | null => {
  const value = readNumber(text)
  return value === null || !Number.isFinite(Number(value)) ? value : Number(value)
}

const isSame = (a: Texts, b: Texts) => readEnd(a[0]) === readEnd(b[0]) && readEnd(a[1]) === readEnd(b[1])

/** The ends of an axis: `[min, max]`, either null. */
export const Bounds = ({ control, value, onChange }: ControlProps<'bounds'>) => {
  const texts = useMemo(() => textsOf(value), [value])
  const draft = useDraft(texts, ([low, high]) => onChange([readEnd(low), readEnd(high)]), { wait: 300, isSame })
  const [low, high] = draft.value
  const shared = { className: 'tabular', inputMode: 'decimal', onBlur: draft.onBlur, onKeyDown: draft.onKeyDown } as const
  return (
    <LineField control={control}>
      {() => (
        <div className={css['pair']}>
          <TextInput
            {...shared}
            placeholder={t('Min')}
            aria-label={t('%(name)s, lowest', { name: t(control.label) })}
            aria-invalid={numberFault(low, t) !== null}
            value={low}
            onValue={(text) => draft.onValue([text, high])}
          />
          <TextInput
            {...shared}
            placeholder={t('Max')}
            aria-label={t('%(name)s, highest', { name: t(control.label) })}
            aria-invalid={numberFault(high, t) !== null}
            value={high}
            onValue={(text) => draft.onValue([low, text])}
          />
        </div>
      )}
    </LineField>
  )
}
