import { z } from 'zod'
import type { Column } from '../../table.ts'
import { type FrameColumn, isNumber, numbersOf } from '../frame.ts'
import { columnMap, needColumns, operation, TransformError } from '../operation.ts'
import { derive } from '../derive.ts'

const steps: Record<string, (total: number, value: number) => number> = {
  sum: (total, value) => total + value,
  prod: (total, value) => total * value,
  min: Math.min,
  max: Math.max,
}

/** Missing values count as 0, for all operators. */
const accumulate = (column: Column, step: (total: number, value: number) => number): Column => {
  const values = numbersOf(column)
  if (!values) throw new TransformError('Cumulative operations need numbers')
  const result = new Float64Array(values.length)
  for (let row = 0; row < values.length; row++) {
    const value = Number.isNaN(values[row]) ? 0 : (values[row] ?? 0)
    result[row] = row === 0 ? value : step(result[row - 1] ?? 0, value)
  }
  return { name: '', type: isNumber(column) && column.type !== 'decimal' ? (column.type as 'integer' | 'float') : 'float', values: result }
}

export const cum = operation('cum', z.object({ operator: z.string(), columns: columnMap.nullish() }), (frame, { operator, columns }) => {
  needColumns(frame, Object.keys(columns ?? {}))
  const step = Object.hasOwn(steps, operator) ? steps[operator] : undefined
  if (!step) throw new TransformError(`Invalid cumulative operator: ${operator}`)
  return derive(frame, columns ?? {}, ({ path, data }: FrameColumn) => ({ path, data: accumulate(data, step) }))
})
