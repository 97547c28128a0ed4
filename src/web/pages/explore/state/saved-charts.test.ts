import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Chart } from '#charts/chart.ts'
import { findChart } from '#charts/index.ts'
import type { FormData } from '#core/query/query-object.ts'
import type { ExploreDataset } from '../data/answer.ts'
import { loadChart } from '../../../frame/chart-registry.ts'
import { changedControls, controlsOf, isSameValue } from './form.ts'
import { createExplore, formToSave } from './store.ts'

/** Every recorded chart of the types that exist: opened and saved again, it is the same. */

type Saved = { viz_type: string; name: string; version: string; form_data: FormData }

const read = JSON.parse(readFileSync(new URL('../../../../../test/conformance/charts.json', import.meta.url), 'utf8')) as Saved[]
const saved = read.flatMap(({ version, viz_type, name, form_data }) => {
  const chart = findChart(viz_type)
  return chart ? [[`${version} ${viz_type}: ${name}`, chart, form_data] as const] : []
})

const dataset: ExploreDataset = {
  id: 11,
  type: 'table',
  datasource_name: 'recorded',
  database: { id: 1, backend: 'postgresql' },
  columns: [],
  metrics: [{ metric_name: 'count', expression: 'COUNT(*)' }],
  main_dttm_col: null,
}

const open = async (chart: Chart, form: FormData) => {
  await loadChart(chart.viz_type)
  const slice = { slice_id: 8, slice_name: 'Recorded', form_data: form }
  return createExplore({ dataset, form_data: form, slice, metadata: null, message: null }, form).getState()
}

/** What only travels with a form: it says how it was asked for. */
const travels = new Set([
  'url_params',
  'extra_filters',
  'force',
  'result_format',
  'result_type',
  'applied_time_extras',
  'standardizedFormData',
])

test('there are recorded charts of every type that exists', () => {
  expect(new Set(saved.map(([, { viz_type: vizType }]) => vizType)).size).toBeGreaterThan(20)
})

test.each(saved)('%s', async (_, chart, form) => {
  const state = await open(chart, form)
  const shown = state.form()
  for (const { name } of controlsOf(chart)) if (name in form) expect([name, shown[name]]).toEqual([name, form[name]])
  expect(changedControls(shown, state.saved, chart)).toEqual([])

  const stored = formToSave({ ...state, form: shown })
  const kept = Object.fromEntries(Object.entries(form).filter(([key]) => !travels.has(key)))
  expect(stored).toEqual({ ...kept, extra_form_data: {} })
})

test('a changed control is stored, also one that the saved form lacks', async () => {
  const [, chart, form] = saved.find(([, { viz_type: vizType }]) => vizType === 'pie') ?? []
  if (!chart || !form) throw new Error('no pie')
  const { show_legend: _legend, ...without } = form
  const state = await open(chart, { ...without, datasource: form.datasource, viz_type: form.viz_type })
  expect('show_legend' in formToSave({ ...state, form: state.form() })).toBe(false)
  const changed = { ...state.form(), show_legend: !state.form()['show_legend'] }
  expect(formToSave({ ...state, form: changed })['show_legend']).toBe(changed['show_legend'])
  expect(isSameValue(changed['show_legend'], state.form()['show_legend'])).toBe(false)
})
