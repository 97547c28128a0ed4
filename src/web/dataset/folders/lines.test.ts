import { expect, test } from 'vitest'
import { newCalculated, readDataset } from '../draft.ts'
import { storedDataset } from '../stored-sample.ts'
import { itemsOf } from './lines.ts'

test('each field has the kind that its icon shows elsewhere', () => {
  const { metrics, columns } = readDataset(storedDataset.wire)
  const [time] = columns
  const plain = { ...newCalculated([]), expression: '', is_dttm: false }
  const typed = ['BIGINT', 'VARCHAR', 'BOOLEAN'].map((type) => ({ ...plain, type }))
  const all = [...(time ? [time] : []), ...typed, { ...plain, expression: '1 + 1' }]
  expect(itemsOf(metrics, all).map(({ kind }) => kind)).toEqual(['metric', 'time', 'number', 'text', 'boolean', 'calculated'])
})
