import { t } from '#core/i18n/t.ts'
import { asList } from '#core/query/read.ts'
import type { ControlProps } from '../control-props.ts'
import { BlockField } from '../ControlField.tsx'
import { ManyChoice } from './ManyChoice.tsx'
import type { ChoiceValue } from './match.ts'
import { choicesOf } from './choices.ts'

/** Several of many. */
export const SelectMany = ({ control, value, onChange, state }: ControlProps<'select-many'>) => (
  <BlockField control={control}>
    {(labelId) => (
      <ManyChoice
        choices={choicesOf(control, state)}
        values={asList<ChoiceValue>(value)}
        onChange={onChange}
        label={t(control.label)}
        labelledBy={labelId}
        freeForm={control.freeForm}
        placeholder={control.placeholder}
      />
    )}
  </BlockField>
)
