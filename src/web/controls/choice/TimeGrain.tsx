import { t } from '#core/i18n/t.ts'
import type { ControlProps } from '../control-props.ts'
import { ChoiceButton } from './ChoiceButton.tsx'
import { LineField } from '../ControlField.tsx'
import { choicesOf } from './choices.ts'

/** The step of time. Next to the X-axis it has no label of its own. */
export const TimeGrain = (props: ControlProps<'time-grain'>) => (
  <LineField control={props.control}>{(labelId) => <GrainButton {...props} labelledBy={labelId} />}</LineField>
)

export const GrainButton = ({ control, value, onChange, state, labelledBy }: ControlProps<'time-grain'> & { labelledBy?: string }) => (
  <ChoiceButton
    choices={choicesOf(control, state)}
    value={value}
    onChange={onChange}
    label={t(control.label)}
    labelledBy={labelledBy}
    clearable={control.clearable}
    placeholder={control.placeholder ?? t('None')}
    width={200}
  />
)
