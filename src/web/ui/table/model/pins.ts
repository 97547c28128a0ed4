/** Stays in view at the start or the end of the line while the table scrolls sideways. */
export type Pin = 'start' | 'end'

export type PinOffset = { pin: Pin; offset: number } | null

/** Columns as they stand: those pinned to the start first, those pinned to the end last, each group in its own order. */
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
