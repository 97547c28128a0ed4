/** A column for its width: `width` stands, `content` is what it needs at least, in px. */
export type SizedColumn = { key: string; width?: number; content?: number; grows?: boolean }

export type Widths = Record<string, number>

export const minWidthPx = 48
export const maxWidthPx = 1200
const defaultWidthPx = 120

/**
 * px of each column: what a person set, else what it needs. Room that is left goes to those that grow, or else to all without a width,
 * in proportion, so that the table fills what is available.
 */
export const resolveWidths = (columns: readonly SizedColumn[], set: Widths, available: number): number[] => {
  const base = columns.map(({ key, width, content }) => set[key] ?? width ?? content ?? defaultWidthPx)
  const hasGrowing = columns.some(({ grows }) => grows)
  const isFree = columns.map(({ key, width, grows }) => (hasGrowing ? grows === true : set[key] === undefined && width === undefined))
  const taken = base.reduce((sum, width) => sum + width, 0)
  const free = base.reduce((sum, width, i) => sum + (isFree[i] ? width : 0), 0)
  const spare = Math.floor(available) - taken
  if (spare <= 0 || free === 0) return base
  let left = spare
  const last = isFree.lastIndexOf(true)
  return base.map((width, i) => {
    if (!isFree[i]) return width
    const share = i === last ? left : Math.floor((width / free) * spare)
    left -= share
    return width + share
  })
}

/** The side of a column that is dragged: its end, or its start behind a column that grows and gives or takes what it needs. */
export const edgeSide = (columns: readonly SizedColumn[], index: number): 'start' | 'end' =>
  columns.slice(0, index).some(({ grows }) => grows) ? 'start' : 'end'

/** Widths to remember when one column is resized: what lies before stays where it is, so that the edge follows the pointer. */
export const widthsAfterResize = (
  columns: readonly SizedColumn[],
  widths: readonly number[],
  { index, width }: { index: number; width: number },
): Widths => {
  const key = columns[index]?.key
  if (key === undefined) return {}
  const before = edgeSide(columns, index) === 'start' ? [] : columns.slice(0, index)
  return { ...Object.fromEntries(before.map((column, i) => [column.key, widths[i] ?? width])), [key]: width }
}
