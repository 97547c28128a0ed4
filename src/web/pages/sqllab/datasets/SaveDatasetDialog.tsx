import { useQueryClient } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { t } from '#core/i18n/t.ts'
import { paths } from '../../../data/paths.ts'
import { markChanged } from '../../../data/resources.ts'
import { useSearch } from '../../../data/wire/use-search.ts'
import { emptyText } from '../../../forms/field-text.ts'
import { FormField, TextField } from '../../../forms/FormField.tsx'
import { FormDialog } from '../../../forms/FormFrame.tsx'
import { useEditForm } from '../../../forms/use-edit-form.ts'
import { objectOptions } from '../../../lists/options.ts'
import { Segmented } from '../../../ui/choice/Segmented.tsx'
import { Combobox } from '../../../ui/combobox/Combobox.tsx'
import { say } from '../../../ui/feedback/toast.ts'
import { createDataset, overwriteDataset, type DatasetSource } from './save-dataset.ts'

type Draft = { how: 'new' | 'overwrite'; name: string; existing: number[] }

type Props = { source: DatasetSource; name: string; onClose: () => void }

/** Saves a statement as a new dataset, or in place of another one's, and opens it in explore. */
export const SaveDatasetDialog = ({ source, name, onClose }: Props) => {
  const client = useQueryClient()
  const navigate = useNavigate()
  const form = useEditForm<Draft, number>({
    start: { how: 'new', name, existing: [] },
    check: ({ how, name: given, existing }) => {
      if (how === 'new') return given.trim() ? [] : [{ path: 'name', text: emptyText() }]
      return existing.length > 0 ? [] : [{ path: 'existing', text: emptyText() }]
    },
    place: (path) => (path === 'table_name' ? 'name' : path),
    save: ({ how, name: given, existing: [id] }) =>
      how === 'new' || id === undefined ? createDataset(source, given.trim()) : overwriteDataset(source, id),
    onSaved: async (id) => {
      say(t('The dataset has been saved'), { kind: 'good' })
      onClose()
      await markChanged(client, { kind: 'dataset', id })
      void navigate(paths.exploreDataset(id))
    },
    isNew: true,
  })
  const how = useWatch({ control: form.control, name: 'how' })
  return (
    <FormDialog form={form} id="save-dataset" title={t('Save as dataset')} action={t('Save & explore')} onClose={onClose}>
      <FormField form={form} name="how" label={t('Dataset')}>
        {({ value, onValue }) => (
          <Segmented
            label={t('Dataset')}
            value={value}
            onChange={onValue}
            options={[
              { key: 'new', label: t('Save as new') },
              { key: 'overwrite', label: t('Overwrite existing') },
            ]}
          />
        )}
      </FormField>
      {how === 'new' ? (
        <TextField form={form} name="name" label={t('Name')} required maxLength={250} />
      ) : (
        <FormField
          form={form}
          name="existing"
          label={t('Dataset')}
          hint={t('Its SQL and columns are replaced. Charts that use columns which are gone will break.')}
        >
          {({ value, onValue }) => <DatasetField chosen={value} onChange={onValue} />}
        </FormField>
      )}
    </FormDialog>
  )
}

const DatasetField = ({ chosen, onChange, ...described }: { chosen: number[]; onChange: (ids: number[]) => void; id?: string }) => {
  const { data = [], isWaiting, onSearch } = useSearch(objectOptions('dataset', 'ct'))
  const options = data.map(({ value, label }) => ({ value: Number(value), label }))
  return (
    <Combobox
      {...described}
      label={t('Dataset')}
      options={options}
      found={isWaiting ? null : options}
      values={chosen}
      onChange={onChange}
      onSearch={onSearch}
      loading={isWaiting}
    />
  )
}
