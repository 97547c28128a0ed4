import { useQueryClient } from '@tanstack/react-query'
import { savedQueryBody, type SavedQueryBody } from '#api/bodies/saved-query.ts'
import { savedQueryCreate, savedQueryList, savedQueryUpdate } from '#api/saved-query.ts'
import { tagObject, untagObject } from '#api/tag.ts'
import { t } from '#core/i18n/t.ts'
import { call, callWithEtag, type CallOptions } from '../../data/call.ts'
import { CallError } from '../../data/call-error.ts'
import { useSession } from '../../data/session.ts'
import { emptyText } from '../../forms/field-text.ts'
import { AreaField, FormField, TextField } from '../../forms/FormField.tsx'
import { FormDialog } from '../../forms/FormFrame.tsx'
import { useEditForm } from '../../forms/use-edit-form.ts'
import { say } from '../../ui/feedback/toast.ts'
import { confirm } from '../../ui/overlay/confirm.ts'
import { TagsField } from '../tags/TagsField.tsx'

/** What the dialog does not edit: the text, and where it runs. Fields that are missing are not written. */
export type SavedText = Pick<SavedQueryBody, 'db_id' | 'catalog' | 'schema' | 'sql' | 'template_parameters'>

type Saved = { id: number; label: string; version: string | null }

type Props = {
  /** Null saves a new query. */
  id: number | null
  start: { label: string; description: string; tags: string[] }
  text: SavedText
  /** The version that the text is based on: if somebody has changed it since, saving asks first. */
  version?: string | null
  onClose: () => void
  onSaved?: (saved: Saved) => void
}

/** The type number of saved queries in the addresses of tags. */
const queryType = '1'

const setTags = async (id: number, before: readonly string[], after: readonly string[]) => {
  const object = { object_type: queryType, object_id: String(id) }
  const added = after.filter((tag) => !before.includes(tag))
  if (added.length > 0) await call(tagObject, { params: object, body: { properties: { tags: added } } })
  for (const tag of before) if (!after.includes(tag)) await call(untagObject, { params: { ...object, tag } })
}

type Stored = Omit<Saved, 'label'>

const create = async (body: SavedQueryBody): Promise<Stored> => {
  const { data, etag } = await callWithEtag(savedQueryCreate, { body })
  return { id: data.id ?? 0, version: etag }
}

/** Updates a saved query. If somebody has changed it since, it asks; false: it was left as it is. */
const updateUnlessChanged = async (pk: number, body: SavedQueryBody, version: string | null): Promise<Stored | false> => {
  const update = async (options: CallOptions): Promise<Stored> => {
    const { etag } = await callWithEtag(savedQueryUpdate, { params: { pk }, body }, options)
    return { id: pk, version: etag }
  }
  try {
    return await update(version === null ? {} : { headers: { 'if-match': version } })
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 412) throw error
    const question = {
      title: t('Overwrite the saved query?'),
      text: t('%(change)s Your text has not been saved; cancel to keep both, and save it as a new query.', { change: error.message }),
      action: t('Overwrite'),
    }
    return (await confirm(question)) ? update({}) : false
  }
}

/** Name, description and tags of a new or existing saved query. */
export const SavedQueryDialog = ({ id, start, text, version = null, onClose, onSaved }: Props) => {
  const client = useQueryClient()
  const { hasPermission } = useSession()
  const bodyOf = ({ label, description }: Props['start']) => ({ ...text, label: label.trim(), description })
  const form = useEditForm({
    start,
    body: { of: bodyOf, schema: savedQueryBody },
    check: ({ label }) => (label.trim() ? [] : [{ path: 'label', text: emptyText() }]),
    save: async (values) => {
      const body = bodyOf(values)
      const saved = id === null ? await create(body) : await updateUnlessChanged(id, body, version)
      if (saved) await setTags(saved.id, start.tags, values.tags)
      return saved
    },
    onSaved: async (saved, { label }) => {
      say(t('Query saved'), { kind: 'good' })
      onClose()
      onSaved?.({ ...saved, label: label.trim() })
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
