import type { ControlOf, ControlState } from '#charts/control.ts'
import { noFilter } from '#core/time/range/frame.ts'
import { msg } from '#core/i18n/t.ts'
import { TimeRange } from '../../../../../controls/time-range/TimeRange.tsx'
import { defaultValueOf, withDefault } from '../draft/filter-settings.ts'
import type { DefaultProps } from './DefaultValue.tsx'
import css from './Settings.module.css'

const control: ControlOf<'time-range'> = { name: 'default_value', type: 'time-range', label: msg('Default Value') }
const state: ControlState = { form: { viz_type: 'filter_time', datasource: '0__table' }, dataset: null }

/** A time range, relative or fixed. */
export const DefaultTime = ({ filter, fault, onChange }: DefaultProps) => (
  <div className={css['controls']}>
    <TimeRange
      control={control}
      value={defaultValueOf(filter) ?? noFilter}
      state={state}
      onChange={(value) => onChange(withDefault(filter, value === noFilter ? null : value))}
    />
    {fault && (
      <p className={css['fault']} role="alert">
        {fault}
      </p>
    )}
  </div>
)
