import type { ThemeName } from '#core/theme/tokens.ts'
import { asList } from '#core/query/read.ts'
import type { FormatRule } from '../control.ts'
import { formatOfCell, formatOfRow, type CellFormat, type FormattedValue } from '../shared/table/conditional-format.ts'
import type { Pivot, PivotRow } from './pivot.ts'
import type { PivotForm } from './controls.ts'

/** A number among the innermost columns, which alone have a format. */
const formattedAt = (pivot: Pivot, row: PivotRow, column: number): FormattedValue | null => {
  const cell = row.cells?.[column]
  if (pivot.columns[column]?.kind !== 'leaf' || typeof cell?.value !== 'number') return null
  return { column: cell.metric, value: cell.value, extent: pivot.extents.get(cell.metric) ?? [0, 0] }
}

/** What the form's conditional formatting gives the cell of an innermost row: its own rule, else one about whole rows. */
export const tintOf = (
  pivot: Pivot,
  { row, column }: { row: PivotRow; column: number },
  { form, theme }: { form: PivotForm; theme: ThemeName },
): CellFormat | null => {
  const rules = asList<FormatRule>(form.conditional_formatting)
  const cell = formattedAt(pivot, row, column)
  if (row.kind !== 'leaf' || rules.length === 0 || pivot.columns[column]?.kind !== 'leaf') return null
  const own = cell && formatOfCell(rules, cell, theme)
  if (own || !rules.some(({ toAllRow }) => toAllRow)) return own
  return formatOfRow(
    rules,
    pivot.columns.flatMap((_, at) => formattedAt(pivot, row, at) ?? []),
    theme,
  )
}
