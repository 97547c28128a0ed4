import { t } from '#core/i18n/t.ts'
import { ChoiceButton } from '../choice/ChoiceButton.tsx'
import { LineField } from '../ControlField.tsx'
import type { ControlProps } from '../control-props.ts'
import { noColumnsText, offeredColumns } from '../field/FieldChoice.tsx'
import { FieldIcon } from '../field/FieldIcon.tsx'
import { columnName } from '../field/kind.ts'

/** One of the time columns of the dataset. */
export const TimeColumn = ({ control, value, onChange, state }: ControlProps<'time-column'>) => (
  <LineField control={control}>
    {(labelId) => (
      <ChoiceButton
        choices={offeredColumns(state.dataset, 'temporal', 'any').map((column) => ({
          value: column.column_name,
          label: columnName(column),
        }))}
        value={value}
        onChange={onChange}
        label={t(control.label)}
        labelledBy={labelId}
        clearable={control.clearable}
        placeholder={control.placeholder}
        empty={noColumnsText('temporal')}
        renderIcon={() => <FieldIcon kind="time" />}
      />
    )}
  </LineField>
)
