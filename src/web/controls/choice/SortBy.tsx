import type { Choice } from '#charts/control.ts'
import { t } from '#core/i18n/t.ts'
import { columnLabel, metricLabel } from '#core/query/labels.ts'
import type { QueryColumn, QueryMetric } from '#core/query/query-object.ts'
import { asList } from '#core/query/read.ts'
import { ChoiceButton } from './ChoiceButton.tsx'
import type { ControlProps } from '../control-props.ts'
import { LineField } from '../ControlField.tsx'

const axisAndMetrics = ({ form }: ControlProps['state']): Choice[] => {
  const names = [
    ...asList<QueryColumn>(form['x_axis']).map(columnLabel),
    ...asList<QueryMetric>(form['metrics'] ?? form['metric']).map(metricLabel),
  ]
  return [...new Set(names)].map((name) => ({ value: name, label: name }))
}

/** What the axis is sorted by: its own values or one of the metrics drawn. */
export const SortBy = ({ control, value, onChange, state }: ControlProps<'sort-by'>) => (
  <LineField control={control}>
    {(labelId) => (
      <ChoiceButton
        choices={axisAndMetrics(state)}
        value={value}
        onChange={onChange}
        label={t(control.label)}
        labelledBy={labelId}
        clearable
        placeholder={control.placeholder ?? t('Default')}
      />
    )}
  </LineField>
)
