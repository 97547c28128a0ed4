import { Plus, Sigma } from 'lucide-react'
import { useState } from 'react'
import { t } from '#core/i18n/t.ts'
import { Button } from '../ui/button/Button.tsx'
import { Field } from '../ui/text/Field.tsx'
import { SearchInput } from '../ui/text/SearchInput.tsx'
import { EmptyState } from '../ui/feedback/State.tsx'
import { TextArea, TextInput } from '../ui/text/TextInput.tsx'
import { newMetric, type MetricDraft } from './draft.ts'
import { NotesFields } from './NotesFields.tsx'
import { Row } from './Row.tsx'
import css from './DatasetSheet.module.css'

const expressionExample = 'SUM(amount)'

type Props = {
  metrics: MetricDraft[]
  /** Key of the one that is open at first. */
  begun?: string | null
  onChange: (metrics: MetricDraft[]) => void
}

/** Saved metrics. */
export const MetricList = ({ metrics, begun = null, onChange }: Props) => {
  const [opened, setOpened] = useState<string | null>(begun)
  const [text, setText] = useState('')
  const shown = metrics.filter(({ metric_name, verbose_name }) =>
    `${metric_name} ${verbose_name}`.toLowerCase().includes(text.trim().toLowerCase()),
  )
  const add = () => {
    const metric = newMetric(metrics)
    onChange([...metrics, metric])
    setOpened(metric.key)
  }
  return (
    <>
      <div className={css['tools']}>
        <SearchInput className={css['search'] ?? ''} label={t('Search metrics')} value={text} onValue={setText} />
        <Button icon={<Plus />} onClick={add}>
          {t('Metric')}
        </Button>
      </div>
      {shown.length === 0 && (
        <EmptyState
          title={text ? t('No results found') : t('No metrics')}
          text={text ? undefined : t('A metric is an aggregate that charts share: a sum, a rate, an average.')}
        />
      )}
      <ul className={css['list']}>
        {shown.map((metric) => {
          const set = (part: Partial<MetricDraft>) => onChange(metrics.map((one) => (one.key === metric.key ? { ...one, ...part } : one)))
          return (
            <Row
              key={metric.key}
              icon={<Sigma aria-hidden />}
              name={metric.verbose_name || metric.metric_name}
              note={metric.expression}
              open={opened === metric.key}
              onToggle={() => setOpened(opened === metric.key ? null : metric.key)}
              onDelete={() => onChange(metrics.filter(({ key }) => key !== metric.key))}
            >
              <Field label={t('Metric key')} required>
                <TextInput value={metric.metric_name} maxLength={255} onValue={(metric_name) => set({ metric_name })} />
              </Field>
              <Field label={t('Label')}>
                <TextInput value={metric.verbose_name} placeholder={metric.metric_name} onValue={(verbose_name) => set({ verbose_name })} />
              </Field>
              <div className={css['wide']}>
                <Field label={t('SQL expression')} required>
                  <TextArea
                    mono
                    rows={3}
                    spellCheck={false}
                    value={metric.expression}
                    placeholder={expressionExample}
                    onValue={(expression) => set({ expression })}
                  />
                </Field>
              </div>
              <Field label={t('D3 format')}>
                <TextInput mono value={metric.d3format} placeholder=",.2f" maxLength={128} onValue={(d3format) => set({ d3format })} />
              </Field>
              <Field label={t('Warning')}>
                <TextInput value={metric.warning_text} onValue={(warning_text) => set({ warning_text })} />
              </Field>
              <div className={css['wide']}>
                <Field label={t('Description')}>
                  <TextArea rows={2} value={metric.description} onValue={(description) => set({ description })} />
                </Field>
              </div>
              <NotesFields notes={metric} set={set} />
            </Row>
          )
        })}
      </ul>
    </>
  )
}
