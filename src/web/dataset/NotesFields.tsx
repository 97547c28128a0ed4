import { useWatch } from 'react-hook-form'
import { t } from '#core/i18n/t.ts'
import { TextField } from '../forms/FormField.tsx'
import type { DatasetForm } from './dataset-form.ts'

/** Certification of a dataset, a column or a metric; `prefix` is its path in the form, with the trailing dot. */
export const CertificationFields = ({ form, prefix }: { form: DatasetForm; prefix: '' | `columns.${number}.` | `metrics.${number}.` }) => {
  const certifiedBy = useWatch({ control: form.control, name: `${prefix}certified_by` })
  return (
    <>
      <TextField form={form} name={`${prefix}certified_by`} label={t('Certified by')} />
      <TextField form={form} name={`${prefix}certification_details`} label={t('Certification details')} disabled={!certifiedBy.trim()} />
    </>
  )
}
