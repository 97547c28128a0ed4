import { MessageSquareText, Pencil, Plus } from 'lucide-react'
import { layerBulkDelete, layerDelete, layerList } from '#api/annotation-layer.ts'
import type { RowOf } from '#api/declare/route.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../../data/call.ts'
import { paths } from '../../data/paths.ts'
import { listQueries } from '../../data/resources.ts'
import type { Session } from '../../data/session.ts'
import type { ListConfig } from '../../lists/config.ts'
import { editorColumns } from '../../lists/editors.tsx'
import { byLastEdited, deletionFailed, lastEditedFirst } from '../../lists/parts.tsx'
import { Button } from '../../ui/button/Button.tsx'

const columns = ['id', 'name', 'descr', 'created_by.first_name', 'created_by.last_name', 'changed_on_delta_humanized'] as const

export type LayerRow = RowOf<typeof layerList, (typeof columns)[number]>

const queries = listQueries(layerList)

type Dependencies = { session: Pick<Session, 'hasPermission'>; edit: (edited: LayerRow | 'new') => void }

export const annotationLayersConfig = ({ session: { hasPermission }, edit }: Dependencies): ListConfig<LayerRow> => {
  const canWrite = hasPermission('can_write', 'Annotation')
  const add = canWrite && (
    <Button kind="primary" icon={<Plus />} onClick={() => edit('new')}>
      {t('Annotation layer')}
    </Button>
  )
  return {
    id: 'annotation_layer',
    title: t('Annotation layers'),
    noun: (count) => t.plural(count, 'annotation layer', 'annotation layers'),
    list: (q) => queries.list({ ...q, columns }),
    refresh: (client) => client.invalidateQueries({ queryKey: [layerList.path] }),
    count: queries.count,
    search: { col: 'name', opr: 'annotation_layer_all_text', label: t('Search name and description') },
    filters: [],
    sorts: [byLastEdited(), { key: 'name', label: t('Name'), direction: 'asc' }],
    defaults: lastEditedFirst,
    name: (row) => row.name,
    note: (row) => row.descr,
    open: (row) => paths.annotations(row.id),
    icon: <MessageSquareText />,
    shown: editorColumns(),
    canEdit: () => canWrite,
    ...(canWrite && {
      remove: {
        one: (id) => call(layerDelete, { params: { pk: id } }),
        many: (ids) => call(layerBulkDelete, { q: ids }),
        failure: deletionFailed,
      },
    }),
    entries: (row) => (canWrite ? [{ key: 'edit', label: t('Edit'), icon: <Pencil />, onSelect: () => edit(row) }] : []),
    actions: add,
    empty: {
      title: t('No annotation layers yet'),
      text: t('A layer holds events, such as releases or outages, that charts over time can show.'),
      action: add,
    },
  }
}
