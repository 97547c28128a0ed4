import { Pencil, Plus, Rows3 } from 'lucide-react'
import type { RowOf } from '#api/declare/route.ts'
import { rowRuleBulkDelete, rowRuleDelete, rowRuleList, rowRuleRelated } from '#api/row-rule.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../../data/call.ts'
import { listQueries } from '../../data/resources.ts'
import type { Session } from '../../data/session.ts'
import type { ListConfig } from '../../lists/config.ts'
import { listed, routeOptions } from '../../lists/options.ts'
import { byLastEdited, deletionFailed, lastEditedFirst } from '../../lists/parts.tsx'
import { boundText } from '../../lists/people/bound-text.ts'
import { relatedRoles } from '../../lists/people/searches.ts'
import { Button } from '../../ui/button/Button.tsx'

const columns = [
  'id',
  'name',
  'filter_type',
  'clause',
  'group_key',
  'tables.id',
  'tables.table_name',
  'roles.id',
  'roles.name',
  'changed_on_delta_humanized',
] as const

export type RowRuleRow = RowOf<typeof rowRuleList, (typeof columns)[number]>

const queries = listQueries(rowRuleList)

type Dependencies = { session: Pick<Session, 'hasPermission'>; edit: (edited: RowRuleRow | 'new') => void }

export const rowRulesConfig = ({ session: { hasPermission }, edit }: Dependencies): ListConfig<RowRuleRow> => {
  const canWrite = hasPermission('can_write', 'Row Level Security')
  const add = canWrite && (
    <Button kind="primary" icon={<Plus />} onClick={() => edit('new')}>
      {t('Rule')}
    </Button>
  )
  return {
    id: 'row_rule',
    title: t('Row-level security'),
    noun: (count) => t.plural(count, 'rule', 'rules'),
    list: (q) => queries.list({ ...q, columns }),
    refresh: (client) => client.invalidateQueries({ queryKey: [rowRuleList.path] }),
    count: queries.count,
    search: { col: 'name', opr: 'ct', label: t('Search name') },
    filters: [
      {
        key: 'filter_type',
        label: t('Filter type'),
        options: listed('rule kinds', () => [
          { value: 'Regular', label: t('Regular') },
          { value: 'Base', label: t('Base') },
        ]),
        condition: (value) => ({ col: 'filter_type', opr: 'eq', value }),
      },
      {
        key: 'tables',
        label: t('Dataset'),
        options: routeOptions(rowRuleRelated, 'tables'),
        condition: (value) => ({ col: 'tables', opr: 'rel_m_m', value }),
      },
      {
        key: 'roles',
        label: t('Role'),
        options: relatedRoles,
        condition: (value) => ({ col: 'roles', opr: 'rel_m_m', value }),
      },
    ],
    sorts: [byLastEdited(), { key: 'name', label: t('Name'), direction: 'asc' }],
    defaults: lastEditedFirst,
    name: (row) => row.name,
    note: (row) => row.clause,
    open: (row) => () => edit(row),
    icon: <Rows3 />,
    shown: [
      { key: 'tables', head: t('Datasets'), width: 160, cell: (row) => row.tables.map(({ table_name }) => table_name).join(', ') || '–' },
      { key: 'bound', head: t('Binds'), width: 144, hiddenOn: 'tablet', cell: boundText },
      { key: 'changed', head: t('Edited'), width: 136, hiddenOn: 'phone', cell: (row) => row.changed_on_delta_humanized },
    ],
    canEdit: () => canWrite,
    ...(canWrite && {
      remove: {
        one: (id) => call(rowRuleDelete, { params: { pk: id } }),
        many: (ids) => call(rowRuleBulkDelete, { q: ids }),
        failure: deletionFailed,
      },
    }),
    entries: (row) => (canWrite ? [{ key: 'edit', label: t('Edit'), icon: <Pencil />, onSelect: () => edit(row) }] : []),
    actions: add,
    empty: {
      title: t('No rules yet'),
      text: t('A rule limits the rows of a dataset that the holders of its roles may read, wherever they read them.'),
      action: add,
    },
  }
}
