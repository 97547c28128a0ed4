import { useMemo } from 'react'
import type { ControlOf, ControlState } from '#charts/control.ts'
import type { AdhocFilter } from '#core/query/adhoc-filter.ts'
import { asList } from '#core/query/read.ts'
import { noFilter } from '#core/time/range/frame.ts'
import { msg, t } from '#core/i18n/t.ts'
import { SurfaceContext, useSurface } from '../../../../../controls/control-props.ts'
import { Filters } from '../../../../../controls/filter/Filters.tsx'
import { TimeRange } from '../../../../../controls/time-range/TimeRange.tsx'
import { faultText } from './fault-text.ts'
import type { SectionProps } from './FilterSettings.tsx'
import css from './Settings.module.css'
import { SwitchedSetting } from './Switch.tsx'

const conditions: ControlOf<'filters'> = { name: 'adhoc_filters', type: 'filters', label: msg('Pre-filter') }
const timeRange: ControlOf<'time-range'> = { name: 'time_range', type: 'time-range', label: msg('Time range') }

/** Conditions and a time range under which the values of the filter are looked up. */
export const PreFilter = ({ filter, faults, datasets, isOn, turn, onChange }: SectionProps) => {
  const surface = useSurface()
  const dataset = datasets.get(filter.targets[0]?.datasetId)
  const here = useMemo(
    () => ({
      ...surface,
      datasource: { id: dataset?.id ?? 0, type: 'table' },
      backend: dataset?.database.backend ?? null,
      offersValues: dataset?.filter_select !== false,
      keepsLastTimeFilter: false,
    }),
    [surface, dataset],
  )
  const state: ControlState = {
    form: { viz_type: filter.filterType, datasource: `${here.datasource.id}__table` },
    dataset: dataset ?? null,
  }
  return (
    <SwitchedSetting
      label={t('Pre-filter available values')}
      isOn={isOn('preFilter')}
      onTurn={(on) => turn('preFilter', on)}
      fault={faultText(faults, 'preFilter')}
    >
      <SurfaceContext value={here}>
        <div className={css['controls']}>
          <Filters
            control={conditions}
            value={filter.adhoc_filters}
            state={state}
            onChange={(value) => onChange({ ...filter, adhoc_filters: asList<AdhocFilter>(value) })}
          />
          <TimeRange
            control={timeRange}
            value={filter.time_range ?? noFilter}
            state={state}
            onChange={(value) => onChange({ ...filter, time_range: typeof value === 'string' && value !== noFilter ? value : null })}
          />
        </div>
      </SurfaceContext>
    </SwitchedSetting>
  )
}
