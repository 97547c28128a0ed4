import { controlsOf } from '#core/filters/settings/filter-controls.ts'
import { t } from '#core/i18n/t.ts'
import { metricName } from '../../../../../controls/field/kind.ts'
import { Picker } from '../../../../../ui/choice/Picker.tsx'
import { RadioList } from '../../../../../ui/choice/RadioList.tsx'
import { Field } from '../../../../../ui/text/Field.tsx'
import { withControls } from '../draft/filter-settings.ts'
import type { SectionProps } from './FilterSettings.tsx'
import { SwitchedSetting } from './Switch.tsx'

/** The order of the values: by themselves or by a metric, ascending or descending. */
export const SortValues = ({ filter, datasets, isOn, turn, onChange }: SectionProps) => {
  const metrics = datasets.get(filter.targets[0]?.datasetId)?.metrics ?? []
  const { sortMetric } = filter
  const label = typeof sortMetric === 'object' && sortMetric !== null ? sortMetric.label : sortMetric
  return (
    <SwitchedSetting label={t('Sort filter values')} isOn={isOn('sort')} onTurn={(on) => turn('sort', on)}>
      <RadioList
        label={t('Sort order')}
        value={controlsOf(filter).sortAscending ? 'ascending' : 'descending'}
        options={[
          { key: 'ascending', label: t('Sort ascending') },
          { key: 'descending', label: t('Sort descending') },
        ]}
        onChange={(order) => onChange(withControls(filter, { sortAscending: order === 'ascending' }))}
      />
      <Field label={t('Sort Metric')} hint={t('If a metric is specified, sorting will be done based on the metric value')}>
        <Picker
          label={t('Sort Metric')}
          value={label ?? ''}
          options={[
            { value: '', label: t('None') },
            ...metrics.map((metric) => ({ value: metric.metric_name, label: metricName(metric) })),
          ]}
          onChange={(name) => onChange({ ...filter, sortMetric: name === '' ? null : name })}
        />
      </Field>
    </SwitchedSetting>
  )
}
