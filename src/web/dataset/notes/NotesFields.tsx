import { useWatch } from 'react-hook-form'
import { t } from '#core/i18n/t.ts'
import { AreaField, TextField } from '../../forms/FormField.tsx'
import type { DatasetForm } from '../dataset-form.ts'

type Props = { form: DatasetForm; prefix: '' | `columns.${number}.` | `metrics.${number}.` }

/** Certification of a dataset, a column or a metric; `prefix` is its path in the form, with the trailing dot. */
export const CertificationFields = ({ form, prefix }: Props) => {
  const certifiedBy = useWatch({ control: form.control, name: `${prefix}certified_by` })
  return (
    <>
      <TextField form={form} name={`${prefix}certified_by`} label={t('Certified by')} />
      <TextField form={form} name={`${prefix}certification_details`} label={t('Certification details')} disabled={!certifiedBy.trim()} />
    </>
  )
}

/** A warning about the use of a column or metric. */
export const WarningField = ({ form, prefix }: Props) => (
  <AreaField
    form={form}
    name={`${prefix}warning_markdown`}
    label={t('Warning')}
    hint={t('Shown where it is used. Markdown is allowed.')}
    rows={2}
  />
)
