import { expect, test } from 'vitest'
import { cell } from '#core/table.ts'
import { resultTable, timeColumns } from './result-table.ts'

const column = (name: string, type: number) => ({ column_name: name, name, type: '', type_generic: type, is_dttm: type === 2 })

test.each([
  ['2024-03-01T10:00:00', Date.UTC(2024, 2, 1, 10)],
  ['2024-03-01 10:00:00.250', Date.UTC(2024, 2, 1, 10, 0, 0, 250)],
  ['2024-03-01', Date.UTC(2024, 2, 1)],
  ['2024-03-01T10:00:00+02:00', Date.UTC(2024, 2, 1, 8)],
  [null, null],
])('time %j', (text, epoch) => {
  const { columns } = resultTable([column('at', 2)], [{ at: text }])
  expect(columns.map((one) => [one.type, cell(one, 0)])).toEqual([['timestamp', epoch]])
})

test('a time of the day is shown as it is', () => {
  const { columns } = resultTable([column('at', 2)], [{ at: '10:00:00' }])
  expect(columns).toEqual([{ name: 'at', type: 'string', values: ['10:00:00'] }])
})

test('times keep the text of the engine', () => {
  const at = ['2024-03-01T10:00:00.123456+00:00', '2024-03-01', null]
  const table = resultTable(
    [column('at', 2), column('n', 0)],
    at.map((text) => ({ at: text, n: 1 })),
  )
  expect(table.columns[0]).toMatchObject({ written: ['2024-03-01 10:00:00.123456+00:00', '2024-03-01', null] })
  expect([...timeColumns(table)]).toEqual(['at'])
})

test('big integers keep their digits', () => {
  const { columns } = resultTable([column('id', 0)], [{ id: 9007199254740993n }])
  expect(columns[0]).toMatchObject({ exact: ['9007199254740993'] })
})
