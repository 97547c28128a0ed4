import { sql } from 'kysely'
import { column, flagColumn, naiveTime, person, personName, timeAgo } from '../../list/field.ts'
import { anyOf, contains, flagFilter, oneFilter, textFilter, timeFilter } from '../../list/filters.ts'
import { relatedPeople } from '../../list/related.ts'
import type { BodyColumn, Listing } from '../../list/spec.ts'

const bodyColumns: BodyColumn[] = [
  { name: 'json_data', type: 'String', required: true },
  { name: 'theme_name', type: 'String', required: true },
]

const personParts = ['first_name', 'id', 'last_name'] as const
const parts = (name: string) => personParts.map((part) => `${name}.${part}`)

export const themeSpec: Listing = {
  tag: 'theme',
  view: 'Theme',
  table: 'themes',
  title: 'Theme',
  fields: {
    id: column('id'),
    uuid: column('uuid'),
    theme_name: column('theme_name'),
    json_data: column('json_data'),
    is_system: flagColumn('is_system'),
    is_system_default: flagColumn('is_system_default'),
    is_system_dark: flagColumn('is_system_dark'),
    created_on: naiveTime('created_on'),
    changed_on_delta_humanized: timeAgo('changed_on'),
    changed_by_name: personName('changed_by_fk'),
    created_by: person('created_by_fk', personParts),
    changed_by: person('changed_by_fk', personParts),
  },
  listColumns: [
    'changed_on_delta_humanized',
    ...parts('changed_by'),
    'changed_by_name',
    'created_on',
    ...parts('created_by'),
    'json_data',
    'id',
    'is_system',
    'is_system_default',
    'is_system_dark',
    'theme_name',
    'uuid',
  ],
  orderColumns: { theme_name: sql.ref('themes.theme_name') },
  defaultOrder: sql.ref('themes.changed_on'),
  filters: {
    uuid: textFilter('themes.uuid'),
    theme_name: {
      ...textFilter('themes.theme_name'),
      theme_all_text: {
        name: 'All Text',
        condition: (value, reader) => anyOf(['themes.theme_name', 'themes.json_data'].map((name) => contains(reader, name, value))),
      },
    },
    json_data: textFilter('themes.json_data'),
    is_system: flagFilter('themes.is_system'),
    is_system_default: flagFilter('themes.is_system_default'),
    is_system_dark: flagFilter('themes.is_system_dark'),
    created_on: timeFilter('themes.created_on'),
    changed_on: timeFilter('themes.changed_on'),
    created_by: oneFilter('themes.created_by_fk'),
    changed_by: oneFilter('themes.changed_by_fk'),
  },
  related: { created_by: relatedPeople, changed_by: relatedPeople },
  distinct: [],
  addColumns: bodyColumns,
  editColumns: bodyColumns,
  maxPageSize: 100,
}

export const themeShown = themeSpec.listColumns.filter((name) => name !== 'created_on' && name !== 'changed_by_name')
