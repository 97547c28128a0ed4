import { sql, type SqlBool } from 'kysely'
import { column, idsOf, person, timeAgo, type Field } from '../../list/field.ts'
import { manyFilter, oneFilter, textFilter, wordFilter } from '../../list/filters.ts'
import type { BodyColumn, Listing } from '../../list/spec.ts'
import { ruleRoles } from '../row_rules/rule-roles.ts'

const dataset: Field = {
  columns: ['dataset_id'],
  read: async (rows, { ctx }) => {
    const found = await ctx.db
      .selectFrom('column_rules')
      .innerJoin('datasets', 'datasets.id', 'column_rules.dataset_id')
      .select(['column_rules.id as rule_id', 'datasets.id', 'datasets.schema', 'datasets.table_name'])
      .where('column_rules.id', 'in', idsOf(rows))
      .where('datasets.deleted_at', 'is', null)
      .execute()
    const byRule = new Map(found.map(({ rule_id, ...rest }) => [rule_id, rest]))
    return (row) => byRule.get(row.id) ?? null
  },
}

const columns: Field = {
  columns: [],
  read: async (rows, { ctx }) => {
    const found = await ctx.db.selectFrom('column_rules').select(['id', 'columns']).where('id', 'in', idsOf(rows)).execute()
    const byRule = new Map(found.map((rule) => [rule.id, JSON.parse(rule.columns) as string[]]))
    return (row) => byRule.get(row.id) ?? []
  },
}

const bodyColumns: BodyColumn[] = [
  { name: 'name', type: 'String', required: true, length: [1, 255] },
  { name: 'description', type: 'String' },
  { name: 'filter_type', type: 'String', required: true },
  { name: 'mask', type: 'String', required: true },
  { name: 'dataset', type: 'Integer', required: true },
  { name: 'columns', type: 'List', required: true },
  { name: 'roles', type: 'List', required: true },
]

const shown = [
  'id',
  'name',
  'description',
  'filter_type',
  'mask',
  'dataset',
  'columns',
  'roles',
  'changed_by',
  'changed_on_delta_humanized',
]
const named = (name: string) => `column_rules.${name}`

export const columnRuleSpec: Listing = {
  tag: 'columnrule',
  view: 'Row Level Security',
  table: 'column_rules',
  title: 'Column Rule',
  fields: {
    id: column('id'),
    name: column('name'),
    description: column('description'),
    filter_type: column('filter_type'),
    mask: column('mask'),
    dataset,
    columns,
    roles: ruleRoles('column_rule_roles'),
    changed_by: person('changed_by_fk', ['first_name', 'id', 'last_name']),
    changed_on_delta_humanized: timeAgo('changed_on'),
  },
  listColumns: shown,
  orderColumns: {
    name: sql.ref(named('name')),
    filter_type: sql.ref(named('filter_type')),
    mask: sql.ref(named('mask')),
    changed_on_delta_humanized: sql.ref(named('changed_on')),
  },
  defaultOrder: sql`-column_rules.id`,
  filters: {
    name: textFilter(named('name')),
    filter_type: wordFilter(named('filter_type')),
    mask: wordFilter(named('mask')),
    dataset: oneFilter(named('dataset_id')),
    roles: manyFilter((id) => sql<SqlBool>`column_rules.id in (select rule_id from column_rule_roles where role_id = ${id})`),
    changed_by: oneFilter(named('changed_by_fk')),
  },
  related: {},
  distinct: [],
  addColumns: bodyColumns,
  editColumns: bodyColumns,
  maxPageSize: 100,
}
