import { z } from 'zod'
import { pythonFloat } from '../../encoding/python-text.ts'
import type { Column } from '../../table.ts'
import { keyColumns } from './aggregate.ts'
import { columnsNamed, flatLevel, isMissing, numbersOf, takeRows } from '../frame.ts'
import { groupRows } from '../group.ts'
import { needColumns, operation, TransformError } from '../operation.ts'
import { max, min } from '../calculation/statistics.ts'

/** The most columns that a request may ask for. */
const maxBins = 1000

const options = z.object({
  column: z.string(),
  groupby: z.array(z.string()).nullish(),
  bins: z.int().nullish(),
  cumulative: z.boolean().nullish(),
  normalize: z.boolean().nullish(),
})

const toNumbers = (column: Column, name: string): Float64Array => {
  const values = numbersOf(column) ?? Float64Array.from(column.values as unknown[], (text) => (text === '' ? NaN : Number(text)))
  if (values.some(Number.isNaN)) throw new TransformError(`Column '${name}' contains non-numeric values`)
  return values
}

const edgesOf = (values: Float64Array, bins: number): Float64Array => {
  let [low, high] = [min(values), max(values)]
  if (low === high) [low, high] = [low - 0.5, high + 0.5]
  const step = (high - low) / bins
  return Float64Array.from({ length: bins + 1 }, (_, i) => (i === bins ? high : i * step + low))
}

/** Number of the bin: edges belong to the bin on their right, the last one to the last bin. */
const binOf = (value: number, edges: Float64Array): number => {
  let [low, high] = [0, edges.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((edges[middle] ?? 0) <= value) low = middle + 1
    else high = middle
  }
  return value === edges.at(-1) ? edges.length - 2 : low - 1
}

/** Bins span the whole column, not each group; one row per group, a column per bin. */
export const histogram = operation('histogram', options, (frame, given) => {
  const { column: name, cumulative, normalize } = given
  const groupby = given.groupby ?? []
  const bins = given.bins ?? 5
  needColumns(frame, [name, ...groupby])
  if (bins < 1 || bins > maxBins) throw new TransformError(`\`bins\` must be an integer between 1 and ${maxBins}`)
  const source = columnsNamed(frame, name)[0]?.data
  const present = Uint32Array.from({ length: frame.rowCount }, (_, row) => row).filter((row) => source && !isMissing(source, row))
  const rest = takeRows(frame, present)
  const column = columnsNamed(rest, name)[0]?.data
  if (!column || rest.rowCount === 0) return rest
  const values = toNumbers(column, name)
  const edges = edgesOf(values, bins)
  const groups = groupRows(keyColumns(rest, groupby), rest.rowCount)
  const counts = Array.from({ length: bins }, () => new Float64Array(groups.count))
  values.forEach((value, row) => {
    const group = groups.of[row] ?? -1
    const bin = counts[binOf(value, edges)]
    if (group >= 0 && bin) bin[group] = (bin[group] ?? 0) + 1
  })
  if (cumulative) counts.forEach((bin, i) => bin.forEach((count, group) => (bin[group] = count + (counts[i - 1]?.[group] ?? 0))))
  const total = counts.reduce((all, bin) => all + bin.reduce((a, b) => a + b, 0), 0)
  return {
    rowCount: groups.count,
    levels: [flatLevel],
    columns: [
      ...groups.keys.map((data, i) => ({ path: [groupby[i] ?? ''], data })),
      ...counts.map((bin, i) => ({
        path: [`${pythonFloat(edges[i] ?? 0)} - ${pythonFloat(edges[i + 1] ?? 0)}`],
        data: (normalize
          ? { name: '', type: 'float', values: bin.map((n) => n / total) }
          : { name: '', type: 'integer', values: bin }) as Column,
      })),
    ],
    index: [],
    firstRow: 0,
  }
})
