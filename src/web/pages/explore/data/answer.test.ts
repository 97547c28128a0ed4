import { expect, test } from 'vitest'
import { isMissingChart, type ExploreAnswer } from './answer.ts'

const missing: Pick<ExploreAnswer, 'slice' | 'dataset'> = {
  dataset: {
    id: 0,
    type: 'table',
    name: '[Datensatz fehlt]',
    datasource_name: '',
    main_dttm_col: null,
    columns: [],
    metrics: [],
    database: { id: 0 },
  },
  slice: null,
}

test('distinguishes a missing chart from a missing dataset', () => {
  expect(isMissingChart(missing, 7)).toBe(true)
  expect(isMissingChart(missing, null)).toBe(false)
  expect(
    isMissingChart({ ...missing, slice: { slice_id: 7, slice_name: 'x', form_data: { viz_type: 'pie', datasource: '1__table' } } }, 7),
  ).toBe(false)
})
