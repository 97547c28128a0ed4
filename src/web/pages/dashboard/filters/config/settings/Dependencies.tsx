import { isFilter, type NativeFilter } from '#core/filters/native-filter.ts'
import { possibleParents } from '#core/filters/settings/dependencies.ts'
import { t } from '#core/i18n/t.ts'
import { Checkbox } from '../../../../../ui/choice/Checkbox.tsx'
import { nameOfItem } from '../ItemList.tsx'
import { faultText } from './fault-text.ts'
import type { SectionProps } from './FilterSettings.tsx'
import css from './Settings.module.css'
import { SwitchedSetting } from './Switch.tsx'

/** Types whose values narrow those of other filters. */
const isParentType = ({ filterType }: NativeFilter) =>
  filterType === 'filter_select' || filterType === 'filter_range' || filterType === 'filter_time'

/** The filters that narrow the values of this one. Those that depend on it cannot. */
export const Dependencies = ({ filter, items, faults, isOn, turn, onChange }: SectionProps) => {
  const others = items.filter(isFilter).filter((one) => one.id !== filter.id && isParentType(one))
  const possible = possibleParents(items.filter(isFilter), filter.id).map(({ id }) => id)
  const chosen = filter.cascadeParentIds
  const known = items.map(({ id }) => id)
  return (
    <SwitchedSetting
      label={t('Values are dependent on other filters')}
      isOn={isOn('dependencies')}
      onTurn={(on) => turn('dependencies', on)}
      fault={faultText(faults, 'cascadeParentIds')}
    >
      {others.map((other) => {
        const isCyclic = !possible.includes(other.id)
        return (
          <div key={other.id} className={css['choice']}>
            <Checkbox
              label={nameOfItem(other)}
              checked={chosen.includes(other.id)}
              disabled={isCyclic && !chosen.includes(other.id)}
              onChange={(on) => {
                const rest = chosen.filter((id) => id !== other.id && known.includes(id))
                onChange({ ...filter, cascadeParentIds: on ? [...rest, other.id] : rest })
              }}
            >
              {nameOfItem(other)}
            </Checkbox>
            {isCyclic && <span className={css['note']}>{t('Cyclic dependency detected')}</span>}
          </div>
        )
      })}
    </SwitchedSetting>
  )
}
