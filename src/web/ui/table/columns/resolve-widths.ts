/** A column for its width: `width` stands, `content` is what it needs at least, in px. */
export type SizedColumn = { key: string; width?: number; content?: number }

export type Widths = Record<string, number>

export const leastWidth = 48
export const mostWidth = 1200
const usualWidth = 120

/**
 * px of each column: what a person gave it, else what it needs. Room that is left goes to those without a fixed width, in proportion,
 * so that the table fills what is available.
 */
export const resolveWidths = (columns: SizedColumn[], given: Widths, available: number): number[] => {
  const base = columns.map(({ key, width, content }) => given[key] ?? width ?? content ?? usualWidth)
  const isFree = columns.map(({ key, width }) => given[key] === undefined && width === undefined)
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
