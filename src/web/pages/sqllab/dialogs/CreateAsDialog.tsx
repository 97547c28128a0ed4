import { t } from '#core/i18n/t.ts'
import { emptyText } from '../../../forms/field-text.ts'
import { TextField } from '../../../forms/FormField.tsx'
import { FormDialog } from '../../../forms/FormFrame.tsx'
import { useEditForm } from '../../../forms/use-edit-form.ts'

type Props = { method: 'TABLE' | 'VIEW'; onCreate: (name: string) => void; onClose: () => void }

/** Asks for the name of the table or view that a query becomes. */
export const CreateAsDialog = ({ method, onCreate, onClose }: Props) => {
  const form = useEditForm({
    start: { name: '' },
    check: ({ name }) => (name.trim() ? [] : [{ path: 'name', text: emptyText() }]),
    save: ({ name }) => Promise.resolve(name.trim()),
    onSaved: (name) => {
      onClose()
      onCreate(name)
    },
  })
  return (
    <FormDialog
      form={form}
      id="create-as"
      title={method === 'TABLE' ? t('Create table as') : t('Create view as')}
      action={t('Create')}
      onClose={onClose}
    >
      <TextField
        form={form}
        name="name"
        label={method === 'TABLE' ? t('Table name') : t('View name')}
        hint={t('It is made of the whole script, whose last statement has to be a SELECT.')}
        required
        maxLength={256}
      />
    </FormDialog>
  )
}
