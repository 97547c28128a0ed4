/** Selected rows by key. A range runs from `anchor`, on top of what was selected when the anchor was set (`base`). */
export type SelectionState = {
  selected: ReadonlySet<string>
  base: ReadonlySet<string>
  anchor: string | null
}

/** What selecting needs to know about the rows: their order may change between two calls. */
export type RowKeys = { rowCount: number; keyOf: (row: number) => string }

export const selectionOf = (selected: ReadonlySet<string>): SelectionState => ({ selected, base: selected, anchor: null })

const rowOfKey = (key: string, { rowCount, keyOf }: RowKeys): number => {
  for (let row = 0; row < rowCount; row++) if (keyOf(row) === key) return row
  return -1
}

export const toggleRow = ({ selected }: SelectionState, row: number, { keyOf }: RowKeys): SelectionState => {
  const key = keyOf(row)
  const next = new Set(selected)
  if (!next.delete(key)) next.add(key)
  return { selected: next, base: next, anchor: key }
}

/** A row that was not selected becomes the anchor. */
const anchorAt = ({ selected }: SelectionState, row: number, { keyOf }: RowKeys): SelectionState => {
  const next = new Set(selected).add(keyOf(row))
  return { selected: next, base: next, anchor: keyOf(row) }
}

/** The rows from the anchor to `row` become as the anchor is: selected, or not. Without an anchor the range starts at `from`. */
export const extendTo = (before: SelectionState, row: number, keys: RowKeys, from = row): SelectionState => {
  const isAnchored = before.anchor !== null && rowOfKey(before.anchor, keys) >= 0
  const state = isAnchored ? before : anchorAt(before, from, keys)
  if (state.anchor === null) return state
  const anchorRow = rowOfKey(state.anchor, keys)
  const selects = state.base.has(state.anchor)
  const next = new Set(state.base)
  for (let at = Math.min(anchorRow, row); at <= Math.max(anchorRow, row); at++)
    if (selects) next.add(keys.keyOf(at))
    else next.delete(keys.keyOf(at))
  return { ...state, selected: next }
}

export const countSelected = (selected: ReadonlySet<string>, { rowCount, keyOf }: RowKeys): number => {
  if (selected.size === 0) return 0
  let count = 0
  for (let row = 0; row < rowCount; row++) if (selected.has(keyOf(row))) count++
  return count
}

/** Selects all rows, or none of them when all were selected. Rows that are not shown keep their state. */
export const toggleAll = ({ selected }: SelectionState, keys: RowKeys): SelectionState => {
  const isAll = countSelected(selected, keys) === keys.rowCount
  const next = new Set(selected)
  for (let row = 0; row < keys.rowCount; row++)
    if (isAll) next.delete(keys.keyOf(row))
    else next.add(keys.keyOf(row))
  return selectionOf(next)
}
