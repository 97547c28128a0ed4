import { t } from '#core/i18n/t.ts'
import type { ControlProps } from '../control-props.ts'
import { BlockField } from '../ControlField.tsx'
import { TimeRangePill } from './TimeRangePill.tsx'

/** A range of time of the chart's time column. */
export const TimeRange = ({ control, value, onChange, state }: ControlProps<'time-range'>) => {
  const column = state.form['granularity_sqla']
  return (
    <BlockField control={control}>
      {() => (
        <TimeRangePill
          label={t(control.label)}
          value={value}
          opensAs={control.opensAs}
          column={typeof column === 'string' ? column : undefined}
          onChange={onChange}
        />
      )}
    </BlockField>
  )
}
