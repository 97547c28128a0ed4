import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { newDataset } from '#api/bodies/dataset.ts'
import { t } from '#core/i18n/t.ts'
import { markChanged } from '../../../data/resources.ts'
import { TextField } from '../../../forms/FormField.tsx'
import { FormDialog } from '../../../forms/FormFrame.tsx'
import { useEditForm } from '../../../forms/use-edit-form.ts'
import { say } from '../../../ui/feedback/toast.ts'
import { datasetOfQuery, saveQuery } from '../data/save-query.ts'
import { useExplore, useExploreStore } from '../state/explore-context.ts'

/** Saves the query of a chart as a virtual dataset, which the chart then uses. */
export const SaveAsDataset = ({ onClose }: { onClose: () => void }) => {
  const dataset = useExplore((state) => state.dataset)
  const store = useExploreStore()
  const client = useQueryClient()
  const [start] = useState(() => ({ table_name: dataset.datasource_name }))
  const form = useEditForm({
    start,
    isNew: true,
    body: { of: ({ table_name }) => datasetOfQuery(dataset, table_name), schema: newDataset },
    save: ({ table_name }) => saveQuery(dataset, table_name),
    onSaved: async (saved) => {
      onClose()
      store.getState().swapDataset(saved)
      say(t('The dataset has been saved'), { kind: 'good' })
      await markChanged(client, { kind: 'dataset' })
    },
  })
  return (
    <FormDialog form={form} id="save-as-dataset" title={t('Save as dataset')} onClose={onClose}>
      <TextField form={form} name="table_name" label={t('Dataset name')} required maxLength={250} />
    </FormDialog>
  )
}
