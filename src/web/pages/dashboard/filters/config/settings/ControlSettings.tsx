import { controlsOf, type FilterControls } from '#core/filters/settings/filter-controls.ts'
import type { NativeFilter } from '#core/filters/native-filter.ts'
import { t } from '#core/i18n/t.ts'
import { Checkbox } from '../../../../../ui/choice/Checkbox.tsx'
import { RadioList } from '../../../../../ui/choice/RadioList.tsx'
import { withControls } from '../draft/filter-settings.ts'
import type { SectionProps } from './FilterSettings.tsx'
import css from './Settings.module.css'
import { SwitchedSetting } from './Switch.tsx'

type Flag = { name: Exclude<keyof FilterControls, 'singleValue' | 'sortAscending'>; label: string }

const required = (): Flag => ({ name: 'enableEmptyFilter', label: t('Filter value is required') })

const multiple = (): Flag => ({ name: 'multiSelect', label: t('Can select multiple values') })

const flagsOf = (type: NativeFilter['filterType']): Flag[] => {
  if (type === 'filter_groupby') return [required(), multiple()]
  if (type !== 'filter_select') return [required()]
  return [
    required(),
    { name: 'defaultToFirstItem', label: t('Select first filter value by default') },
    multiple(),
    { name: 'searchAllOptions', label: t('Dynamically search all filter values') },
    { name: 'inverseSelection', label: t('Inverse selection') },
    { name: 'creatable', label: t('Allow creation of new values') },
  ]
}

const singles = ['minimum', 'exact', 'maximum'] as const

/** What people may do with the filter. */
export const ControlSettings = ({ filter, isOn, turn, onChange }: SectionProps) => {
  const controls = controlsOf(filter)
  if (filter.filterType === 'unknown') return null
  return (
    <>
      {filter.filterType === 'filter_range' && (
        <SwitchedSetting label={t('Single Value')} isOn={isOn('single')} onTurn={(on) => turn('single', on)}>
          <RadioList
            label={t('Single value type')}
            value={controls.singleValue ?? 'exact'}
            options={[
              { key: 'minimum', label: t('Minimum') },
              { key: 'exact', label: t('Exact') },
              { key: 'maximum', label: t('Maximum') },
            ]}
            onChange={(single) => onChange(withControls(filter, { enableSingleValue: singles.indexOf(single) }))}
          />
        </SwitchedSetting>
      )}
      <fieldset className={css['flags']}>
        <legend>{t('Filter Settings')}</legend>
        {flagsOf(filter.filterType).map(({ name, label }) => (
          <Checkbox
            key={name}
            label={label}
            checked={controls[name]}
            onChange={(on) => onChange(withControls(filter, { [name]: on }, { excludedText: t('(excluded)') }))}
          >
            {label}
          </Checkbox>
        ))}
      </fieldset>
    </>
  )
}
