import { readColumnStyles } from '#charts/shared/form/column-styles.ts'
import { t } from '#core/i18n/t.ts'
import { ownValue } from '#core/encoding/own-keys.ts'
import { metricLabel } from '#core/query/labels.ts'
import type { QueryMetric } from '#core/query/query-object.ts'
import { asList } from '#core/query/read.ts'
import { TextInput } from '../../ui/text/TextInput.tsx'
import type { ControlProps } from '../control-props.ts'
import { BlockField } from '../ControlField.tsx'
import css from '../Controls.module.css'
import { numberFault } from '../input/numbers.ts'
import { useDraft } from '../input/use-draft.ts'

/** Where the scale of each metric ends. */
export const MetricMaxima = ({ control, value, onChange, state }: ControlProps<'column-config'>) => {
  const styles = readColumnStyles(value)
  const metrics = asList<QueryMetric>(state.form['metrics']).map(metricLabel)
  return (
    <BlockField control={control}>
      {() =>
        metrics.map((name) => (
          <Maximum
            key={name}
            name={name}
            value={ownValue(styles, name)?.radarMetricMaxValue ?? null}
            onValue={(radarMetricMaxValue) => onChange({ ...styles, [name]: { ...ownValue(styles, name), radarMetricMaxValue } })}
          />
        ))
      }
    </BlockField>
  )
}

type MaximumProps = { name: string; value: number | string | null; onValue: (value: number | null) => void }

/** What is no number is marked, and changes nothing. */
const Maximum = ({ name, value, onValue }: MaximumProps) => {
  const draft = useDraft(value === null ? '' : String(value), (text) => {
    if (numberFault(text, t) === null) onValue(text.trim() === '' ? null : Number(text))
  })
  return (
    <div className={css['formRow']}>
      <span>{name}</span>
      <TextInput
        className="tabular"
        inputMode="decimal"
        aria-label={t('Maximum of %(name)s', { name })}
        aria-invalid={numberFault(draft.value, t) !== null}
        placeholder={t('auto')}
        {...draft}
      />
    </div>
  )
}
