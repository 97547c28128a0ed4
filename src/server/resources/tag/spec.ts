import { sql, type SqlBool } from 'kysely'
import { tagTypes } from '../../db/implicit-tags.ts'
import { column, person, timeAgo } from '../../list/field.ts'
import { never, numberFilter, oneFilter, booleanOperator, textFilter } from '../../list/filters.ts'
import { relatedPeople } from '../../list/related.ts'
import type { BodyColumn, Listing } from '../../list/spec.ts'

const bodyColumns: BodyColumn[] = [
  { name: 'name', type: 'String', required: true, unique: true },
  { name: 'description', type: 'String' },
]

const nameOf = (key: string, part: string) =>
  sql`(select ${sql.ref(`users.${part}`)} from users where users.id = ${sql.ref(`tags.${key}`)})`

const typeIs = (type: unknown) => (Number.isInteger(type) ? sql<SqlBool>`tags.type = ${sql.lit(type)}` : never)

const orders = {
  id: sql.ref('tags.id'),
  name: sql.ref('tags.name'),
  type: sql.ref('tags.type'),
  description: sql.ref('tags.description'),
  'changed_by.first_name': nameOf('changed_by_fk', 'first_name'),
  'changed_by.last_name': nameOf('changed_by_fk', 'last_name'),
  changed_on_delta_humanized: sql.ref('tags.changed_on'),
  created_on_delta_humanized: sql.ref('tags.created_on'),
  'created_by.first_name': nameOf('created_by_fk', 'first_name'),
  'created_by.last_name': nameOf('created_by_fk', 'last_name'),
}

export const tagSpec: Listing = {
  tag: 'tag',
  view: 'Tag',
  table: 'tags',
  title: 'Tag',
  fields: {
    id: column('id'),
    name: column('name'),
    type: column('type'),
    description: column('description'),
    changed_by: person('changed_by_fk', ['first_name', 'last_name']),
    changed_on_delta_humanized: timeAgo('changed_on'),
    created_on_delta_humanized: timeAgo('created_on'),
    created_by: person('created_by_fk', ['first_name', 'last_name']),
  },
  listColumns: Object.keys(orders),
  orderColumns: orders,
  defaultOrder: sql`-tags.id`,
  filters: {
    id: numberFilter('tags.id'),
    name: textFilter('tags.name'),
    description: textFilter('tags.description'),
    type: {
      eq: { name: 'Equal to', condition: (value) => typeIs(tagTypes[String(value) as keyof typeof tagTypes] ?? value) },
      custom_tag: booleanOperator('Is custom tag', () => typeIs(tagTypes.custom)),
    },
    created_by: oneFilter('tags.created_by_fk'),
    changed_by: oneFilter('tags.changed_by_fk'),
  },
  related: { created_by: relatedPeople, changed_by: relatedPeople },
  distinct: [],
  addColumns: bodyColumns,
  editColumns: bodyColumns,
  maxPageSize: 100,
}
