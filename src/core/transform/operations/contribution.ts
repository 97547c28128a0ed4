import { z } from 'zod'
import { floatColumn, type Frame, type FrameColumn, isNumber, numbersOf } from '../frame.ts'
import { needColumns, operation, TransformError } from '../operation.ts'
import { sum } from '../calculation/statistics.ts'

const options = z.object({
  orientation: z.enum(['row', 'column']).nullish(),
  columns: z.array(z.string()).nullish(),
  time_shifts: z.array(z.string()).nullish(),
  rename_columns: z.array(z.string()).nullish(),
  contribution_totals: z.record(z.string(), z.number().nullable()).nullish(),
})
type Options = z.output<typeof options>

const valuesOf = ({ data }: FrameColumn): Float64Array => numbersOf(data) ?? new Float64Array()

/** Without `columns` all numbers, times and texts left out. */
const chosen = (frame: Frame, names: string[] | null | undefined): FrameColumn[] => {
  const numeric = frame.columns.filter(({ data }) => isNumber(data))
  if (!names?.length) return numeric
  return names.flatMap((name) => {
    const found = numeric.filter(({ path }) => path[0] === name)
    if (found.length === 0) throw new TransformError(`Column "${name}" is not numeric or does not exists in the query results.`)
    return found
  })
}

const ofColumnTotals = (columns: FrameColumn[], totals: Options['contribution_totals']): Float64Array[] =>
  columns.map((column) => {
    const values = valuesOf(column).map((v) => (Number.isNaN(v) ? 0 : v))
    if (!totals || Object.keys(totals).length === 0) {
      const total = sum(values)
      return values.map((v) => v / total)
    }
    const total = totals[String(column.path[0])]
    return values.map((v) => (total ? v / total : 0))
  })

const shiftOf = ({ path: [name] }: FrameColumn, shifts: string[]): string | undefined =>
  typeof name === 'string' ? shifts.find((shift) => name.endsWith(`__${shift}`)) : undefined

/** Columns of a time shift have totals of their own. Missing cells stay missing. */
const ofRowTotals = (columns: FrameColumn[], shifts: string[], rowCount: number): Float64Array[] => {
  const totals = new Map<string | undefined, Float64Array>()
  for (const column of columns) {
    const shift = shiftOf(column, shifts)
    const total = totals.get(shift) ?? new Float64Array(rowCount)
    totals.set(shift, total)
    valuesOf(column).forEach((v, row) => {
      if (v === v) total[row] = (total[row] ?? 0) + v
    })
  }
  return columns.map((column) => {
    const total = totals.get(shiftOf(column, shifts))
    return valuesOf(column).map((v, row) => v / (total?.[row] ?? NaN))
  })
}

export const contribution = operation('contribution', options, (frame, given) => {
  needColumns(frame, given.columns ?? [])
  const columns = chosen(frame, given.columns)
  const names = given.rename_columns?.length ? given.rename_columns : undefined
  if (names && names.length !== (given.columns?.length || columns.length)) {
    throw new TransformError('`rename_columns` must have the same length as `columns` + `time_shift_columns`.')
  }
  const shares =
    given.orientation === 'row'
      ? ofRowTotals(columns, given.time_shifts ?? [], frame.rowCount)
      : ofColumnTotals(columns, given.contribution_totals)
  const result = [...frame.columns]
  columns.forEach((column, i) => {
    const path = names ? [names[i] ?? '', ...column.path.slice(1)] : column.path
    const made: FrameColumn = { path, data: floatColumn(shares[i] ?? new Float64Array()) }
    const key = JSON.stringify(path)
    const at = result.findIndex((existing) => JSON.stringify(existing.path) === key)
    if (at < 0) result.push(made)
    else result[at] = made
  })
  return { ...frame, columns: result }
})
