import { t } from '#core/i18n/t.ts'
import type { ControlProps } from '../control-props.ts'
import { ChoiceButton } from './ChoiceButton.tsx'
import { LineField } from '../ControlField.tsx'
import { choicesOf } from './choices.ts'

/** The step of time. Beside the X-axis it stands without its own label. */
export const TimeGrain = (props: ControlProps<'time-grain'>) => (
  <LineField control={props.control}>{(labelId) => <GrainButton {...props} labelledBy={labelId} />}</LineField>
)

export const GrainButton = ({ control, value, onChange, state, labelledBy }: ControlProps<'time-grain'> & { labelledBy?: string }) => (
  <ChoiceButton
    choices={choicesOf(control, state)}
    value={value}
    onChange={onChange}
    label={control.label}
    labelledBy={labelledBy}
    clearable={control.clearable}
    placeholder={control.placeholder ?? t('None')}
    width={200}
  />
)
