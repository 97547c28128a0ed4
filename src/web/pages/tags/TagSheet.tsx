import { useQuery, useQueryClient } from '@tanstack/react-query'
import { newTag } from '#api/bodies/tag.ts'
import { tagCreate, tagList, tagUpdate } from '#api/tag.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../../data/call.ts'
import { AreaField, FormField, TextField } from '../../forms/FormField.tsx'
import { FormSheet } from '../../forms/FormFrame.tsx'
import { LoadingSheet } from '../../forms/LoadingSheet.tsx'
import { useEditForm } from '../../forms/use-edit-form.ts'
import { withSaveFailure } from '../../lists/save-failure.ts'
import { taggedHeading, taggedKinds, taggedObjects } from '../../lists/tags/tagged-objects.ts'
import { say } from '../../ui/feedback/toast.ts'
import { ObjectsField, type NamedObject } from './ObjectsField.tsx'
import type { TagRow } from './tags-config.tsx'

type Props = { tag: Pick<TagRow, 'id' | 'name' | 'description'> | null; onClose: () => void }

type Bearers = Record<(typeof taggedKinds)[number], NamedObject[]>

const titleOf = (tag: Props['tag']) => (tag ? t('Edit tag') : t('New tag'))

/** A new or existing tag, and what bears it. */
export const TagSheet = ({ tag, onClose }: Props) => {
  const { data, error, refetch } = useQuery({ ...taggedObjects(tag?.id ?? 0), enabled: tag !== null, gcTime: 0 })
  if (tag === null) return <Form tag={tag} bearers={{ dashboard: [], chart: [], dataset: [] }} onClose={onClose} />
  if (data) {
    const of = (kind: keyof Bearers) => data.filter(({ type }) => type === kind).map(({ id, name }) => ({ id, name }))
    return <Form tag={tag} bearers={{ dashboard: of('dashboard'), chart: of('chart'), dataset: of('dataset') }} onClose={onClose} />
  }
  return <LoadingSheet title={titleOf(tag)} error={error} onRetry={() => void refetch()} onClose={onClose} />
}

const Form = ({ tag, bearers, onClose }: Props & { bearers: Bearers }) => {
  const client = useQueryClient()
  const bodyOf = (draft: { name: string; description: string } & Bearers) => ({
    name: draft.name.trim(),
    description: draft.description,
    objects_to_tag: taggedKinds.flatMap((kind) => draft[kind].map(({ id }): [typeof kind, number] => [kind, id])),
  })
  const form = useEditForm({
    start: { name: tag?.name ?? '', description: tag?.description ?? '', ...bearers },
    body: { of: bodyOf, schema: newTag },
    save: async (draft) => {
      const body = bodyOf(draft)
      await (tag ? call(tagUpdate, { params: { pk: tag.id }, body }) : call(tagCreate, { body }))
    },
    onSaved: async () => {
      say(t('Tag saved'), { kind: 'good' })
      onClose()
      await Promise.all([
        client.invalidateQueries({ queryKey: [tagList.path] }),
        ...(tag ? [client.invalidateQueries({ queryKey: taggedObjects(tag.id).queryKey })] : []),
      ])
    },
    isNew: !tag,
  })
  return (
    <FormSheet
      form={withSaveFailure(form, { isNew: !tag, noun: t.plural(1, 'tag', 'tags') })}
      id="tag"
      title={titleOf(tag)}
      onClose={onClose}
    >
      <TextField form={form} name="name" label={t('Name')} required maxLength={250} />
      <AreaField form={form} name="description" label={t('Description')} rows={3} />
      {taggedKinds.map((kind) => (
        <FormField key={kind} form={form} name={kind} label={taggedHeading(kind)}>
          {({ value, onValue }) => <ObjectsField kind={kind} objects={value} onChange={onValue} />}
        </FormField>
      ))}
    </FormSheet>
  )
}
