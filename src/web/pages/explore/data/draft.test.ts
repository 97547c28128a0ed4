// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { loadChart } from '../../../frame/chart-registry.ts'
import { useToasts } from '../../../ui/feedback/toast.ts'
import { createExplore } from '../state/store.ts'
import { dropDraft, keepDraft, offerDraft, readDraft } from './draft.ts'

const dataset = {
  id: 3,
  type: 'table',
  datasource_name: 'stocks',
  database: { id: 1, backend: 'duckdb' },
  columns: [{ column_name: 'symbol', type: 'TEXT', is_dttm: false }],
  metrics: [{ metric_name: 'count', expression: 'COUNT(*)' }],
  main_dttm_col: null,
}
const form = { viz_type: 'pie', datasource: '3__table', metric: 'count', groupby: ['symbol'] }
const slice = { slice_id: 8, slice_name: 'Shares', form_data: form }
const open = (first: typeof form = form) => createExplore({ dataset, form_data: form, slice, metadata: null, message: null }, first)

const toast = () => useToasts.getState().toasts.at(-1)

beforeEach(async () => {
  localStorage.clear()
  useToasts.setState({ toasts: [] })
  await loadChart('pie')
})

/** A visit that ends without saving. */
const edit = () => {
  const store = open()
  store.getState().set('row_limit', 7)
  store.getState().setTitle('Renamed')
  keepDraft(store, 1)
}

test('unsaved changes of an earlier visit are offered and restored', async () => {
  edit()
  const store = open()
  offerDraft(store, 1)
  expect(toast()).toMatchObject({ text: expect.stringContaining('There are unsaved changes from'), action: { label: 'Restore' } })
  toast()?.action?.run()
  await expect.poll(() => store.getState().form()['row_limit']).toBe(7)
  expect(store.getState().title).toBe('Renamed')
})

test('changes restored from the URL are listed, and can be discarded', () => {
  edit()
  const store = open({ ...form, ...readDraft(open(), 1, Date.now())?.form })
  offerDraft(store, 1)
  expect(toast()?.text).toContain('were restored')
  expect(store.getState().title).toBe('Renamed')
  toast()?.action?.run()
  expect(store.getState()).toMatchObject({ title: 'Shares' })
  expect(store.getState().form()['row_limit']).not.toBe(7)
  expect(readDraft(store, 1, Date.now())).toBeNull()
})

test('nothing is offered to other users, after a save, or after a week', () => {
  edit()
  offerDraft(open(), 2)
  expect(toast()).toBeUndefined()
  expect(readDraft(open(), 1, Date.now() + 8 * 86_400_000)).toBeNull()
  dropDraft(open(), 1)
  offerDraft(open(), 1)
  expect(toast()).toBeUndefined()
})

test('what cannot be read is no draft', () => {
  for (const stored of ['{', '[]', '{"1 chart 8": 5}', '{"1 chart 8": {"form": {}}}']) {
    localStorage.setItem('chartroom.explore.drafts', stored)
    expect(readDraft(open(), 1, Date.now())).toBeNull()
  }
})
