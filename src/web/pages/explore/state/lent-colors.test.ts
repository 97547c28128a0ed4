import { expect, test } from 'vitest'
import { loadChart } from '../../../frame/chart-registry.ts'
import { lentForm } from './lent-colors.ts'
import { createExplore, formToSave } from './store.ts'

const dataset = {
  id: 3,
  type: 'table',
  datasource_name: 'films',
  database: { id: 1, backend: 'duckdb' },
  columns: [{ column_name: 'rating', type: 'TEXT', is_dttm: false }],
  metrics: [{ metric_name: 'count', expression: 'COUNT(*)' }],
  main_dttm_col: null,
}
const context = { dashboardId: 9, extraFormData: {}, colorScheme: 'd3Category10', labelColors: { PG: '#112233' } }
const saved = { viz_type: 'pie', datasource: '3__table', metric: 'count', groupby: ['rating'], color_scheme: 'lyftColors', dashboards: [4] }

test('colours that come from a dashboard are in the form, and not saved', async () => {
  await loadChart('pie')
  const slice = { slice_id: 8, slice_name: 'Ratings', form_data: saved }
  const first = { ...saved, ...lentForm(context) }
  const store = createExplore({ dataset, form_data: saved, slice, metadata: null, message: null }, first, context)
  const form = store.getState().form()
  expect(form).toMatchObject({ dashboards: [9], dashboard_color_scheme: 'd3Category10', label_colors: { PG: '#112233' } })
  expect(formToSave({ ...store.getState(), form })).toEqual({ ...saved, extra_form_data: {} })
})

test('a dashboard without colours of its own changes none', () => {
  expect(lentForm({ dashboardId: 9, extraFormData: {}, labelColors: {} })).toEqual({})
})
