export type Rows = {
  rowCount: number
  /** Rows that one Page key moves by. */
  pageRows: number
  /** Things side by side in one line of a grid; 1 in a table. */
  perLine?: number
}

/** The row that a key moves to from `row`; null where it moves nothing. */
export const rowAfterKey = (key: string, row: number, { rowCount, pageRows, perLine = 1 }: Rows): number | null => {
  if (rowCount === 0) return null
  const last = rowCount - 1
  const within = (next: number) => Math.max(0, Math.min(last, next))
  if (key === 'ArrowDown') return row + perLine > last && perLine > 1 ? row : within(row + perLine)
  if (key === 'ArrowUp') return row - perLine < 0 && perLine > 1 ? row : within(row - perLine)
  if (key === 'PageDown') return within(row + pageRows * perLine)
  if (key === 'PageUp') return within(row - pageRows * perLine)
  if (key === 'Home') return 0
  if (key === 'End') return last
  return null
}

/** Things of at least `minItemWidth` px that are side by side. */
export const perLineIn = (available: number, { minItemWidth, gap }: { minItemWidth: number; gap: number }): number =>
  Math.max(1, Math.floor((available + gap) / (minItemWidth + gap)))

/**
 * px of all rows together. Browsers lay out four times as much, but scroll bars get too coarse to aim with, and what reads the geometry of
 * a page for assistive technology slow.
 */
const maxBodyHeightPx = 4_000_000

/** Rows that can be shown; the rest is named by a notice. */
export const shownRows = (rowCount: number, rowHeight: number): number => Math.min(rowCount, Math.floor(maxBodyHeightPx / rowHeight))
