import { useState } from 'react'
import type { Control, DatasetFacts } from '#charts/control.ts'
import {
  asyncSelect,
  filterItems,
  fixedOrMetric,
  granularity,
  spatial,
  timeColumn,
  timeSeriesColumns,
  viewport,
} from '#charts/shared/form/rare-controls.ts'
import { t } from '#core/i18n/t.ts'
import type { FormData } from '#core/query/query-object.ts'
import { rejectionOf, summarize } from '../../controls/behaviors/behaviors.ts'
import { ControlView } from '../../controls/view/ControlView.tsx'
import { FieldStateContext } from '../../controls/control-props.ts'
import { Section } from './Section.tsx'
import css from './WidgetsPage.module.css'

const dataset: DatasetFacts = {
  id: 0,
  columns: [
    { column_name: 'opened', type: 'TIMESTAMP', is_dttm: true },
    { column_name: 'closed', type: 'TIMESTAMP', is_dttm: true },
    { column_name: 'lon', type: 'DOUBLE', type_generic: 0, is_dttm: false },
    { column_name: 'lat', type: 'DOUBLE', type_generic: 0, is_dttm: false },
    { column_name: 'place', type: 'TEXT', type_generic: 1, is_dttm: false },
    { column_name: 'beds', type: 'INTEGER', type_generic: 0, is_dttm: false },
  ],
  metrics: [{ metric_name: 'count', verbose_name: 'COUNT(*)', expression: 'COUNT(*)' }],
  main_dttm_col: 'opened',
}

/** The controls that the charts of this version do not have, but that imported charts carry. */
const controls: Control[] = [
  spatial('spatial', 'Longitude & Latitude', { required: true }),
  viewport('viewport', 'Viewport'),
  fixedOrMetric('point_radius_fixed', 'Point Size', 1000),
  timeSeriesColumns('column_collection', 'Time series columns'),
  filterItems('filter_configs', 'Filters'),
  asyncSelect('deck_slices', 'Charts', {
    endpoint: '/api/v1/chart/related/owners?q=(page_size:5)',
    multiple: true,
    placeholder: 'Select charts',
  }),
  timeColumn,
  granularity,
  { name: 'time_range', type: 'time-range', label: 'Time Range', opensAs: 'modal' },
  { name: 'color_picker', type: 'color', label: 'Fixed Color', default: { r: 0, g: 122, b: 135, a: 1 } },
  { name: 'handlebarsTemplate', type: 'text-area', language: 'handlebars', label: 'Handlebars Template' },
  { name: 'markdown', type: 'text-area', language: 'markdown', label: 'Markdown' },
  { name: 'json', type: 'text-area', language: 'json', label: 'JSON' },
  { name: 'sql', type: 'text-area', language: 'sql', label: 'SQL' },
]

const start: FormData = {
  viz_type: 'stage',
  datasource: '0__table',
  column_collection: [{ key: 'a', label: 'Last week', colType: 'time', timeLag: 1, comparisonType: 'diff' }],
  filter_configs: [{ key: 'b', column: 'place', multiple: true, clearable: true }],
  json: '{ "zoom": 4, "name": "Berlin" }',
  markdown: '# Title\n\n- one\n- **two**',
  handlebarsTemplate: '<ul>{{#each data}}<li>{{this.place}}</li>{{/each}}</ul>',
  sql: "SELECT COUNT(*) FROM houses WHERE place = 'Berlin'",
}

const withStarts = (form: FormData): FormData => {
  const values = controls.map((control) => [control.name, control.initial?.({ form, dataset }) ?? control.default] as const)
  return { ...Object.fromEntries(values), ...form }
}

/** Each control over a form of its own, with what it is summarized as. */
export const ChartControls = () => {
  const [form, setForm] = useState(() => withStarts(start))
  const state = { form, dataset }
  return (
    <Section title="Controls of charts">
      <div className={css['columns']}>
        {controls.map((control) => {
          const rejection = rejectionOf(control, form[control.name], { state, t })
          return (
            <div key={control.name}>
              <FieldStateContext value={{ changed: false, onReset: () => undefined, error: rejection?.text ?? null }}>
                <ControlView
                  control={control}
                  value={form[control.name]}
                  state={state}
                  onChange={(value) => setForm((held) => ({ ...held, [control.name]: value }))}
                />
              </FieldStateContext>
              <output className={css['summary']} aria-label={`Summary of ${control.label}`}>
                {summarize(control, state, t)}
              </output>
            </div>
          )
        })}
      </div>
    </Section>
  )
}
