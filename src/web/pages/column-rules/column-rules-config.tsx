import { EyeOff, Pencil, Plus } from 'lucide-react'
import { columnRuleBulkDelete, columnRuleDelete, columnRuleList } from '#api/column-rule.ts'
import type { RowOf } from '#api/declare/route.ts'
import { rowRuleRelated } from '#api/row-rule.ts'
import { columnMasks } from '#core/access/column-rules.ts'
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
import { maskTexts } from './masks.ts'

const columns = ['id', 'name', 'description', 'filter_type', 'mask', 'dataset', 'columns', 'roles', 'changed_on_delta_humanized'] as const

export type ColumnRuleRow = RowOf<typeof columnRuleList, (typeof columns)[number]>

const queries = listQueries(columnRuleList)

type Dependencies = { session: Pick<Session, 'hasPermission'>; edit: (edited: ColumnRuleRow | 'new') => void }

export const columnRulesConfig = ({ session: { hasPermission }, edit }: Dependencies): ListConfig<ColumnRuleRow> => {
  const canWrite = hasPermission('can_write', 'Row Level Security')
  const masks = maskTexts()
  const add = canWrite && (
    <Button kind="primary" icon={<Plus />} onClick={() => edit('new')}>
      {t('Rule')}
    </Button>
  )
  return {
    id: 'column_rule',
    title: t('Column rules'),
    noun: (count) => t.plural(count, 'rule', 'rules'),
    list: (q) => queries.list({ ...q, columns }),
    refresh: (client) => client.invalidateQueries({ queryKey: [columnRuleList.path] }),
    count: queries.count,
    search: { col: 'name', opr: 'ct', label: t('Search name') },
    filters: [
      {
        key: 'mask',
        label: t('Mask'),
        options: listed('masks', () => columnMasks.map((value) => ({ value, label: masks[value].label }))),
        condition: (value) => ({ col: 'mask', opr: 'eq', value }),
      },
      {
        key: 'dataset',
        label: t('Dataset'),
        options: routeOptions(rowRuleRelated, 'tables'),
        condition: (value) => ({ col: 'dataset', opr: 'rel_o_m', value }),
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
    note: (row) => row.columns.join(', '),
    open: (row) => () => edit(row),
    icon: <EyeOff />,
    shown: [
      { key: 'dataset', head: t('Dataset'), width: 160, cell: (row) => row.dataset?.table_name ?? '–' },
      { key: 'mask', head: t('Mask'), width: 112, cell: (row) => masks[row.mask].label },
      { key: 'bound', head: t('Binds'), width: 144, hiddenOn: 'tablet', cell: boundText },
      { key: 'changed', head: t('Edited'), width: 136, hiddenOn: 'phone', cell: (row) => row.changed_on_delta_humanized },
    ],
    canEdit: () => canWrite,
    ...(canWrite && {
      remove: {
        one: (id) => call(columnRuleDelete, { params: { pk: id } }),
        many: (ids) => call(columnRuleBulkDelete, { q: ids }),
        failure: deletionFailed,
      },
    }),
    entries: (row) => (canWrite ? [{ key: 'edit', label: t('Edit'), icon: <Pencil />, onSelect: () => edit(row) }] : []),
    actions: add,
    empty: {
      title: t('No rules yet'),
      text: t('A rule hides columns of a dataset from the holders of its roles, or masks them, wherever they read them.'),
      action: add,
    },
  }
}
