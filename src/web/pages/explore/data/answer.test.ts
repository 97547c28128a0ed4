import { expect, test } from 'vitest'
import { isMissingChart, type ExploreAnswer } from './answer.ts'

const missing: ExploreAnswer = {
  dataset: { type: 'table', name: '[Missing Dataset]', columns: [], metrics: [], database: { id: 0, backend: '', parameters: {} } },
  form_data: {},
  slice: null,
  metadata: null,
  message: null,
}

test('a chart that is not there is told apart from a dataset that is not', () => {
  expect(isMissingChart(missing, 7)).toBe(true)
  expect(isMissingChart(missing, null)).toBe(false)
  expect(isMissingChart({ ...missing, slice: { slice_id: 7, slice_name: 'x' } }, 7)).toBe(false)
})
