import { t } from '#core/i18n/t.ts'
import { TextInput } from '../../ui/text/TextInput.tsx'
import type { ControlProps } from '../control-props.ts'
import { LineField } from '../ControlField.tsx'
import { numberFault, readNumber } from './numbers.ts'
import { useDraft } from './use-draft.ts'

const textOf = (value: unknown) => (value === null || value === undefined ? '' : String(value))

/** A number; the arrow keys step. What is no number stays as it was typed, marked. */
export const NumberControl = ({ control, value, onChange }: ControlProps<'number'>) => {
  const draft = useDraft(textOf(value), (text) => onChange(readNumber(text)))
  const step = control.step ?? 1
  const { min = -Infinity, max = Infinity } = control
  return (
    <LineField control={control}>
      {(labelId) => (
        <TextInput
          className="tabular"
          inputMode="decimal"
          aria-labelledby={labelId}
          aria-invalid={numberFault(draft.value, t) !== null}
          placeholder={control.placeholder && t(control.placeholder)}
          {...draft}
          onKeyDown={(event) => {
            draft.onKeyDown(event)
            const sign = { ArrowUp: 1, ArrowDown: -1 }[event.key]
            if (!sign) return
            event.preventDefault()
            const next = Math.min(max, Math.max(min, Number(draft.value || 0) + sign * step))
            draft.onValue(String(Math.round(next * 1e6) / 1e6))
          }}
        />
      )}
    </LineField>
  )
}
