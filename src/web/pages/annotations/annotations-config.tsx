import { CalendarDays, Pencil, Plus } from 'lucide-react'
import { annotationBulkDelete, annotationDelete, annotationList } from '#api/annotation-layer.ts'
import type { RowOf } from '#api/declare/route.ts'
import { t } from '#core/i18n/t.ts'
import { call, callList } from '../../data/call.ts'
import type { Session } from '../../data/session.ts'
import type { ListConfig } from '../../lists/config.ts'
import { byLastEdited, deletionFailed } from '../../lists/parts.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { shownTime } from './times.ts'

const columns = ['id', 'short_descr', 'long_descr', 'start_dttm', 'end_dttm', 'changed_on_delta_humanized'] as const

export type AnnotationRow = RowOf<typeof annotationList, (typeof columns)[number]>

type Dependencies = {
  session: Pick<Session, 'hasPermission'>
  layer: { id: number; name: string }
  edit: (edited: AnnotationRow | 'new') => void
}

export const annotationsConfig = ({ session: { hasPermission }, layer, edit }: Dependencies): ListConfig<AnnotationRow> => {
  const canWrite = hasPermission('can_write', 'Annotation')
  const params = { pk: layer.id }
  const add = canWrite && (
    <Button kind="primary" icon={<Plus />} onClick={() => edit('new')}>
      {t('Annotation')}
    </Button>
  )
  return {
    id: 'annotation',
    title: t('Annotations of %(name)s', { name: layer.name }),
    noun: (count) => t.plural(count, 'annotation', 'annotations'),
    list: (q) => ({
      queryKey: [annotationList.path, { params, q }],
      queryFn: ({ signal }) => callList(annotationList, { ...q, columns }, { params, signal }),
    }),
    refresh: (client) => client.invalidateQueries({ queryKey: [annotationList.path] }),
    count: () => ({
      queryKey: [annotationList.path, { params }, 'count'],
      queryFn: async ({ signal }) => (await callList(annotationList, { columns: ['id'], page_size: 1 }, { params, signal })).count,
    }),
    search: { col: 'short_descr', opr: 'annotation_all_text', label: t('Search name and description') },
    filters: [],
    sorts: [
      { key: 'start_dttm', label: t('Start'), direction: 'desc' },
      byLastEdited(),
      { key: 'short_descr', label: t('Name'), direction: 'asc' },
    ],
    defaults: { sort: 'start_dttm', direction: 'desc', cards: false },
    name: (row) => row.short_descr || t('Untitled'),
    note: (row) => row.long_descr,
    open: (row) => () => edit(row),
    icon: <CalendarDays />,
    shown: [
      { key: 'start', head: t('Start'), sort: 'start_dttm', width: 176, cell: (row) => shownTime(row.start_dttm) },
      { key: 'end', head: t('End'), sort: 'end_dttm', width: 176, hiddenOn: 'phone', cell: (row) => shownTime(row.end_dttm) },
    ],
    canEdit: () => canWrite,
    ...(canWrite && {
      remove: {
        one: (id) => call(annotationDelete, { params: { ...params, annotation: id } }),
        many: (ids) => call(annotationBulkDelete, { params, q: ids }),
        failure: deletionFailed,
      },
    }),
    entries: (row) => (canWrite ? [{ key: 'edit', label: t('Edit'), icon: <Pencil />, onSelect: () => edit(row) }] : []),
    actions: add,
    empty: {
      title: t('No annotations yet'),
      text: t('An annotation is an event with a start and an end. Charts over time show the annotations of a layer.'),
      action: add,
    },
  }
}
