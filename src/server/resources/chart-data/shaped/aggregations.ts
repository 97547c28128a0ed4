import { numbers, sum } from '#core/transform/calculation/cell-aggregations.ts'
import { transposed, type Cell, type Grid } from './grid.ts'

const fractionsOf = (cells: Cell[], whole: number): Cell[] => cells.map((cell) => (cell === null || !whole ? null : Number(cell) / whole))

const ofRows = (grid: Grid): Grid => ({ ...grid, cells: grid.cells.map((row) => fractionsOf(row, sum(numbers(row)))) })
const ofColumns = (grid: Grid): Grid => transposed(ofRows(transposed(grid)))
const ofTotal = (grid: Grid): Grid => {
  const whole = sum(grid.cells.flatMap(numbers))
  return { ...grid, cells: grid.cells.map((row) => fractionsOf(row, whole)) }
}

/** Cells as parts of their row, column or of everything, where the aggregate asks for it; `turned` grids have rows and columns swapped. */
export const shareOf = (aggregate: string, turned: boolean): ((grid: Grid) => Grid) | null => {
  if (aggregate.endsWith(' as Fraction of Total')) return ofTotal
  if (aggregate.endsWith(' as Fraction of Rows')) return turned ? ofColumns : ofRows
  return aggregate.endsWith(' as Fraction of Columns') ? (turned ? ofRows : ofColumns) : null
}
