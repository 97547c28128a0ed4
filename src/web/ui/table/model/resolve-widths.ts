/** A column for its width: `width` is fixed, `content` is what it needs, `min` what it shrinks to where the table has no room, in px. */
export type SizedColumn = { key: string; width?: number; content?: number; min?: number; grows?: boolean }

export type Widths = Record<string, number>

/** The width that was set; a column may be called what every object has, like `constructor`. */
const setWidth = (set: Widths, key: string): number | undefined => (Object.hasOwn(set, key) ? set[key] : undefined)

export const minWidthPx = 48
export const maxWidthPx = 1200
const defaultWidthPx = 120

/** Takes up to `lack` px from the columns, from each in proportion to what it can give. */
const shrink = (widths: readonly number[], gives: readonly number[], lack: number): number[] => {
  const total = gives.reduce((sum, give) => sum + give, 0)
  const share = Math.min(1, lack / total)
  return lack <= 0 || total === 0 ? [...widths] : widths.map((width, i) => width - Math.ceil((gives[i] ?? 0) * share))
}

const sumOf = (widths: readonly number[]) => widths.reduce((sum, width) => sum + width, 0)

/**
 * px of each column: what a person set, else what it needs. Where that is too much, columns shrink to their `min`, those that grow last;
 * what a person set is taken from those that grow first, so that the others stay where they are. Room that is left goes to those that grow,
 * or else to all without a width, in proportion, so that the table fills what is available.
 */
export const resolveWidths = (columns: readonly SizedColumn[], set: Widths, available: number): number[] => {
  const canGive = (grows: boolean) => (column: SizedColumn) => (column.grows ?? false) === grows
  const fit = (widths: readonly number[], isGiving: (column: SizedColumn) => boolean): number[] => {
    const gives = columns.map((column, i) =>
      column.min !== undefined && isGiving(column) ? Math.max(0, (widths[i] ?? 0) - column.min) : 0,
    )
    return shrink(widths, gives, available > 0 ? sumOf(widths) - Math.floor(available) : 0)
  }
  const natural = columns.map(({ width, content }) => width ?? content ?? defaultWidthPx)
  const unset = fit(fit(natural, canGive(false)), canGive(true))
  const isSet = ({ key }: SizedColumn) => setWidth(set, key) !== undefined
  const wanted = columns.map(({ key }, i) => setWidth(set, key) ?? unset[i] ?? defaultWidthPx)
  const givesIfUnset = (grows: boolean) => (column: SizedColumn) => !isSet(column) && canGive(grows)(column)
  const base = fit(fit(wanted, givesIfUnset(true)), givesIfUnset(false))
  const hasGrowing = columns.some(({ grows }) => grows)
  const isFree = columns.map(({ key, width, grows }) =>
    hasGrowing ? grows === true : setWidth(set, key) === undefined && width === undefined,
  )
  const taken = sumOf(base)
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
