import { sizes } from '#core/theme/tokens.ts'
import { tabularMeasure } from '#core/theme/tabular-measure.ts'
import type { DrawContext } from '../chart.ts'
import type { Pivot, PivotRow } from './pivot.ts'

/** Measures in px. */
export const rowHeight = 28
export const pad = 12
export const indent = 12
const chevron = 16

/** Rows whose texts are measured for the widths of their columns. */
const measuredRows = 200

/** Runs of columns under one head. */
export const headRuns = (pivot: Pivot, shown: readonly number[], level: number): { text: string; from: number; to: number }[] => {
  const runs: { text: string; key: string; from: number; to: number }[] = []
  for (const [i, at] of shown.entries()) {
    const heads = pivot.columns[at]?.heads ?? []
    const key = JSON.stringify(heads.slice(0, level + 1))
    const last = runs.at(-1)
    const isLeaf = level === heads.length - 1
    if (last && last.key === key && !isLeaf) last.to = i
    else runs.push({ text: heads[level] ?? '', key, from: i, to: i })
  }
  return runs
}

export const weightOf = ({ kind }: PivotRow): number => (kind === 'leaf' ? 400 : 600)

/** How far a label is from the left: groups have a chevron before theirs. */
export const labelIndent = ({ depth, kind }: PivotRow): number => depth * indent + (kind === 'group' ? chevron : 0)

export const labelWidth = (pivot: Pivot, measure: DrawContext['measure']): number => {
  return Math.max(
    measure(pivot.corner, sizes.control, 500),
    ...pivot.rows.slice(0, measuredRows).map((row) => labelIndent(row) + measure(row.label, sizes.control, weightOf(row))),
  )
}

/** What each column needs for its head and its texts, which have equal digits, px. */
export const columnWidths = (pivot: Pivot, measure: DrawContext['measure']): number[] => {
  const measureDigits = tabularMeasure(measure)
  return pivot.columns.map(({ heads }, i) => {
    const texts = pivot.rows.slice(0, measuredRows).map((row) => measureDigits(row.cells?.[i]?.text ?? '', sizes.control, weightOf(row)))
    return Math.ceil(Math.max(28, measure(heads.at(-1) ?? '', sizes.control, 500), ...texts)) + 2 * pad
  })
}
