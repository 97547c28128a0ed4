import { useState } from 'react'
import { extendTo, selectionOf, toggleAll, toggleRow, type SelectionState } from './model/selection.ts'

export type TableSelection = {
  selected: ReadonlySet<string>
  onChange: (selected: ReadonlySet<string>) => void
  /** Identifies a row, independent of the sort order. */
  keyOf: (row: number) => string
  /** Accessible name of a row. */
  nameOf: (row: number) => string
  /** Label of the checkbox that selects all rows. */
  allLabel?: string
}

export type SelectionActions = {
  toggle: (row: number) => void
  /** Selects all from the row toggled last to this one; from `from` where none was. */
  extend: (row: number, from?: number) => void
  toggleAll: () => void
}

/** Changes a selection. Remembers where ranges start until the selection is changed from outside. */
export const useSelection = (selection: TableSelection | undefined, rowCount: number): SelectionActions | undefined => {
  const [last, setLast] = useState<SelectionState | null>(null)
  if (!selection) return undefined
  const { selected, onChange, keyOf } = selection
  const change = (next: (state: SelectionState) => SelectionState) => {
    const state = next(last?.selected === selected ? last : selectionOf(selected))
    setLast(state)
    onChange(state.selected)
  }
  const keys = { rowCount, keyOf }
  return {
    toggle: (row) => change((state) => toggleRow(state, row, keys)),
    extend: (row, from) => change((state) => extendTo(state, row, keys, from)),
    toggleAll: () => change((state) => toggleAll(state, keys)),
  }
}
