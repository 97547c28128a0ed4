import { Plus, Sigma } from 'lucide-react'
import { useFieldArray, useWatch } from 'react-hook-form'
import { t } from '#core/i18n/t.ts'
import { CurrencyInput } from '../../controls/formatting/Currency.tsx'
import { AreaField, FormField, TextField } from '../../forms/FormField.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { SearchInput } from '../../ui/text/SearchInput.tsx'
import { EmptyState } from '../../ui/feedback/State.tsx'
import type { DatasetForm } from '../dataset-form.ts'
import { newMetric } from '../draft.ts'
import { useListedRows } from './use-listed-rows.tsx'
import { CertificationFields, WarningField } from '../notes/NotesFields.tsx'
import { Row } from './Row.tsx'
import { SqlExpression } from '../SqlExpression.tsx'
import css from '../DatasetSheet.module.css'

const expressionExample = 'SUM(amount)'

type Props = {
  form: DatasetForm
  /** Key of the expanded row. */
  openKey: string | null
  onOpen: (key: string | null) => void
  isLocked: boolean
}

/** Saved metrics. */
export const MetricList = ({ form, openKey, onOpen, isLocked }: Props) => {
  const { append, remove, move } = useFieldArray({ control: form.control, name: 'metrics', keyName: 'rowKey' })
  const metrics = useWatch({ control: form.control, name: 'metrics' })
  const { text, setText, rows, canMove, more } = useListedRows({
    items: metrics,
    nameOf: (metric) => metric.metric_name,
    isLocked,
    openKey,
    move,
  })
  const add = () => {
    const metric = newMetric(metrics)
    append(metric, { shouldFocus: false })
    onOpen(metric.key)
  }
  return (
    <>
      <div className={css['tools']}>
        <SearchInput className={css['search'] ?? ''} label={t('Search metrics')} value={text} onValue={setText} />
        {!isLocked && (
          <Button icon={<Plus />} onClick={add}>
            {t('Metric')}
          </Button>
        )}
      </div>
      {rows.length === 0 && (
        <EmptyState
          title={text ? t('No results found') : t('No metrics')}
          text={text ? undefined : t('A metric is an aggregate that charts share: a sum, a rate, an average.')}
        />
      )}
      <ul className={css['list']}>
        {rows.map(({ item: { key, metric_name, verbose_name, expression }, index, onMove }) => (
          <Row
            key={key}
            icon={<Sigma aria-hidden />}
            name={verbose_name || metric_name}
            note={expression}
            open={openKey === key}
            invalid={form.formState.errors.metrics?.[index] !== undefined}
            onToggle={() => onOpen(openKey === key ? null : key)}
            onDelete={isLocked ? undefined : () => remove(index)}
            isLocked={isLocked}
            place={canMove ? { list: 'metrics', index, move } : undefined}
            onMove={onMove}
          >
            <MetricFields key={index} form={form} index={index} name={metric_name} />
          </Row>
        ))}
      </ul>
      {more}
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
        <SqlExpression form={form} name={`${prefix}expression`} kind="metric" placeholder={expressionExample} />
      </div>
      <TextField form={form} name={`${prefix}d3format`} label={t('D3 format')} mono placeholder=",.2f" maxLength={128} />
      <FormField form={form} name={`${prefix}currency`} label={t('Currency')}>
        {({ value, onValue }) => <CurrencyInput value={value} onChange={onValue} label={t('Currency')} />}
      </FormField>
      <div className={css['wide']}>
        <AreaField form={form} name={`${prefix}description`} label={t('Description')} rows={2} />
      </div>
      <CertificationFields form={form} prefix={prefix} />
      <div className={css['wide']}>
        <WarningField form={form} prefix={prefix} />
      </div>
    </>
  )
}
