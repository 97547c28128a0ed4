import { Paintbrush, Pencil, Plus } from 'lucide-react'
import { cssTemplateBulkDelete, cssTemplateDelete, cssTemplateList } from '#api/css-template.ts'
import type { RowOf } from '#api/declare/route.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../../data/call.ts'
import { listQueries } from '../../data/resources.ts'
import type { Session } from '../../data/session.ts'
import type { ListConfig } from '../../lists/config.ts'
import { editorColumns } from '../../lists/editors.tsx'
import { deletionFailed } from '../../lists/parts.tsx'
import { Button } from '../../ui/button/Button.tsx'

const columns = [
  'id',
  'template_name',
  'css',
  'created_by.id',
  'created_by.first_name',
  'created_by.last_name',
  'changed_on_delta_humanized',
] as const

export type CssTemplateRow = RowOf<typeof cssTemplateList, (typeof columns)[number]>

const queries = listQueries(cssTemplateList)

type Dependencies = { session: Pick<Session, 'hasPermission'>; edit: (edited: CssTemplateRow | 'new') => void }

export const cssTemplatesConfig = ({ session: { hasPermission }, edit }: Dependencies): ListConfig<CssTemplateRow> => {
  const canWrite = hasPermission('can_write', 'CssTemplate')
  const add = canWrite && (
    <Button kind="primary" icon={<Plus />} onClick={() => edit('new')}>
      {t('CSS template')}
    </Button>
  )
  return {
    id: 'css_template',
    title: t('CSS templates'),
    noun: (count) => t.plural(count, 'template', 'templates'),
    list: (q) => queries.list({ ...q, columns }),
    refresh: (client) => client.invalidateQueries({ queryKey: [cssTemplateList.path] }),
    count: queries.count,
    search: { col: 'template_name', opr: 'css_template_all_text', label: t('Search name and CSS') },
    filters: [],
    sorts: [{ key: 'template_name', label: t('Name'), direction: 'asc' }],
    defaults: { sort: 'template_name', direction: 'asc', cards: false },
    name: (row) => row.template_name || t('Untitled'),
    note: (row) => (row.css ?? '').trim().split('\n')[0],
    open: (row) => () => edit(row),
    icon: <Paintbrush />,
    shown: editorColumns(),
    canEdit: () => canWrite,
    ...(canWrite && {
      remove: {
        one: (id) => call(cssTemplateDelete, { params: { pk: id } }),
        many: (ids) => call(cssTemplateBulkDelete, { q: ids }),
        failure: deletionFailed,
      },
    }),
    entries: (row) => (canWrite ? [{ key: 'edit', label: t('Edit'), icon: <Pencil />, onSelect: () => edit(row) }] : []),
    actions: add,
    empty: {
      title: t('No CSS templates yet'),
      text: t('A template is CSS that dashboards can start from, in their properties.'),
      action: add,
    },
  }
}
