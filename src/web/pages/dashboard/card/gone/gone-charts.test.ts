import { expect, test } from 'vitest'
import { CallError } from '../../../../data/call-error.ts'
import type { CardChart } from '../../data/record.ts'
import { findChart, withoutChart } from './gone-charts.ts'

const chart = (id: number): CardChart => ({
  id,
  slice_name: `Chart ${id}`,
  description: null,
  certified_by: null,
  certification_details: null,
  form_data: { datasource: '1__table', viz_type: 'pie' },
})

const refuse = (status: number) => () => Promise.reject(new CallError(status, [], 'Refused'))

const find = (listed: readonly CardChart[], status: number) =>
  findChart(2, { list: () => Promise.resolve(listed), ask: status === 200 ? () => Promise.resolve({}) : refuse(status) }).then(
    (found) => (typeof found === 'object' && found ? found.slice_name : found),
    (error: unknown) => (error instanceof CallError ? error.status : error),
  )

test.each<[what: string, listed: CardChart[], status: number, expected: unknown]>([
  ['that the dashboard lists is there, whoever may read it', [chart(1), chart(2)], 403, 'Chart 2'],
  ['that is not listed and there is added here, or removed by somebody else', [chart(1)], 200, 'elsewhere'],
  ['that is not found is gone', [chart(1)], 404, null],
  ['that is refused is gone for this viewer', [], 403, null],
  ['of which the server cannot say anything is not decided', [chart(1)], 500, 500],
  ['is not decided while the server cannot be reached', [], 0, 0],
])('a chart %s', async (_what, listed, status, expected) => {
  expect(await find(listed, status)).toEqual(expected)
})

test('a chart is not asked for where the list cannot be read', async () => {
  const asked: number[] = []
  const found = findChart(2, { list: refuse(500), ask: (id) => Promise.resolve(asked.push(id)) })
  await expect(found).rejects.toThrow('Refused')
  expect(asked).toEqual([])
})

const charts = { 1: chart(1), 2: chart(2) }

test.each([
  [2, ['1']],
  [1, ['2']],
])('a gone chart leaves the others: %s', (id, left) => {
  expect(Object.keys(withoutChart(charts, id))).toEqual(left)
})

test('where the chart is not there nothing changes', () => {
  expect(withoutChart(charts, 3)).toBe(charts)
})
