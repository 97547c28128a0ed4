import { z } from 'zod'
import type { Column } from '../../table.ts'
import { type FrameColumn, isNumber, numbersOf } from '../frame.ts'
import { place } from '../derive.ts'
import { columnMap, needColumns, operation, TransformError } from '../operation.ts'

const numbers = ({ data }: FrameColumn): Float64Array => {
  const values = isNumber(data) ? numbersOf(data) : undefined
  if (!values) throw new TransformError('Differences need numbers')
  return values
}

const difference = (length: number, now: (i: number) => number | undefined, before: (i: number) => number | undefined): Column => ({
  name: '',
  type: 'float',
  values: Float64Array.from({ length }, (_, i) => (now(i) ?? NaN) - (before(i) ?? NaN)),
})

const options = z.object({ columns: columnMap, periods: z.int().default(1), axis: z.union([z.literal(0), z.literal(1)]).default(0) })

export const diff = operation('diff', options, (frame, { columns, periods, axis }) => {
  needColumns(frame, Object.keys(columns))
  return place(frame, columns, (sources) => {
    const values = sources.map(numbers)
    return sources.map(({ path }, i) => {
      const own = values[i]
      const other = axis === 1 ? values[i - periods] : own
      return {
        path,
        data: difference(
          frame.rowCount,
          (row) => own?.[row],
          (row) => other?.[axis === 1 ? row : row - periods],
        ),
      }
    })
  })
})
