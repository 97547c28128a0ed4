import { useQueryClient } from '@tanstack/react-query'
import { layerCreate, layerList, layerUpdate } from '#api/annotation-layer.ts'
import { newLayer } from '#api/bodies/annotation-layer.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../../data/call.ts'
import { AreaField, TextField } from '../../forms/FormField.tsx'
import { FormSheet } from '../../forms/FormFrame.tsx'
import { useEditForm } from '../../forms/use-edit-form.ts'
import { withSaveFailure } from '../../lists/save-failure.ts'
import { say } from '../../ui/feedback/toast.ts'
import type { LayerRow } from './annotation-layers-config.tsx'

type Props = { layer: Pick<LayerRow, 'id' | 'name' | 'descr'> | null; onClose: () => void }

/** Name and description of a new or existing layer. */
export const LayerSheet = ({ layer, onClose }: Props) => {
  const client = useQueryClient()
  const form = useEditForm({
    start: { name: layer?.name ?? '', descr: layer?.descr ?? '' },
    body: { of: (values) => values, schema: newLayer },
    save: (body) => (layer ? call(layerUpdate, { params: { pk: layer.id }, body }) : call(layerCreate, { body })),
    onSaved: async () => {
      say(t('Annotation layer saved'), { kind: 'good' })
      onClose()
      await client.invalidateQueries({ queryKey: [layerList.path] })
    },
    isNew: !layer,
  })
  return (
    <FormSheet
      form={withSaveFailure(form, { isNew: !layer, noun: t.plural(1, 'annotation layer', 'annotation layers') })}
      id="layer"
      title={layer ? t('Edit annotation layer') : t('New annotation layer')}
      onClose={onClose}
    >
      <TextField form={form} name="name" label={t('Name')} required maxLength={250} />
      <AreaField form={form} name="descr" label={t('Description')} rows={4} />
    </FormSheet>
  )
}
