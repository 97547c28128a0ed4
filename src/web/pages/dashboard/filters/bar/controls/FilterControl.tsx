import type { NativeFilter } from '#core/filters/native-filter.ts'
import { t } from '#core/i18n/t.ts'
import css from '../FilterBar.module.css'
import type { ControlProps } from './control-props.ts'
import { RangeControl } from './RangeControl.tsx'
import { SelectControl, SettingControl } from './SelectControl.tsx'
import { TimeControl } from './TimeControl.tsx'

/** The control of a filter, in the bar and for its default value in the configuration. */
export const FilterControl = ({ filter, ...props }: ControlProps<NativeFilter>) => {
  switch (filter.filterType) {
    case 'filter_select':
      return <SelectControl filter={filter} {...props} />
    case 'filter_range':
      return <RangeControl filter={filter} {...props} />
    case 'filter_time':
      return <TimeControl filter={filter} {...props} />
    case 'filter_timecolumn':
    case 'filter_timegrain':
    case 'filter_groupby':
      return <SettingControl filter={filter} {...props} />
    case 'unknown':
      return <p className={css['note']}>{t('This type of filter is not known')}</p>
  }
}
