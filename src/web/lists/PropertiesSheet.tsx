import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { chartPatch } from '#api/bodies/chart.ts'
import { dashboardPatch } from '#api/bodies/dashboard.ts'
import { chartGet, chartUpdate } from '#api/chart.ts'
import { dashboardGet, dashboardUpdate } from '#api/dashboard.ts'
import { tagList } from '#api/tag.ts'
import { fullName } from '#core/format/full-name.ts'
import { t } from '#core/i18n/t.ts'
import { call, callRecord, callWithEtag, type CallOptions } from '../data/call.ts'
import { draftKey, markChanged } from '../data/resources.ts'
import { useSession } from '../data/session.ts'
import { emptyText } from '../forms/field-text.ts'
import { AreaField, FormField, TextField } from '../forms/FormField.tsx'
import { FormSheet } from '../forms/FormFrame.tsx'
import { LoadingSheet } from '../forms/LoadingSheet.tsx'
import { useEditForm } from '../forms/use-edit-form.ts'
import { integerOf, textOrNull } from '../forms/values.ts'
import { say } from '../ui/feedback/toast.ts'
import { OwnersField, type Owner } from './people/OwnersField.tsx'
import type { Person } from './people/people.ts'
import { customTags } from './tags/custom-tags.ts'
import { tagIds } from './tags/tag-ids.ts'
import { TagsField } from './tags/TagsField.tsx'

type Kind = 'chart' | 'dashboard'

type Draft = {
  title: string
  description: string
  slug: string
  certified_by: string
  certification_details: string
  cache_timeout: string
  owners: Owner[]
  /** Their names. */
  tags: string[]
}

const dashboardColumns = [
  'dashboard_title',
  'description',
  'slug',
  'certified_by',
  'certification_details',
  'owners.id',
  'owners.first_name',
  'owners.last_name',
  'tags.id',
  'tags.name',
  'tags.type',
] as const

const textsOf = (record: { description: string | null; certified_by: string | null; certification_details: string | null }) => ({
  description: record.description ?? '',
  certified_by: record.certified_by ?? '',
  certification_details: record.certification_details ?? '',
})

const ownersOf = (owners: Person[]): Owner[] => owners.map((owner) => ({ id: owner.id, name: fullName(owner) }))

const readChart = async (id: number, signal: AbortSignal): Promise<Stored> => {
  const { data, etag } = await callWithEtag(chartGet, { params: { idOrName: String(id) } }, { signal })
  const { slice_name: title, cache_timeout, owners, tags, ...texts } = data.result
  const lists = { owners: ownersOf(owners), tags: customTags(tags) }
  return { draft: { title, slug: '', cache_timeout: cache_timeout ?? '', ...lists, ...textsOf(texts) }, etag }
}

const readDashboard = async (id: number, signal: AbortSignal): Promise<Stored> => {
  const { data, etag } = await callRecord(dashboardGet, { params: { idOrName: String(id) }, columns: dashboardColumns }, { signal })
  const { dashboard_title: title, slug, owners, tags, ...texts } = data.result
  return {
    draft: { title, slug: slug ?? '', cache_timeout: '', owners: ownersOf(owners), tags: customTags(tags), ...textsOf(texts) },
    etag,
  }
}

const texts = {
  chart: () => ({ head: t('Edit chart properties'), saved: t('Chart properties updated') }),
  dashboard: () => ({ head: t('Edit dashboard properties'), saved: t('The dashboard has been saved') }),
}

/** The initial state of the form and its version. */
type Stored = { draft: Draft; etag: string | null }

type Saved = { title: string; description: string | null }
type Props = { kind: Kind; id: number; onClose: () => void; onSaved?: (saved: Saved) => void }

/** Name, description, owners, tags and certification of a chart or a dashboard. */
export const PropertiesSheet = ({ kind, id, onClose, onSaved }: Props) => {
  const { data, error, refetch } = useQuery({
    queryKey: draftKey(kind, 'properties', id),
    gcTime: 0,
    staleTime: Infinity,
    queryFn: ({ signal }) => (kind === 'chart' ? readChart(id, signal) : readDashboard(id, signal)),
  })
  if (data) return <Form kind={kind} id={id} start={data.draft} etag={data.etag} onClose={onClose} onSaved={onSaved} />
  return <LoadingSheet title={texts[kind]().head} error={error} onRetry={() => void refetch()} onClose={onClose} />
}

const sharedBody = (draft: Draft) => ({
  description: textOrNull(draft.description),
  owners: draft.owners.map((owner) => owner.id),
  certified_by: textOrNull(draft.certified_by),
  certification_details: draft.certified_by.trim() ? textOrNull(draft.certification_details) : null,
})

const chartBody = (draft: Draft) => ({
  ...sharedBody(draft),
  slice_name: draft.title.trim(),
  cache_timeout: integerOf(draft.cache_timeout),
})

const dashboardBody = (draft: Draft) => ({
  ...sharedBody(draft),
  dashboard_title: draft.title.trim(),
  slug: textOrNull(draft.slug),
})

const isSameSet = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((name) => b.includes(name))

const fieldFor = (path: string) => (path === 'slice_name' || path === 'dashboard_title' ? 'title' : path)

type FormProps = Omit<Props, 'onSaved'> & { start: Draft; etag: string | null; onSaved: Props['onSaved'] }

const Form = ({ kind, id, start, etag, onClose, onSaved }: FormProps) => {
  const client = useQueryClient()
  const canTag = useSession().hasPermission('can_write', 'Tag')
  const isChart = kind === 'chart'
  const form = useEditForm({
    start,
    body: isChart ? { of: chartBody, schema: chartPatch } : { of: dashboardBody, schema: dashboardPatch },
    check: ({ title }) => (title.trim() ? [] : [{ path: 'title', text: emptyText() }]),
    place: fieldFor,
    save: async (draft) => {
      const options: CallOptions = etag ? { headers: { 'if-match': etag } } : {}
      const tags = isSameSet(start.tags, draft.tags) ? {} : { tags: await tagIds(draft.tags) }
      return isChart
        ? call(chartUpdate, { params: { pk: id }, body: { ...chartBody(draft), ...tags } }, options)
        : call(dashboardUpdate, { params: { pk: id }, body: { ...dashboardBody(draft), ...tags } }, options)
    },
    onSaved: async (_answer, { title, description }) => {
      say(texts[kind]().saved, { kind: 'good' })
      onClose()
      onSaved?.({ title: title.trim(), description: textOrNull(description) })
      await Promise.all([markChanged(client, { kind, id }), client.invalidateQueries({ queryKey: [tagList.path] })])
    },
  })
  const certifiedBy = useWatch({ control: form.control, name: 'certified_by' })
  return (
    <FormSheet form={form} id="properties" title={texts[kind]().head} onClose={onClose}>
      <TextField form={form} name="title" label={isChart ? t('Name') : t('Title')} required maxLength={isChart ? 250 : 500} />
      {!isChart && (
        <TextField form={form} name="slug" label={t('URL slug')} hint={t('A readable URL for your dashboard')} maxLength={255} />
      )}
      <AreaField
        form={form}
        name="description"
        label={t('Description')}
        hint={isChart ? t('Shown on dashboards; Markdown is allowed.') : undefined}
        rows={4}
      />
      <FormField form={form} name="owners" label={t('Owners')}>
        {({ value, onValue }) => <OwnersField tag={kind} owners={value} onChange={onValue} />}
      </FormField>
      {canTag && (
        <FormField form={form} name="tags" label={t('Tags')}>
          {({ value, onValue }) => <TagsField tags={value} onChange={onValue} />}
        </FormField>
      )}
      <TextField form={form} name="certified_by" label={t('Certified by')} hint={t('Person or group that has certified this.')} />
      {certifiedBy.trim() && <TextField form={form} name="certification_details" label={t('Certification details')} />}
      {isChart && (
        <TextField
          form={form}
          name="cache_timeout"
          label={t('Cache timeout')}
          hint={t('How long results are cached, in seconds. Empty = as set for the dataset, -1 = never.')}
          inputMode="numeric"
        />
      )}
    </FormSheet>
  )
}
