// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { loadChart, loadedChart } from '../../../frame/chart-registry.ts'
import { ExploreContext, useForm } from '../state/explore-context.ts'
import { RunContext } from '../state/run.ts'
import { createExplore } from '../state/store.ts'
import { useChanges } from '../state/use-changes.ts'
import { ChangeList } from './ChangeList.tsx'

vi.hoisted(() => {
  window.matchMedia = () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }) as unknown as MediaQueryList
})
beforeAll(() => Promise.all(['pie', 'table'].map(loadChart)))
const dataset = {
  id: 3,
  type: 'table',
  datasource_name: 'stocks',
  database: { id: 1, backend: 'duckdb' },
  columns: [{ column_name: 'symbol', type: 'TEXT', is_dttm: false }],
  metrics: [{ metric_name: 'count', expression: 'COUNT(*)' }],
  main_dttm_col: null,
}
const form = { viz_type: 'pie', datasource: '3__table', metric: 'count', groupby: ['symbol'], row_limit: 100 }
const slice = { slice_id: 8, slice_name: 'Shares', form_data: form }

const Listed = () => {
  const run = { chart: loadedChart(useForm().viz_type) ?? null }
  const { changes, isDirty } = useChanges()
  return (
    <RunContext value={run as never}>
      <output>{isDirty ? changes : 'Saved'}</output>
      <ChangeList onDone={() => {}} />
    </RunContext>
  )
}

const open = () => {
  const store = createExplore({ dataset, form_data: form, slice, metadata: null, message: null }, form)
  render(
    <ExploreContext value={store}>
      <Listed />
    </ExploreContext>,
  )
  return store.getState()
}

const row = (label: string) => screen.getAllByRole('listitem').find((item) => within(item).queryByText(label)) as HTMLElement
const valuesOf = (label: string) => [...row(label).querySelectorAll('del, ins')].map((value) => value.textContent)

test.each<[string, (store: ReturnType<typeof open>) => unknown, [string, string]]>([
  ['Row limit', (store) => store.set('row_limit', 25), ['100', '25']],
  ['Chart name', (store) => store.setTitle('Parts'), ['Shares', 'Parts']],
  ['Chart type', (store) => store.switchTo('table'), ['Pie Chart', 'Table']],
  ['Dataset', (store) => store.swapDataset({ ...dataset, id: 4, datasource_name: 'bonds' }), ['stocks', 'bonds']],
])('a change of “%s” is listed, and taken back by itself', async (label, change, values) => {
  const store = open()
  expect(screen.getByRole('status').textContent).toBe('Saved')
  await change(store)
  await waitFor(() => expect(valuesOf(label)).toEqual(values))
  fireEvent.click(within(row(label)).getByRole('button', { name: `Reset ${label}` }))
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Saved'))
  expect(screen.queryByRole('listitem')).toBeNull()
})
