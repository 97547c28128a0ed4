import { hasValue } from '#core/filters/data-mask.ts'
import { controlsOf } from '#core/filters/settings/filter-controls.ts'
import { t } from '#core/i18n/t.ts'
import { Field } from '../../../../../ui/text/Field.tsx'
import { holdsSection } from '../draft/filter-settings.ts'
import { DefaultControl } from './DefaultControl.tsx'
import { faultText } from './fault-text.ts'
import type { SectionProps } from './FilterSettings.tsx'
import { SwitchedSetting } from './Switch.tsx'

/** What the filter starts with, chosen in the control that people will use. */
export const DefaultValue = (props: SectionProps) => {
  const { filter, faults, isOn, turn } = props
  const { defaultToFirstItem, enableEmptyFilter } = controlsOf(filter)
  const [target] = filter.targets
  const needsColumn = filter.filterType === 'filter_select' || filter.filterType === 'filter_range'
  const isComplete = filter.filterType === 'filter_time' || (target?.datasetId !== undefined && (!needsColumn || hasValue(target.column)))
  const isRequired = enableEmptyFilter && !defaultToFirstItem
  const note = () => {
    if (defaultToFirstItem) return t('Default value set automatically when "Select first filter value by default" is checked')
    if (isRequired && !holdsSection(filter, 'default')) return t('Default value must be set when "Filter value is required" is checked')
    return undefined
  }
  const fault = faultText(faults, 'default')
  return (
    <SwitchedSetting
      label={t('Filter has default value')}
      isOn={!defaultToFirstItem && (isRequired || isOn('default'))}
      disabled={defaultToFirstItem || isRequired}
      onTurn={(on) => turn('default', on)}
      note={fault ? undefined : note()}
    >
      {isComplete ? (
        <div data-invalid={fault !== undefined}>
          <Field required label={t('Default Value')} error={fault}>
            <DefaultControl filter={filter} datasets={props.datasets} onChange={props.onChange} />
          </Field>
        </div>
      ) : (
        <p role={fault ? 'alert' : undefined}>{t('Fill all required fields to enable "Default Value"')}</p>
      )}
    </SwitchedSetting>
  )
}
