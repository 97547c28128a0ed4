import { t } from '#core/i18n/t.ts'
import { Checkbox } from '../choice/Checkbox.tsx'

export type TableSelection = {
  selected: ReadonlySet<string>
  onChange: (selected: Set<string>) => void
  /** What a row is remembered by, wherever sorting puts it. */
  keyOf: (row: number) => string
  /** Accessible name of a row. */
  nameOf: (row: number) => string
}

export const toggleRow = ({ selected, onChange, keyOf }: TableSelection, row: number) => {
  const next = new Set(selected)
  if (!next.delete(keyOf(row))) next.add(keyOf(row))
  onChange(next)
}

/** The box of one row; the keyboard reaches it through its row. */
export const SelectRow = ({ selection, row }: { selection: TableSelection; row: number }) => (
  <Checkbox
    tabIndex={-1}
    label={t('Select %(name)s', { name: selection.nameOf(row) })}
    checked={selection.selected.has(selection.keyOf(row))}
    onChange={() => toggleRow(selection, row)}
  />
)

export const SelectAll = ({ selection: { selected, onChange, keyOf }, rowCount }: { selection: TableSelection; rowCount: number }) => {
  const isAll = rowCount > 0 && selected.size >= rowCount
  return (
    <Checkbox
      label={t('Select all')}
      checked={isAll}
      mixed={selected.size > 0}
      onChange={() => onChange(isAll ? new Set() : new Set(Array.from({ length: rowCount }, (_, row) => keyOf(row))))}
    />
  )
}
