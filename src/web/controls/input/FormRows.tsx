import { useState } from 'react'
import type { Choice } from '#charts/control.ts'
import { t } from '#core/i18n/t.ts'
import { Checkbox } from '../../ui/choice/Checkbox.tsx'
import { TextInput } from '../../ui/text/TextInput.tsx'
import { ChoiceButton } from '../choice/ChoiceButton.tsx'
import css from '../Controls.module.css'
import { numberFault } from './numbers.ts'
import { useDraft } from './use-draft.ts'

/** Lines of an editor's form: a label, and an input whose changes are sent after a rest. */

type TextProps = { label: string; value: string; placeholder?: string; onText: (text: string) => void }

export const TextRow = ({ label, value, placeholder = '', onText }: TextProps) => {
  const draft = useDraft(value, onText, { wait: 500 })
  return (
    <label className={css['formRow']}>
      <span>{label}</span>
      <TextInput placeholder={placeholder} {...draft} />
    </label>
  )
}

type NumberProps = { label: string; value: number | null; min?: number; max?: number; onNumber: (value: number | null) => void }

/** What is no number, or lies outside its limits, is marked and not sent. */
export const NumberRow = ({ label, value, min = -Infinity, max = Infinity, onNumber }: NumberProps) => {
  const [fault, setFault] = useState<string | null>(null)
  const faultOf = (text: string): string | null => {
    const rejected = numberFault(text, t)
    if (rejected !== null || text.trim() === '') return rejected
    const isInside = Number(text) >= min && Number(text) <= max
    return isInside ? null : t('Between %(min)s and %(max)s', { min, max })
  }
  const draft = useDraft(value === null ? '' : String(value), (text) => {
    const rejected = faultOf(text)
    setFault(rejected)
    if (rejected === null) onNumber(text.trim() === '' ? null : Number(text))
  })
  return (
    <label className={css['formRow']}>
      <span>{label}</span>
      <TextInput className="tabular" inputMode="decimal" aria-invalid={fault !== null} {...draft} />
      {fault && (
        <span className={css['error']} role="alert">
          {fault}
        </span>
      )}
    </label>
  )
}

type ChoiceProps = {
  label: string
  choices: Choice[]
  value: unknown
  onChange: (value: Choice['value']) => void
  placeholder?: string
  freeForm?: boolean
  clearable?: boolean
}

export const ChoiceRow = ({ label, placeholder = t('Choose one'), ...choice }: ChoiceProps) => (
  <div className={css['formRow']}>
    <span>{label}</span>
    <ChoiceButton label={label} placeholder={placeholder} {...choice} />
  </div>
)

type CheckProps = { label: string; checked: boolean; onChange: (checked: boolean) => void }

export const CheckRow = ({ label, checked, onChange }: CheckProps) => (
  <Checkbox checked={checked} onChange={onChange} label={label}>
    <span className={css['checkWord']}>{label}</span>
  </Checkbox>
)

type EndsProps = {
  label: string
  value: readonly [number | null, number | null] | undefined
  onEnds: (ends: [number | null, number | null]) => void
}

/** Two ends of a range, either of which may be open. */
export const EndsRow = ({ label, value: [low, high] = [null, null], onEnds }: EndsProps) => (
  <fieldset className={css['ends']}>
    <legend>{label}</legend>
    <NumberRow label={t('Min')} value={low} onNumber={(next) => onEnds([next, high])} />
    <NumberRow label={t('Max')} value={high} onNumber={(next) => onEnds([low, next])} />
  </fieldset>
)
