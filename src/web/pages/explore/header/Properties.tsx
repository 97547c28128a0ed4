import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { chartRelated } from '#api/chart.ts'
import { t } from '#core/i18n/t.ts'
import { ManyChoice } from '../../../controls/choice/ManyChoice.tsx'
import { textOf } from '../../../data/call-error.ts'
import { call } from '../../../data/call.ts'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Sheet } from '../../../ui/Sheet.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { TextArea, TextInput } from '../../../ui/TextInput.tsx'
import { say } from '../../../ui/toast.ts'
import { patchChart } from '../data/save.ts'
import type { ChartRecord } from '../data/save.ts'
import { useExploreStore } from '../state/explore-context.ts'
import css from './Header.module.css'
import { useChartRecord } from './use-saving.ts'

/** Name, description, owners, certification and cache time of the saved chart. */
export const Properties = ({ onClose }: { onClose: () => void }) => {
  const { data } = useChartRecord()
  if (data) return <PropertiesForm chart={data.chart} etag={data.etag} onClose={onClose} />
  return (
    <Sheet open title={t('Edit chart properties')} onClose={onClose}>
      <Skeleton height={200} />
    </Sheet>
  )
}

const useOwners = () =>
  useQuery({
    queryKey: ['chart-owners'],
    queryFn: async ({ signal }) =>
      (
        (await call(chartRelated, { params: { column: 'owners' }, q: { page: 0, page_size: 100 } }, { signal })) as {
          result: { text: string; value: number }[]
        }
      ).result.map(({ text, value }) => ({ value, label: text })),
  })

const PropertiesForm = ({ chart, etag, onClose }: { chart: ChartRecord; etag: string | null; onClose: () => void }) => {
  const store = useExploreStore()
  const client = useQueryClient()
  const owners = useOwners()
  const [draft, setDraft] = useState({
    slice_name: chart.slice_name,
    description: chart.description ?? '',
    certified_by: chart.certified_by ?? '',
    certification_details: chart.certification_details ?? '',
    cache_timeout: chart.cache_timeout === null ? '' : String(chart.cache_timeout),
    owners: chart.owners.map(({ id }) => id),
  })
  const [busy, setBusy] = useState(false)
  const known = new Map([
    ...(owners.data ?? []).map((one) => [one.value, one] as const),
    ...chart.owners.map(
      (owner) => [owner.id, { value: owner.id, label: `${owner.first_name ?? ''} ${owner.last_name ?? ''}`.trim() }] as const,
    ),
  ])
  const timeoutFault =
    draft.cache_timeout !== '' && !/^-?\d+$/.test(draft.cache_timeout.trim()) ? t('is expected to be an integer') : undefined
  const nameFault = draft.slice_name.trim() === '' ? t('cannot be empty') : undefined
  const save = async () => {
    setBusy(true)
    try {
      const patch = {
        ...draft,
        slice_name: draft.slice_name.trim(),
        description: draft.description || null,
        certified_by: draft.certified_by || null,
        certification_details: draft.certified_by ? draft.certification_details || null : null,
        cache_timeout: draft.cache_timeout === '' ? null : Number(draft.cache_timeout),
      }
      await patchChart(chart.id, patch, etag)
      await client.invalidateQueries({ queryKey: ['chart-record', chart.id] })
      const { slice } = store.getState()
      if (slice)
        store.setState({ slice: { ...slice, slice_name: patch.slice_name, description: patch.description }, title: patch.slice_name })
      say(t('Chart properties updated'), { kind: 'good' })
      onClose()
    } catch (error) {
      say(t('Could not save “%(name)s”: %(reason)s', { name: draft.slice_name, reason: textOf(error) }), { kind: 'bad' })
      setBusy(false)
    }
  }
  const set = (part: Partial<typeof draft>) => setDraft({ ...draft, ...part })
  return (
    <Sheet
      open
      title={t('Edit chart properties')}
      onClose={onClose}
      footer={
        <>
          <Button kind="quiet" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button kind="primary" busy={busy} disabled={timeoutFault !== undefined || nameFault !== undefined} onClick={() => void save()}>
            {t('Save')}
          </Button>
        </>
      }
    >
      <div className={css['saveForm']}>
        <Field label={t('Name')} required error={nameFault}>
          <TextInput value={draft.slice_name} onValue={(value) => set({ slice_name: value })} />
        </Field>
        <Field label={t('Description')} hint={t('Shown on dashboards; Markdown is allowed.')}>
          <TextArea rows={4} value={draft.description} onValue={(value) => set({ description: value })} />
        </Field>
        <Field label={t('Owners')}>
          <ManyChoice
            choices={[...known.values()]}
            values={draft.owners}
            onChange={(values) => set({ owners: values.map(Number) })}
            label={t('Owners')}
            placeholder={t('Nobody')}
          />
        </Field>
        <Field label={t('Certified by')}>
          <TextInput value={draft.certified_by} onValue={(value) => set({ certified_by: value })} />
        </Field>
        {draft.certified_by !== '' && (
          <Field label={t('Certification details')}>
            <TextInput value={draft.certification_details} onValue={(value) => set({ certification_details: value })} />
          </Field>
        )}
        <Field label={t('Cache timeout')} hint={t('Seconds that an answer is kept; empty takes the dataset’s.')} error={timeoutFault}>
          <TextInput inputMode="numeric" value={draft.cache_timeout} onValue={(value) => set({ cache_timeout: value })} />
        </Field>
      </div>
    </Sheet>
  )
}
