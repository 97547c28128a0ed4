import { useQueryClient } from '@tanstack/react-query'
import { savedQueryBody, type SavedQueryBody } from '#api/bodies/saved-query.ts'
import { savedQueryCreate, savedQueryList, savedQueryUpdate } from '#api/saved-query.ts'
import { tagObject, untagObject } from '#api/tag.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../../data/call.ts'
import { useSession } from '../../data/session.ts'
import { emptyText } from '../../forms/field-text.ts'
import { AreaField, FormField, TextField } from '../../forms/FormField.tsx'
import { FormDialog } from '../../forms/FormFrame.tsx'
import { useEditForm } from '../../forms/use-edit-form.ts'
import { say } from '../../ui/feedback/toast.ts'
import { TagsField } from './TagsField.tsx'

/** What the dialog does not edit: the text, and where it runs. Fields that are missing are not written. */
export type SavedText = Pick<SavedQueryBody, 'db_id' | 'catalog' | 'schema' | 'sql' | 'template_parameters'>

type Props = {
  /** Null saves a new query. */
  id: number | null
  start: { label: string; description: string; tags: string[] }
  text: SavedText
  onClose: () => void
  onSaved?: (saved: { id: number; label: string }) => void
}

/** The type number of saved queries in the addresses of tags. */
const queryType = '1'

const setTags = async (id: number, before: readonly string[], after: readonly string[]) => {
  const object = { object_type: queryType, object_id: String(id) }
  const added = after.filter((tag) => !before.includes(tag))
  if (added.length > 0) await call(tagObject, { params: object, body: { properties: { tags: added } } })
  for (const tag of before) if (!after.includes(tag)) await call(untagObject, { params: { ...object, tag } })
}

/** Name, description and tags of a new or existing saved query. */
export const SavedQueryDialog = ({ id, start, text, onClose, onSaved }: Props) => {
  const client = useQueryClient()
  const { hasPermission } = useSession()
  const bodyOf = ({ label, description }: Props['start']) => ({ ...text, label: label.trim(), description })
  const form = useEditForm({
    start,
    body: { of: bodyOf, schema: savedQueryBody },
    check: ({ label }) => (label.trim() ? [] : [{ path: 'label', text: emptyText() }]),
    save: async (values) => {
      const body = bodyOf(values)
      const saved = id === null ? await call(savedQueryCreate, { body }) : await call(savedQueryUpdate, { params: { pk: id }, body })
      const savedId = id ?? saved.id ?? 0
      await setTags(savedId, start.tags, values.tags)
      return savedId
    },
    onSaved: async (savedId, { label }) => {
      say(t('Query saved'), { kind: 'good' })
      onClose()
      onSaved?.({ id: savedId, label: label.trim() })
      await client.invalidateQueries({ queryKey: [savedQueryList.path] })
    },
    isNew: id === null,
    hasMoreChanges: text.sql !== undefined,
  })
  return (
    <FormDialog form={form} id="saved-query" title={id === null ? t('Save query') : t('Edit saved query')} onClose={onClose}>
      <TextField form={form} name="label" label={t('Name')} required maxLength={256} />
      <AreaField form={form} name="description" label={t('Description')} rows={4} />
      {hasPermission('can_write', 'Tag') && (
        <FormField form={form} name="tags" label={t('Tags')}>
          {({ value, onValue }) => <TagsField tags={value} onChange={onValue} />}
        </FormField>
      )}
    </FormDialog>
  )
}
