import { materializationBody, rhythms, type Rhythm } from '#api/bodies/materialization.ts'
import { materializationSet, type Materialization } from '#api/dataset-materialization.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../../../data/call.ts'
import { FormField, TextField } from '../../../forms/FormField.tsx'
import { FormDialog } from '../../../forms/FormFrame.tsx'
import { useEditForm } from '../../../forms/use-edit-form.ts'
import { integerOf } from '../../../forms/values.ts'
import { Picker } from '../../../ui/choice/Picker.tsx'
import { tableName } from '../../../upload/table-name.ts'
import { rhythmText } from './rhythm-text.ts'

type Props = { id: number; name: string; known: Materialization | null; onClose: () => void; onSaved: () => Promise<void> }

const defaultKept = 3

/** Table, rhythm and generations of a materialized dataset. */
export const MaterializeDialog = ({ id, name, known, onClose, onSaved }: Props) => {
  const start: { table_name: string; every: Rhythm; kept: string } = {
    table_name: known?.table_name ?? tableName(`${name}_table`),
    every: known?.every ?? 'day',
    kept: String(known?.kept ?? defaultKept),
  }
  const bodyOf = (values: typeof start) => ({ ...values, table_name: values.table_name.trim(), kept: integerOf(values.kept) })
  const form = useEditForm({
    start,
    isNew: known === null,
    body: { of: bodyOf, schema: materializationBody },
    save: (values) => call(materializationSet, { params: { pk: id }, body: materializationBody.parse(bodyOf(values)) }),
    onSaved: async () => {
      onClose()
      await onSaved()
    },
  })
  return (
    <FormDialog
      form={form}
      id="materialize"
      title={t('Materialize %(name)s', { name })}
      action={known ? t('Save') : t('Materialize')}
      onClose={onClose}
    >
      <p>
        {t(
          'The rows that you may read are written into a table of Files, with a dataset of its own. Rules for rows and columns of this dataset do not apply to it.',
        )}
      </p>
      <TextField form={form} name="table_name" label={t('Table')} required maxLength={250} data-autofocus />
      <FormField form={form} name="every" label={t('How often')}>
        {({ value, onValue }) => (
          <Picker
            label={t('How often')}
            value={value}
            options={rhythms.map((rhythm) => ({ value: rhythm, label: t(rhythmText[rhythm]) }))}
            onChange={onValue}
          />
        )}
      </FormField>
      <TextField
        form={form}
        name="kept"
        label={t('Generations to keep')}
        hint={t('Older generations of the table are deleted.')}
        required
        inputMode="numeric"
      />
    </FormDialog>
  )
}
