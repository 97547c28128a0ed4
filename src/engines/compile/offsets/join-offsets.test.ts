import { describe, expect, it } from 'vitest'
import type { Table } from '#core/table.ts'
import { toRows } from '#core/table.ts'
import type { OffsetStatement } from '../../host/protocol.ts'
import { joinOffsets } from './join-offsets.ts'

const day = (text: string) => Date.parse(`${text}T00:00:00Z`)

const table = (times: string[], values: number[], series?: string[]): Table => ({
  rowCount: times.length,
  columns: [
    { name: 't', type: 'timestamp', values: Float64Array.from(times, day) },
    ...(series ? [{ name: 's', type: 'string' as const, values: series }] : []),
    { name: 'm', type: 'float', values: Float64Array.from(values) },
  ],
})

const statement = (shift: string, grain: string, joinOn = ['t']): OffsetStatement => ({
  sql: '',
  offset: shift,
  joinOn,
  timeColumn: 't',
  shift,
  grain,
  rename: { m: `m__${shift}` },
})

const shifted = (main: Table, of: OffsetStatement, other: Table) =>
  toRows(joinOffsets(main, [{ statement: of, table: other }])).map((row) => row[`m__${of.offset}`])

describe('joinOffsets', () => {
  it('matches the same month a year before', () => {
    const main = table(['2002-01-01', '2002-02-01', '2002-03-01'], [1, 2, 3])
    expect(shifted(main, statement('1 year ago', 'P1M'), table(['2001-01-01', '2001-03-01'], [10, 30]))).toEqual([10, null, 30])
  })

  it('clips month ends, so that several days match one', () => {
    const main = table(['2013-03-28', '2013-03-29', '2013-03-31'], [1, 2, 3])
    expect(shifted(main, statement('1 month ago', 'P1D'), table(['2013-02-28'], [9]))).toEqual([9, 9, 9])
  })

  it('matches the bucket that contains the shifted day', () => {
    const months = table(['2002-01-01', '2002-02-01'], [1, 2])
    expect(shifted(months, statement('28 days ago', 'P1M'), table(['2001-12-01', '2002-01-01'], [12, 1]))).toEqual([12, 1])
    const weeks = table(['2013-03-04', '2013-03-11'], [1, 2])
    expect(shifted(weeks, statement('1 year ago', 'P1W'), table(['2012-02-27', '2012-03-05'], [7, 8]))).toEqual([7, 8])
    expect(shifted(table(['2012-12-31'], [1]), statement('1 year ago', 'P1W'), table(['2011-12-26'], [5]))).toEqual([5])
  })

  it('matches nothing where a shift by a day or less falls between two buckets', () => {
    const days = table(['2013-03-04', '2013-03-05'], [1, 2])
    const before = table(['2013-03-03', '2013-03-04'], [7, 8])
    expect(shifted(days, statement('1 hour ago', 'P1D'), before)).toEqual([null, null])
    expect(shifted(days, statement('24 hours ago', 'P1D'), before)).toEqual([7, 8])
    expect(shifted(days, statement('90 minutes ago', 'PT1H'), before)).toEqual([null, null])
    expect(shifted(table(['2013-03-04'], [1]), statement('1 hour ago', 'P1W'), table(['2013-02-25'], [6]))).toEqual([6])
  })

  it('keeps series apart', () => {
    const main = table(['2002-01-01', '2002-01-01'], [1, 2], ['a', 'b'])
    const other = table(['2001-01-01', '2001-01-01'], [20, 10], ['b', 'a'])
    expect(shifted(main, statement('1 year ago', 'P1Y', ['t', 's']), other)).toEqual([10, 20])
  })

  it('agrees in every one of many dimensions, each of many values', () => {
    const count = 2_000
    const names = ['a', 'b', 'c']
    const other: Table = {
      rowCount: count,
      columns: [
        ...names.map((name, i) => ({
          name,
          type: 'string' as const,
          values: Array.from({ length: count }, (_, row) => `${(row * (i + 1)) % count}`),
        })),
        { name: 'm', type: 'float', values: Float64Array.from({ length: count }, (_, row) => row) },
      ],
    }
    const main: Table = {
      rowCount: 3,
      columns: [
        { name: 'a', type: 'string', values: ['7', '7', null] },
        { name: 'b', type: 'string', values: ['14', '14', '14'] },
        { name: 'c', type: 'string', values: ['21', '22', '21'] },
      ],
    }
    const by: OffsetStatement = { sql: '', offset: 'x', joinOn: names, rename: { m: 'm__x' } }
    expect(shifted(main, by, other)).toEqual([7, null, null])
  })

  it('joins totals without dimensions and keeps exact digits', () => {
    const total = (value: string): Table => ({
      rowCount: 1,
      columns: [{ name: 'm', type: 'integer', values: Float64Array.of(Number(value)), exact: [value] }],
    })
    const joined = joinOffsets(total('1'), [
      { statement: { sql: '', offset: 'x', joinOn: [], rename: { m: 'm__x' } }, table: total('9007199254740993') },
    ])
    expect(joined.columns.at(-1)).toMatchObject({ name: 'm__x', exact: ['9007199254740993'] })
  })
})
