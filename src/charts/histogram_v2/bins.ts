import { columnLabel } from '#core/query/labels.ts'
import { cell, findColumn, isNumeric } from '#core/table.ts'
import type { Json, Table } from '#core/table.ts'
import type { HistogramForm } from './controls.ts'

export type Bin = { name: string; from: number; to: number }

/** `keys`: the values of its dimensions. */
export type Group = { name: string; keys: Json[]; values: number[] }

const binName = /^(-?[\d.]+(?:e[-+]?\d+)?) - (-?[\d.]+(?:e[-+]?\d+)?)$/i

/** Bins by the names of their columns, and one list of amounts per group. */
export const readBins = (table: Table | undefined, form: Pick<HistogramForm, 'groupby'>): { bins: Bin[]; groups: Group[] } => {
  const bins = (table?.columns ?? []).flatMap((column): Bin[] => {
    const [, from, to] = binName.exec(column.name) ?? []
    return isNumeric(column) && from !== undefined && to !== undefined ? [{ name: column.name, from: Number(from), to: Number(to) }] : []
  })
  if (!table || bins.length === 0) return { bins: [], groups: [] }
  const dimensions = form.groupby.flatMap((column) => findColumn(table, columnLabel(column)) ?? [])
  const groups = Array.from({ length: table.rowCount }, (_, row): Group => {
    const keys = dimensions.map((column) => cell(column, row))
    return {
      name: keys.map((key) => String(key ?? '<NULL>')).join(', '),
      keys,
      values: bins.map(({ name }) => Number(findColumn(table, name)?.values[row] ?? 0)),
    }
  })
  return { bins: bins.toSorted((a, b) => a.from - b.from), groups }
}

/** Where half of all lies, inside its bin as if that were even. */
export const medianOf = (bins: Bin[], totals: number[]): number | null => {
  const half = totals.reduce((sum, value) => sum + value, 0) / 2
  let below = 0
  for (const [i, bin] of bins.entries()) {
    const amount = totals[i] ?? 0
    if (amount > 0 && below + amount >= half) return bin.from + ((half - below) / amount) * (bin.to - bin.from)
    below += amount
  }
  return null
}
