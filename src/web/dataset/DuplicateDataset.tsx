import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { datasetCopy } from '#api/bodies/dataset.ts'
import { datasetDuplicate } from '#api/dataset.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../data/call.ts'
import { paths } from '../data/paths.ts'
import { markChanged } from '../data/resources.ts'
import { TextField } from '../forms/FormField.tsx'
import { FormDialog } from '../forms/FormFrame.tsx'
import { useEditForm } from '../forms/use-edit-form.ts'

type Props = { id: number; name: string; onClose: () => void }

/** Copies a dataset made of SQL under another name, and opens the copy. */
export const DuplicateDataset = ({ id, name, onClose }: Props) => {
  const navigate = useNavigate()
  const client = useQueryClient()
  const bodyOf = ({ table_name }: { table_name: string }) => ({ base_model_id: id, table_name: table_name.trim() })
  const form = useEditForm({
    start: { table_name: t('%(name)s (copy)', { name }) },
    isNew: true,
    body: { of: bodyOf, schema: datasetCopy },
    save: (values) => call(datasetDuplicate, { body: bodyOf(values) }),
    onSaved: async (copy) => {
      onClose()
      await markChanged(client, { kind: 'dataset' })
      await navigate(paths.dataset(copy.id))
    },
  })
  return (
    <FormDialog form={form} id="duplicate-dataset" title={t('Duplicate dataset')} action={t('Duplicate')} onClose={onClose}>
      <TextField form={form} name="table_name" label={t('New dataset name')} required maxLength={250} data-autofocus />
    </FormDialog>
  )
}
