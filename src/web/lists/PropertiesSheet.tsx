import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { chartGet, chartUpdate } from '#api/chart.ts'
import { dashboardGet, dashboardUpdate } from '#api/dashboard.ts'
import { t } from '#core/i18n/t.ts'
import { call, callRecord, callWithEtag, type CallOptions } from '../data/call.ts'
import { CallError, textOf } from '../data/call-error.ts'
import { draftOf, markChanged } from '../data/resources.ts'
import { Button } from '../ui/button/Button.tsx'
import { Field } from '../ui/text/Field.tsx'
import { Sheet } from '../ui/overlay/Sheet.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { ErrorState } from '../ui/feedback/State.tsx'
import { TextArea, TextInput } from '../ui/text/TextInput.tsx'
import { say } from '../ui/feedback/toast.ts'
import { OwnersField, type Owner } from './OwnersField.tsx'
import { fullName, type Person } from './people.ts'
import css from './PropertiesSheet.module.css'

type Kind = 'chart' | 'dashboard'

type Draft = {
  title: string
  description: string
  slug: string
  certified_by: string
  certification_details: string
  cache_timeout: string
  owners: Owner[]
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
] as const

const textsOf = (record: { description: string | null; certified_by: string | null; certification_details: string | null }) => ({
  description: record.description ?? '',
  certified_by: record.certified_by ?? '',
  certification_details: record.certification_details ?? '',
})

const ownersOf = (owners: Person[]): Owner[] => owners.map((owner) => ({ id: owner.id, name: fullName(owner) }))

const readChart = async (id: number, signal: AbortSignal): Promise<Stored> => {
  const { answer, etag } = await callWithEtag(chartGet, { params: { idOrName: String(id) } }, { signal })
  const { slice_name: title, cache_timeout, owners, ...texts } = answer.result
  return { draft: { title, slug: '', cache_timeout: cache_timeout ?? '', owners: ownersOf(owners), ...textsOf(texts) }, etag }
}

const readDashboard = async (id: number, signal: AbortSignal): Promise<Stored> => {
  const { answer, etag } = await callRecord(dashboardGet, { params: { idOrName: String(id) }, columns: dashboardColumns }, { signal })
  const { dashboard_title: title, slug, owners, ...texts } = answer.result
  return { draft: { title, slug: slug ?? '', cache_timeout: '', owners: ownersOf(owners), ...textsOf(texts) }, etag }
}

const texts = {
  chart: () => ({ head: t('Edit chart properties'), saved: t('Chart properties updated') }),
  dashboard: () => ({ head: t('Edit dashboard properties'), saved: t('The dashboard has been saved') }),
}

/** What the form began with, and the version that it was. */
type Stored = { draft: Draft; etag: string | null }

type Saved = { title: string; description: string | null }
type Props = { kind: Kind; id: number; onClose: () => void; onSaved?: (saved: Saved) => void }

/** Name, description, owners and certification of a chart or a dashboard. */
export const PropertiesSheet = ({ kind, id, onClose, onSaved }: Props) => {
  const { data, error, refetch } = useQuery({
    queryKey: draftOf(kind, 'properties', id),
    gcTime: 0,
    staleTime: Infinity,
    queryFn: ({ signal }) => (kind === 'chart' ? readChart(id, signal) : readDashboard(id, signal)),
  })
  if (data) return <Form kind={kind} id={id} start={data.draft} etag={data.etag} onClose={onClose} onSaved={onSaved} />
  return (
    <Sheet open title={texts[kind]().head} onClose={onClose}>
      {error ? (
        <ErrorState title={t('It could not be read')} text={textOf(error)} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={160} />
      )}
    </Sheet>
  )
}

const words = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

const sharedBody = (draft: Draft) => ({
  description: draft.description.trim() || null,
  owners: draft.owners.map((owner) => owner.id),
  certified_by: draft.certified_by.trim() || null,
  certification_details: draft.certified_by.trim() ? draft.certification_details.trim() || null : null,
})

const chartBody = (draft: Draft) => ({
  ...sharedBody(draft),
  slice_name: draft.title.trim(),
  cache_timeout: draft.cache_timeout.trim() ? Number(draft.cache_timeout) : null,
})

const dashboardBody = (draft: Draft) => ({
  ...sharedBody(draft),
  dashboard_title: draft.title.trim(),
  slug: draft.slug.trim() || null,
})

type FormProps = Omit<Props, 'onSaved'> & { start: Draft; etag: string | null; onSaved: Props['onSaved'] }

const Form = ({ kind, id, start, etag, onClose, onSaved }: FormProps) => {
  const [draft, setDraft] = useState(start)
  const client = useQueryClient()
  const set =
    <K extends keyof Draft>(key: K) =>
    (value: Draft[K]) =>
      setDraft((before) => ({ ...before, [key]: value }))
  const save = useMutation({
    mutationFn: () => {
      const options: CallOptions = etag ? { headers: { 'if-match': etag } } : {}
      return kind === 'chart'
        ? call(chartUpdate, { params: { pk: id }, body: chartBody(draft) }, options)
        : call(dashboardUpdate, { params: { pk: id }, body: dashboardBody(draft) }, options)
    },
    onSuccess: async () => {
      say(texts[kind]().saved, { kind: 'good' })
      onClose()
      onSaved?.({ title: draft.title.trim(), description: draft.description.trim() || null })
      await markChanged(client, { kind, id })
    },
  })
  const faults = save.error instanceof CallError ? save.error.fields : undefined
  const fault = (field: string) => {
    const found = faults?.[field]
    return found === undefined ? undefined : Array.isArray(found) ? found.join(' ') : words(found) || JSON.stringify(found)
  }
  const timeoutFault = /^-?\d*$/.test(draft.cache_timeout.trim()) ? undefined : t('is expected to be an integer')

  return (
    <Sheet
      open
      title={texts[kind]().head}
      onClose={onClose}
      footer={
        <>
          <Button kind="quiet" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button
            kind="primary"
            form="properties"
            type="submit"
            busy={save.isPending}
            disabled={Boolean(timeoutFault) || !draft.title.trim()}
          >
            {t('Save')}
          </Button>
        </>
      }
    >
      <form
        id="properties"
        className={css['form']}
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate()
        }}
      >
        {save.error && !faults && (
          <p className={css['error']} role="alert">
            {textOf(save.error)}
          </p>
        )}
        <Field
          label={kind === 'chart' ? t('Name') : t('Title')}
          required
          error={fault(kind === 'chart' ? 'slice_name' : 'dashboard_title')}
        >
          <TextInput value={draft.title} maxLength={kind === 'chart' ? 250 : 500} required onValue={set('title')} />
        </Field>
        {kind === 'dashboard' && (
          <Field label={t('URL slug')} hint={t('A readable URL for your dashboard')} error={fault('slug')}>
            <TextInput value={draft.slug} maxLength={255} onValue={set('slug')} />
          </Field>
        )}
        <Field
          label={t('Description')}
          hint={kind === 'chart' ? t('Shown on dashboards; Markdown is allowed.') : undefined}
          error={fault('description')}
        >
          <TextArea rows={4} value={draft.description} onValue={set('description')} />
        </Field>
        <Field label={t('Owners')} error={fault('owners')}>
          <OwnersField tag={kind} owners={draft.owners} onChange={set('owners')} />
        </Field>
        <Field label={t('Certified by')} hint={t('Person or group that has certified this.')}>
          <TextInput value={draft.certified_by} onValue={set('certified_by')} />
        </Field>
        {draft.certified_by.trim() && (
          <Field label={t('Certification details')}>
            <TextInput value={draft.certification_details} onValue={set('certification_details')} />
          </Field>
        )}
        {kind === 'chart' && (
          <Field
            label={t('Cache timeout')}
            hint={t('Seconds that results are kept; empty = as the dataset says, -1 = never kept.')}
            error={timeoutFault ?? fault('cache_timeout')}
          >
            <TextInput inputMode="numeric" value={draft.cache_timeout} onValue={set('cache_timeout')} />
          </Field>
        )}
      </form>
    </Sheet>
  )
}
