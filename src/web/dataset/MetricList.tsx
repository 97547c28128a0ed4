import { Plus, Sigma } from 'lucide-react'
import { useState } from 'react'
import { useFieldArray, useWatch } from 'react-hook-form'
import { t } from '#core/i18n/t.ts'
import { AreaField, TextField } from '../forms/FormField.tsx'
import { Button } from '../ui/button/Button.tsx'
import { SearchInput } from '../ui/text/SearchInput.tsx'
import { EmptyState } from '../ui/feedback/State.tsx'
import type { DatasetForm } from './dataset-form.ts'
import { newMetric } from './draft.ts'
import { CertificationFields } from './NotesFields.tsx'
import { Row } from './Row.tsx'
import css from './DatasetSheet.module.css'

const expressionExample = 'SUM(amount)'

type Props = {
  form: DatasetForm
  /** Key of the expanded row. */
  openKey: string | null
  onOpen: (key: string | null) => void
}

/** Saved metrics. */
export const MetricList = ({ form, openKey, onOpen }: Props) => {
  const { append, remove } = useFieldArray({ control: form.control, name: 'metrics', keyName: 'rowKey' })
  const metrics = useWatch({ control: form.control, name: 'metrics' })
  const [text, setText] = useState('')
  const shown = metrics
    .map((metric, index) => ({ ...metric, index }))
    .filter(
      ({ key, metric_name, verbose_name }) =>
        key === openKey || `${metric_name} ${verbose_name}`.toLowerCase().includes(text.trim().toLowerCase()),
    )
  const add = () => {
    const metric = newMetric(metrics)
    append(metric, { shouldFocus: false })
    onOpen(metric.key)
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
        {shown.map(({ key, index, metric_name, verbose_name, expression }) => (
          <Row
            key={key}
            icon={<Sigma aria-hidden />}
            name={verbose_name || metric_name}
            note={expression}
            open={openKey === key}
            invalid={form.formState.errors.metrics?.[index] !== undefined}
            onToggle={() => onOpen(openKey === key ? null : key)}
            onDelete={() => remove(index)}
          >
            <MetricFields key={index} form={form} index={index} name={metric_name} />
          </Row>
        ))}
      </ul>
    </>
  )
}

const MetricFields = ({ form, index, name }: { form: DatasetForm; index: number; name: string }) => {
  const prefix = `metrics.${index}.` as const
  return (
    <>
      <TextField form={form} name={`${prefix}metric_name`} label={t('Metric key')} required maxLength={255} />
      <TextField form={form} name={`${prefix}verbose_name`} label={t('Label')} placeholder={name} />
      <div className={css['wide']}>
        <AreaField
          form={form}
          name={`${prefix}expression`}
          label={t('SQL expression')}
          required
          mono
          rows={3}
          spellCheck={false}
          placeholder={expressionExample}
        />
      </div>
      <TextField form={form} name={`${prefix}d3format`} label={t('D3 format')} mono placeholder=",.2f" maxLength={128} />
      <TextField form={form} name={`${prefix}warning_text`} label={t('Warning')} />
      <div className={css['wide']}>
        <AreaField form={form} name={`${prefix}description`} label={t('Description')} rows={2} />
      </div>
      <CertificationFields form={form} prefix={prefix} />
    </>
  )
}
