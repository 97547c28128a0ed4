import type { ThemeName } from '#core/theme/tokens.ts'
import { formatOfCell } from '../shared/table/conditional-format.ts'
import type { Pivot, PivotRow } from './pivot.ts'
import type { PivotForm } from './controls.ts'

/** What the form's conditional formatting gives the cell of a row in a column; only innermost numbers have any. */
export const tintOf = (
  pivot: Pivot,
  { row, column }: { row: PivotRow; column: number },
  { form, theme }: { form: PivotForm; theme: ThemeName },
) => {
  const cell = row.cells?.[column]
  if (row.kind !== 'leaf' || pivot.columns[column]?.kind !== 'leaf' || typeof cell?.value !== 'number') return null
  const extent = pivot.extents.get(cell.metric) ?? [0, 0]
  return formatOfCell(form.conditional_formatting, { column: cell.metric, value: cell.value, extent }, theme)
}
