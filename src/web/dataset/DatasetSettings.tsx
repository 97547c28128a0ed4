import { useWatch } from 'react-hook-form'
import { t } from '#core/i18n/t.ts'
import { AreaField, CheckField, FormField, TextField } from '../forms/FormField.tsx'
import { OwnersField } from '../lists/people/OwnersField.tsx'
import { Picker } from '../ui/choice/Picker.tsx'
import type { DatasetForm } from './dataset-form.ts'
import { CertificationFields } from './notes/NotesFields.tsx'
import { StatementField } from './source/StatementField.tsx'
import type { StatementPlace } from './source/use-statement-check.ts'
import css from './DatasetSheet.module.css'

type Props = {
  form: DatasetForm
  /** Its database, which checks the statement. */
  source: { backend: string | null; place: StatementPlace | null }
  isLocked: boolean
}

/** The settings tab of a dataset. */
export const DatasetSettings = ({ form, source, isLocked }: Props) => {
  const { control } = form
  const [isVirtual, columns] = useWatch({ control, name: ['isVirtual', 'columns'] })
  const times = columns.filter((column) => column.is_dttm)
  return (
    <fieldset className={css['settings']} disabled={isLocked}>
      <TextField form={form} name="table_name" label={isVirtual ? t('Dataset name') : t('Table')} required maxLength={250} />
      <FormField form={form} name="main_dttm_col" label={t('Default datetime')} hint={t('The default time column of new charts.')}>
        {({ value, onValue }) => (
          <Picker
            label={t('Default datetime')}
            value={value}
            options={[
              { value: '', label: t('None') },
              ...times.map((column) => ({ value: column.column_name, label: column.verbose_name || column.column_name })),
            ]}
            onChange={onValue}
          />
        )}
      </FormField>
      <FormField
        form={form}
        name="currency_code_column"
        label={t('Currency code column')}
        hint={t('The column with the currency of each row, for metrics whose currency is chosen automatically.')}
      >
        {({ value, onValue }) => (
          <Picker
            label={t('Currency code column')}
            value={value}
            options={[
              { value: '', label: t('None') },
              ...columns.map((column) => ({ value: column.column_name, label: column.verbose_name || column.column_name })),
            ]}
            onChange={onValue}
          />
        )}
      </FormField>
      {isVirtual && (
        <div className={css['wide']}>
          <Statement form={form} source={source} isLocked={isLocked} />
        </div>
      )}
      <div className={css['wide']}>
        <AreaField form={form} name="description" label={t('Description')} rows={3} />
      </div>
      <div className={css['wide']}>
        <FormField form={form} name="owners" label={t('Owners')}>
          {({ value, onValue }) => <OwnersField tag="dataset" owners={value} onChange={onValue} />}
        </FormField>
      </div>
      <CertificationFields form={form} prefix="" />
      <div className={css['wide']}>
        <AreaField
          form={form}
          name="warning_markdown"
          label={t('Warning')}
          hint={t('Shown where the dataset is used. Markdown is allowed.')}
          rows={2}
        />
      </div>
      <TextField
        form={form}
        name="cache_timeout"
        label={t('Cache timeout')}
        hint={t('In seconds. Empty = as set for the database, -1 = never.')}
        inputMode="numeric"
      />
      <TextField
        form={form}
        name="offset"
        label={t('Hours offset')}
        hint={t('Hours to add to all times; may be negative.')}
        inputMode="numeric"
      />
      <TextField form={form} name="default_endpoint" label={t('Default URL')} hint={t('Opened from lists instead of explore.')} />
      <TextField
        form={form}
        name="fetch_values_predicate"
        label={t('Values predicate')}
        hint={t('A WHERE clause for the values suggested by filters.')}
        mono
        maxLength={1000}
      />
      <div className={css['wide']}>
        <AreaField
          form={form}
          name="template_params"
          label={t('Template parameters')}
          hint={t('JSON available to templates in SQL.')}
          mono
          rows={2}
          spellCheck={false}
        />
      </div>
      <div className={css['switches']}>
        <CheckField form={form} name="filter_select_enabled" label={t('Filters suggest values of columns')} />
        <CheckField form={form} name="always_filter_main_dttm" label={t('Always filter the main datetime column')} />
        <CheckField form={form} name="normalize_columns" label={t('Normalize column names')} />
        <CheckField form={form} name="disallow_adhoc_metrics" label={t('Charts use saved metrics only')} />
      </div>
    </fieldset>
  )
}

/** The statement of a virtual dataset; where nothing may be changed, it is only shown. */
const Statement = ({ form, source, isLocked }: Props) => {
  const templateParams = useWatch({ control: form.control, name: 'template_params' })
  if (isLocked) return <AreaField form={form} name="sql" label={t('SQL')} mono rows={10} spellCheck={false} readOnly />
  return (
    <FormField form={form} name="sql" label={t('SQL')} required>
      {({ value, onValue, onBlur }) => (
        <StatementField {...source} value={value} onChange={onValue} onBlur={onBlur} templateParams={templateParams} />
      )}
    </FormField>
  )
}
