import { measureCell } from '../ui/table/columns/content-width.ts'
import type { Summary } from './grid.ts'

/** px */
export const sparklineWidth = 56
const [textSize, gap] = [12, 12]

export const rangeOf = ({ low, high }: { low: string; high: string }): string => (low === high ? low : `${low}–${high}`)

/** px that a column needs for the range of its values and the line beside it; counts may be cut. */
export const summaryWidth = (summary: Summary | undefined): number => {
  if (summary?.kind !== 'range') return 0
  const line = summary.points.length > 1 ? sparklineWidth + gap : 0
  return line + measureCell(rangeOf(summary), textSize)
}
