import { z } from 'zod'
import type { Column } from '../../table.ts'
import { columnsNamed, floatColumn, isMissing, numbersOf } from '../frame.ts'
import { groupRows, rowsByGroup } from '../group.ts'
import { needColumns, operation } from '../operation.ts'
import { percentileRanks } from '../calculation/statistics.ts'

/** Text is ranked by its order: each cell becomes the number of its place. */
const comparable = (column: Column, rowCount: number): Float64Array => {
  const numbers = numbersOf(column)
  if (numbers) return numbers
  const { of } = groupRows([column], rowCount)
  return Float64Array.from(of, (place, row) => (place < 0 || isMissing(column, row) ? NaN : place))
}

export const rank = operation(
  'rank',
  z.object({ metric: z.string(), group_by: z.string().nullish() }),
  (frame, { metric, group_by: by }) => {
    needColumns(frame, by ? [metric, by] : [metric])
    const values = comparable(columnsNamed(frame, metric)[0]?.data ?? floatColumn(new Float64Array()), frame.rowCount)
    const key = by ? columnsNamed(frame, by)[0]?.data : undefined
    const ranks = new Float64Array(frame.rowCount).fill(NaN)
    const groups = groupRows(key ? [key] : [], frame.rowCount)
    const { starts, rows } = rowsByGroup(groups)
    for (let group = 0; group < groups.count; group++) {
      const members = rows.subarray(starts[group], starts[group + 1])
      percentileRanks(Float64Array.from(members, (row) => values[row] ?? NaN)).forEach((share, i) => {
        ranks[members[i] ?? 0] = share
      })
    }
    return { ...frame, columns: [...frame.columns.filter(({ path }) => path[0] !== 'rank'), { path: ['rank'], data: floatColumn(ranks) }] }
  },
)
