import { sql, type SqlBool } from 'kysely'
import { column, groupByKey, idsOf, person, timeAgo, type Field } from '../../list/field.ts'
import { manyFilter, oneFilter, textFilter, wordFilter } from '../../list/filters.ts'
import { relatedDatasets, relatedPeople, relatedRolesOfRules } from '../../list/related.ts'
import type { BodyColumn, Listing } from '../../list/spec.ts'
import { ruleRoles } from './rule-roles.ts'

const tables: Field = {
  columns: [],
  read: async (rows, { ctx }) => {
    const found = await ctx.db
      .selectFrom('row_rule_datasets')
      .innerJoin('datasets', 'datasets.id', 'row_rule_datasets.dataset_id')
      .select(['rule_id', 'datasets.id', 'datasets.schema', 'datasets.table_name'])
      .where('rule_id', 'in', idsOf(rows))
      .where('datasets.deleted_at', 'is', null)
      .orderBy('datasets.id')
      .execute()
    const byRule = groupByKey(found, ({ rule_id }) => rule_id)
    return (row) => (byRule.get(row.id) ?? []).map(({ id, schema, table_name }) => ({ id, schema, table_name }))
  },
}

const bodyColumns = (required: boolean): BodyColumn[] => [
  { name: 'name', type: 'String', required, length: [1, 255] },
  { name: 'description', type: 'String' },
  {
    name: 'filter_type',
    type: 'String',
    required,
    validate: ["<OneOf(choices=['Regular', 'Base'], labels=[], error='Must be one of: {choices}.')>"],
  },
  { name: 'tables', type: 'List', required, ...(required && { validate: ['<Length(min=1, max=None, equal=None, error=None)>'] }) },
  { name: 'roles', type: 'List', required },
  { name: 'group_key', type: 'String' },
  { name: 'clause', type: 'String', required },
]

const named = (name: string) => `row_rules.${name}`
const linked = (table: string, key: string) =>
  manyFilter((id) => sql<SqlBool>`row_rules.id in (select rule_id from ${sql.table(table)} where ${sql.ref(key)} = ${id})`)

export const rowRuleSpec: Listing = {
  tag: 'rowlevelsecurity',
  view: 'Row Level Security',
  table: 'row_rules',
  title: 'Row Level Security Filter',
  fields: {
    id: column('id'),
    name: column('name'),
    description: column('description'),
    filter_type: column('filter_type'),
    clause: column('clause'),
    group_key: column('group_key'),
    tables,
    roles: ruleRoles('row_rule_roles'),
    changed_by: person('changed_by_fk', ['first_name', 'id', 'last_name']),
    changed_on_delta_humanized: timeAgo('changed_on'),
  },
  listColumns: [
    'id',
    'name',
    'filter_type',
    'tables.id',
    'tables.table_name',
    'roles.id',
    'roles.name',
    'clause',
    'changed_on_delta_humanized',
    'changed_by.first_name',
    'changed_by.last_name',
    'changed_by.id',
    'group_key',
  ],
  rowColumns: [
    'id',
    'name',
    'description',
    'filter_type',
    'tables',
    'roles',
    'clause',
    'changed_on_delta_humanized',
    'changed_by',
    'group_key',
  ],
  orderColumns: {
    name: sql.ref(named('name')),
    filter_type: sql.ref(named('filter_type')),
    clause: sql.ref(named('clause')),
    changed_on_delta_humanized: sql.ref(named('changed_on')),
    group_key: sql.ref(named('group_key')),
  },
  defaultOrder: sql`-row_rules.id`,
  filters: {
    name: textFilter(named('name')),
    description: textFilter(named('description')),
    clause: textFilter(named('clause')),
    group_key: textFilter(named('group_key')),
    filter_type: wordFilter(named('filter_type')),
    tables: linked('row_rule_datasets', 'dataset_id'),
    roles: linked('row_rule_roles', 'role_id'),
    created_by: oneFilter(named('created_by_fk')),
    changed_by: oneFilter(named('changed_by_fk')),
  },
  related: { tables: relatedDatasets, roles: relatedRolesOfRules, created_by: relatedPeople, changed_by: relatedPeople },
  distinct: [],
  addColumns: bodyColumns(true),
  editColumns: bodyColumns(false),
  maxPageSize: 100,
}

export const rowRuleShown = [
  'name',
  'description',
  'filter_type',
  'tables.id',
  'tables.schema',
  'tables.table_name',
  'roles.id',
  'roles.name',
  'group_key',
  'clause',
]
