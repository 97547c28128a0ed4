import { useQuery, useQueryClient } from '@tanstack/react-query'
import { annotationCreate, annotationGet, annotationList, annotationUpdate } from '#api/annotation-layer.ts'
import { newAnnotation } from '#api/bodies/annotation-layer.ts'
import { t } from '#core/i18n/t.ts'
import { call, callRecord } from '../../data/call.ts'
import type { Fault } from '../../forms/faults.ts'
import { emptyText } from '../../forms/field-text.ts'
import { AreaField, TextField } from '../../forms/FormField.tsx'
import { FormSheet } from '../../forms/FormFrame.tsx'
import { LoadingSheet } from '../../forms/LoadingSheet.tsx'
import { useEditForm } from '../../forms/use-edit-form.ts'
import { withSaveFailure } from '../../lists/save-failure.ts'
import { say } from '../../ui/feedback/toast.ts'
import type { AnnotationRow } from './annotations-config.tsx'
import { inputTime } from './times.ts'

type Props = { layerId: number; annotation: AnnotationRow | null; onClose: () => void }

type Draft = { short_descr: string; long_descr: string; start_dttm: string; end_dttm: string; json_metadata: string }

const columns = ['short_descr', 'long_descr', 'start_dttm', 'end_dttm', 'json_metadata'] as const

const empty: Draft = { short_descr: '', long_descr: '', start_dttm: '', end_dttm: '', json_metadata: '' }

const bodyOf = ({ json_metadata, ...draft }: Draft) => ({ ...draft, json_metadata: json_metadata.trim() || null })

const faultsOf = ({ start_dttm: start, end_dttm: end }: Draft): Fault[] => [
  ...(start ? [] : [{ path: 'start_dttm', text: emptyText() }]),
  ...(end ? [] : [{ path: 'end_dttm', text: emptyText() }]),
  ...(start && end && end < start ? [{ path: 'end_dttm', text: t('The end is before the start.') }] : []),
]

const titleOf = (annotation: Props['annotation']) => (annotation ? t('Edit annotation') : t('New annotation'))

/** A new or existing event. */
export const AnnotationSheet = ({ layerId, annotation, onClose }: Props) => {
  const params = { pk: layerId, annotation: annotation?.id ?? 0 }
  const { data, error, refetch } = useQuery({
    queryKey: [annotationGet.path, params],
    queryFn: async ({ signal }) => (await callRecord(annotationGet, { params, columns }, { signal })).data.result,
    enabled: annotation !== null,
    gcTime: 0,
  })
  if (annotation === null) return <Form layerId={layerId} annotation={annotation} start={empty} onClose={onClose} />
  if (data) {
    const start: Draft = {
      short_descr: data.short_descr ?? '',
      long_descr: data.long_descr ?? '',
      start_dttm: inputTime(data.start_dttm),
      end_dttm: inputTime(data.end_dttm),
      json_metadata: data.json_metadata ?? '',
    }
    return <Form layerId={layerId} annotation={annotation} start={start} onClose={onClose} />
  }
  return <LoadingSheet title={titleOf(annotation)} error={error} onRetry={() => void refetch()} onClose={onClose} />
}

const Form = ({ layerId, annotation, start, onClose }: Props & { start: Draft }) => {
  const client = useQueryClient()
  const form = useEditForm({
    start,
    body: { of: bodyOf, schema: newAnnotation },
    check: faultsOf,
    save: (draft) => {
      const body = bodyOf(draft)
      return annotation
        ? call(annotationUpdate, { params: { pk: layerId, annotation: annotation.id }, body })
        : call(annotationCreate, { params: { pk: layerId }, body })
    },
    onSaved: async () => {
      say(t('Annotation saved'), { kind: 'good' })
      onClose()
      await client.invalidateQueries({ queryKey: [annotationList.path] })
    },
    isNew: !annotation,
  })
  return (
    <FormSheet
      form={withSaveFailure(form, { isNew: !annotation, noun: t.plural(1, 'annotation', 'annotations') })}
      id="annotation"
      title={titleOf(annotation)}
      onClose={onClose}
    >
      <TextField form={form} name="short_descr" label={t('Name')} required maxLength={500} />
      <TextField form={form} name="start_dttm" type="datetime-local" step={1} label={t('Start')} hint={t('In UTC.')} required />
      <TextField form={form} name="end_dttm" type="datetime-local" step={1} label={t('End')} hint={t('In UTC.')} required />
      <AreaField form={form} name="long_descr" label={t('Description')} rows={4} />
      <AreaField form={form} name="json_metadata" mono rows={4} spellCheck={false} label={t('JSON metadata')} />
    </FormSheet>
  )
}
