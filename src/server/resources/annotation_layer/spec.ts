import { sql } from 'kysely'
import { column, naiveTime, person, timeAgo, type Field } from '../../list/field.ts'
import { anyOf, contains, oneFilter, textFilter, timeFilter } from '../../list/filters.ts'
import { relatedPeople } from '../../list/related.ts'
import type { BodyColumn, Listing } from '../../list/spec.ts'

const names = ['first_name', 'last_name'] as const
const personOrder = (table: string, key: string) => sql`(select users.first_name from users where users.id = ${sql.ref(`${table}.${key}`)})`

const stamps = (table: string) => ({
  created_by: oneFilter(`${table}.created_by_fk`),
  changed_by: oneFilter(`${table}.changed_by_fk`),
  created_on: timeFilter(`${table}.created_on`),
  changed_on: timeFilter(`${table}.changed_on`),
})

const annotationColumns = (required: boolean): BodyColumn[] => [
  { name: 'short_descr', type: 'String', required, length: [1, 500] },
  { name: 'long_descr', type: 'String' },
  { name: 'start_dttm', type: 'DateTime', required },
  { name: 'end_dttm', type: 'DateTime', required },
  { name: 'json_metadata', type: 'String', validate: ['JSON'] },
]

const layerOf: Field = {
  columns: ['layer_id'],
  read: async (rows, { ctx }) => {
    const ids = [...new Set(rows.map((row) => Number(row['layer_id'])))]
    const found = await ctx.db.selectFrom('annotation_layers').select(['id', 'name']).where('id', 'in', ids).execute()
    return (row) => found.find((layer) => layer.id === row['layer_id']) ?? null
  },
}

export const annotationSpec: Listing = {
  tag: 'annotation_layer',
  view: 'Annotation',
  table: 'annotations',
  title: 'Annotation',
  fields: {
    id: column('id'),
    short_descr: column('short_descr'),
    long_descr: column('long_descr'),
    start_dttm: naiveTime('start_dttm'),
    end_dttm: naiveTime('end_dttm'),
    json_metadata: column('json_metadata'),
    layer: layerOf,
    changed_by: person('changed_by_fk', ['id', ...names]),
    created_by: person('created_by_fk', ['id', ...names]),
    changed_on_delta_humanized: timeAgo('changed_on'),
  },
  listColumns: [
    'short_descr',
    'created_by.id',
    'created_by.first_name',
    'changed_by.id',
    'changed_by.first_name',
    'changed_on_delta_humanized',
    'start_dttm',
    'end_dttm',
    'long_descr',
    'id',
  ],
  orderColumns: {
    'changed_by.first_name': personOrder('annotations', 'changed_by_fk'),
    changed_on_delta_humanized: sql.ref('annotations.changed_on'),
    'created_by.first_name': personOrder('annotations', 'created_by_fk'),
    end_dttm: sql.ref('annotations.end_dttm'),
    long_descr: sql.ref('annotations.long_descr'),
    short_descr: sql.ref('annotations.short_descr'),
    start_dttm: sql.ref('annotations.start_dttm'),
  },
  defaultOrder: sql.ref('annotations.changed_on'),
  filters: {
    ...stamps('annotations'),
    short_descr: {
      ...textFilter('annotations.short_descr'),
      annotation_all_text: {
        name: 'All Text',
        condition: (value, reader) =>
          anyOf([contains(reader, 'annotations.short_descr', value), contains(reader, 'annotations.long_descr', value)]),
      },
    },
    long_descr: textFilter('annotations.long_descr'),
    start_dttm: timeFilter('annotations.start_dttm'),
    end_dttm: timeFilter('annotations.end_dttm'),
    json_metadata: textFilter('annotations.json_metadata'),
    layer: oneFilter('annotations.layer_id'),
  },
  related: {},
  distinct: [],
  addColumns: annotationColumns(true),
  editColumns: annotationColumns(false),
  maxPageSize: 100,
}

export const annotationShown = ['short_descr', 'long_descr', 'start_dttm', 'end_dttm', 'json_metadata', 'id', 'layer.id', 'layer.name']

export const layerSpec: Listing = {
  tag: 'annotation_layer',
  view: 'Annotation',
  table: 'annotation_layers',
  title: 'Annotation Layer',
  fields: {
    id: column('id'),
    name: column('name'),
    descr: column('descr'),
    created_by: person('created_by_fk', names),
    changed_by: person('changed_by_fk', names),
    changed_on: naiveTime('changed_on'),
    changed_on_delta_humanized: timeAgo('changed_on'),
    created_on: naiveTime('created_on'),
  },
  listColumns: [
    'id',
    'name',
    'descr',
    'created_by.first_name',
    'created_by.last_name',
    'changed_by.first_name',
    'changed_by.last_name',
    'changed_on',
    'changed_on_delta_humanized',
    'created_on',
  ],
  orderColumns: {
    name: sql.ref('annotation_layers.name'),
    descr: sql.ref('annotation_layers.descr'),
    'created_by.first_name': personOrder('annotation_layers', 'created_by_fk'),
    'changed_by.first_name': personOrder('annotation_layers', 'changed_by_fk'),
    changed_on: sql.ref('annotation_layers.changed_on'),
    changed_on_delta_humanized: sql.ref('annotation_layers.changed_on'),
    created_on: sql.ref('annotation_layers.created_on'),
  },
  defaultOrder: sql.ref('annotation_layers.changed_on'),
  filters: {
    ...stamps('annotation_layers'),
    name: {
      ...textFilter('annotation_layers.name'),
      annotation_layer_all_text: {
        name: 'All Text',
        condition: (value, reader) =>
          anyOf([contains(reader, 'annotation_layers.name', value), contains(reader, 'annotation_layers.descr', value)]),
      },
    },
    descr: textFilter('annotation_layers.descr'),
  },
  related: { created_by: relatedPeople, changed_by: relatedPeople },
  distinct: [],
  addColumns: annotationSpec.addColumns,
  editColumns: annotationSpec.editColumns,
  maxPageSize: 100,
}

export const layerShown = ['id', 'name', 'descr']
