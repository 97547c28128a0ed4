import { useWatch } from 'react-hook-form'
import { t } from '#core/i18n/t.ts'
import { TextField } from '../forms/FormField.tsx'
import type { DatasetForm } from './dataset-form.ts'

/** Who certifies a dataset, a column or a metric; `at` is the path of that, with its dot. */
export const NotesFields = ({ form, at }: { form: DatasetForm; at: '' | `columns.${number}.` | `metrics.${number}.` }) => {
  const certifiedBy = useWatch({ control: form.control, name: `${at}certified_by` })
  return (
    <>
      <TextField form={form} name={`${at}certified_by`} label={t('Certified by')} />
      <TextField form={form} name={`${at}certification_details`} label={t('Certification details')} disabled={!certifiedBy.trim()} />
    </>
  )
}
