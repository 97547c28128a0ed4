import { t } from '#core/i18n/t.ts'
import type { ControlProps } from '../control-props.ts'
import { LineField } from '../ControlField.tsx'
import { ChoiceButton } from './ChoiceButton.tsx'
import { choicesOf } from './choices.ts'

/** One of a few, or an own value where those are allowed. */
export const Select = ({ control, value, onChange, state }: ControlProps<'select'>) => (
  <LineField control={control}>
    {(labelId) => (
      <ChoiceButton
        choices={choicesOf(control, state)}
        value={value}
        onChange={onChange}
        label={t(control.label)}
        labelledBy={labelId}
        freeForm={control.freeForm}
        clearable={control.clearable}
        placeholder={control.placeholder}
      />
    )}
  </LineField>
)
