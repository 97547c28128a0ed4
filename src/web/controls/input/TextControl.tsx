import { t } from '#core/i18n/t.ts'
import { TextInput } from '../../ui/text/TextInput.tsx'
import type { ControlProps } from '../control-props.ts'
import { LineField } from '../ControlField.tsx'
import { readNumber } from './numbers.ts'
import { useDraft } from './use-draft.ts'

const textOf = (value: unknown) => (value === null || value === undefined ? '' : String(value))

/** The day of a date-time, as the browser's picker takes it. */
const dayOf = (value: unknown) => textOf(value).slice(0, 10)

/** One line of text, or a day. A number in it is stored as one. */
export const TextControl = ({ control, value, onChange }: ControlProps<'text'> | ControlProps<'number-text'>) => {
  const isDay = control.type === 'text' && control.holds === 'date'
  const draft = useDraft(isDay ? dayOf(value) : textOf(value), (text) =>
    onChange(text === '' && value === null ? null : control.type === 'number-text' && text !== '' ? readNumber(text) : text),
  )
  return (
    <LineField control={control}>
      {(labelId) => (
        <TextInput
          type={isDay ? 'date' : 'text'}
          aria-labelledby={labelId}
          placeholder={control.placeholder && t(control.placeholder)}
          {...draft}
        />
      )}
    </LineField>
  )
}
