import { sql } from 'kysely'
import { column, naiveTime, person, timeAgo } from '../../list/field.ts'
import { anyOf, contains, oneFilter, textFilter, timeFilter } from '../../list/filters.ts'
import { relatedPeople } from '../../list/related.ts'
import type { BodyColumn, Listing } from '../../list/spec.ts'

const bodyColumns: BodyColumn[] = [
  { name: 'css', type: 'String' },
  { name: 'template_name', type: 'String', length: [null, 250] },
]

const people = (name: string) => ['first_name', 'id', 'last_name'].map((part) => `${name}.${part}`)

export const cssTemplateSpec: Listing = {
  tag: 'css_template',
  view: 'CssTemplate',
  table: 'css_templates',
  title: 'Css Template',
  fields: {
    id: column('id'),
    template_name: column('template_name'),
    css: column('css'),
    created_on: naiveTime('created_on'),
    changed_on_delta_humanized: timeAgo('changed_on'),
    created_by: person('created_by_fk', ['id', 'first_name', 'last_name']),
    changed_by: person('changed_by_fk', ['id', 'first_name', 'last_name']),
  },
  listColumns: ['changed_on_delta_humanized', ...people('changed_by'), 'created_on', ...people('created_by'), 'css', 'id', 'template_name'],
  orderColumns: { template_name: sql.ref('css_templates.template_name') },
  defaultOrder: sql`-css_templates.id`,
  filters: {
    uuid: textFilter('css_templates.uuid'),
    template_name: {
      ...textFilter('css_templates.template_name'),
      css_template_all_text: {
        name: 'All Text',
        condition: (value, reader) =>
          anyOf(['css_templates.template_name', 'css_templates.css'].map((name) => contains(reader, name, value))),
      },
    },
    css: textFilter('css_templates.css'),
    created_on: timeFilter('css_templates.created_on'),
    changed_on: timeFilter('css_templates.changed_on'),
    created_by: oneFilter('css_templates.created_by_fk'),
    changed_by: oneFilter('css_templates.changed_by_fk'),
  },
  related: { created_by: relatedPeople, changed_by: relatedPeople },
  distinct: [],
  addColumns: bodyColumns,
  editColumns: bodyColumns,
  maxPageSize: 100,
}

export const cssTemplateShown = cssTemplateSpec.listColumns.filter((name) => name !== 'created_on')
