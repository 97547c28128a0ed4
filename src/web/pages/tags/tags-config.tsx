import { Pencil, Plus, Tag } from 'lucide-react'
import type { RowOf } from '#api/declare/route.ts'
import { tagDelete, tagList } from '#api/tag.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../../data/call.ts'
import { paths } from '../../data/paths.ts'
import { listQueries } from '../../data/resources.ts'
import type { Session } from '../../data/session.ts'
import type { ListConfig } from '../../lists/config.ts'
import { editorColumns } from '../../lists/editors.tsx'
import { byLastEdited, deletionFailed, lastEditedFirst } from '../../lists/parts.tsx'
import { Button } from '../../ui/button/Button.tsx'

const columns = ['id', 'name', 'description', 'created_by.first_name', 'created_by.last_name', 'changed_on_delta_humanized'] as const

export type TagRow = RowOf<typeof tagList, (typeof columns)[number]>

const queries = listQueries(tagList)

/** Tags that people made, without those that the server keeps for owners, types and favourites. */
const isCustom = { col: 'type', opr: 'custom_tag', value: true }

type Dependencies = { session: Pick<Session, 'hasPermission'>; edit: (edited: TagRow | 'new') => void }

export const tagsConfig = ({ session: { hasPermission }, edit }: Dependencies): ListConfig<TagRow> => {
  const canWrite = hasPermission('can_write', 'Tag')
  const add = canWrite && (
    <Button kind="primary" icon={<Plus />} onClick={() => edit('new')}>
      {t('Tag')}
    </Button>
  )
  return {
    id: 'tag',
    title: t('Tags'),
    noun: (count) => t.plural(count, 'tag', 'tags'),
    list: (q) => queries.list({ ...q, filters: [...(q.filters ?? []), isCustom], columns }),
    refresh: (client) => client.invalidateQueries({ queryKey: [tagList.path] }),
    count: () => {
      const { queryKey, queryFn } = queries.list({ columns: ['id'], filters: [isCustom], page_size: 1 })
      return { queryKey: [...queryKey, 'count'], queryFn: async (context) => (await queryFn(context)).count }
    },
    search: { col: 'name', opr: 'ct', label: t('Search name') },
    filters: [],
    sorts: [byLastEdited(), { key: 'name', label: t('Name'), direction: 'asc' }],
    defaults: lastEditedFirst,
    name: (row) => row.name,
    note: (row) => row.description,
    open: (row) => paths.tagged(row.id),
    icon: <Tag />,
    shown: editorColumns(),
    canEdit: () => canWrite,
    ...(canWrite && { remove: { one: (id) => call(tagDelete, { params: { pk: id } }), failure: deletionFailed } }),
    entries: (row) => (canWrite ? [{ key: 'edit', label: t('Edit'), icon: <Pencil />, onSelect: () => edit(row) }] : []),
    actions: add,
    empty: {
      title: t('No tags yet'),
      text: t('Tags group charts, dashboards and datasets, and can be filtered by.'),
      action: add,
    },
  }
}
