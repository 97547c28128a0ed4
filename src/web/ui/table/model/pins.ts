/** Stays in view at the start or the end of the line while the table scrolls sideways. */
export type Pin = 'start' | 'end'

export type PinOffset = { pin: Pin; offset: number } | null

/** A column with where it is pinned: by the table (`pin`), or by a person (`pins`), who pins to the start or takes that back. */
type Pinnable = { key: string; pin?: Pin }

/** Columns that people pinned to the start of a table, by key. */
export type Pins = readonly string[]

export const togglePin = (pins: Pins, key: string): Pins => (pins.includes(key) ? pins.filter((one) => one !== key) : [...pins, key])

/** px that pinned columns leave to the others at least. */
const minScrolledPx = 160

/** Pins that hold: as many as leave room for what scrolls, those of the table always. */
export const pinsThatFit = (columns: readonly Pinnable[], pins: Pins, { widths, available }: PinRoom): Pins => {
  const widthOf = (key: string) => widths[columns.findIndex((column) => column.key === key)] ?? 0
  let room = available - minScrolledPx
  columns.forEach(({ pin }, i) => {
    if (pin) room -= widths[i] ?? 0
  })
  return pins.filter((key) => {
    const width = widthOf(key)
    if (width > room) return false
    room -= width
    return true
  })
}

type PinRoom = {
  /** px of each column, and of what shows them. */
  widths: readonly number[]
  available: number
}

/** Columns as they are: those pinned to the start first, those pinned to the end last, each group in its own order. */
export const arrangeByPin = <C extends { pin?: Pin }>(columns: readonly C[]): C[] => {
  const rank = ({ pin }: C) => (pin === 'start' ? 0 : pin === 'end' ? 2 : 1)
  return columns.toSorted((a, b) => rank(a) - rank(b))
}
/** px from its side at which each pinned column stops. */
export const pinOffsets = (columns: readonly { pin?: Pin }[], widths: readonly number[]): PinOffset[] => {
  const offsets: PinOffset[] = columns.map(() => null)
  let start = 0
  columns.forEach(({ pin }, i) => {
    if (pin !== 'start') return
    offsets[i] = { pin, offset: start }
    start += widths[i] ?? 0
  })
  let end = 0
  for (let i = columns.length - 1; i >= 0; i--) {
    if (columns[i]?.pin !== 'end') continue
    offsets[i] = { pin: 'end', offset: end }
    end += widths[i] ?? 0
  }
  return offsets
}

/** px that the columns pinned to one side cover. */
export const pinnedWidth = (columns: readonly { pin?: Pin }[], widths: readonly number[], side: Pin): number =>
  columns.reduce((sum, { pin }, i) => sum + (pin === side ? (widths[i] ?? 0) : 0), 0)
