import { setImmediate as nextTurn } from 'node:timers/promises'

export type Encoded = {
  bytes: Uint8Array[]
  rowCount: number
  /** Rows were left out because the text would be larger than allowed. */
  truncated: boolean
}

export type RowText = (row: number) => string

/** Rows per block: a few milliseconds of work, after which others get their turn. */
const rowsPerBlock = 2_000

/** Text of rows joined by `separator`, in blocks, at most `maxBytes` of it (whole rows). */
export const encodeRows = async (
  rowCount: number,
  rowText: RowText,
  { separator = '', maxBytes }: { separator?: string; maxBytes: number },
): Promise<Encoded> => {
  const bytes: Uint8Array[] = []
  let total = 0
  for (let start = 0; start < rowCount; start += rowsPerBlock) {
    if (start > 0) await nextTurn()
    const end = Math.min(rowCount, start + rowsPerBlock)
    let text = ''
    for (let row = start; row < end; row++) {
      if (row > 0) text += separator
      text += rowText(row)
    }
    const block = Buffer.from(text)
    if (total + block.length > maxBytes) {
      const rows = rowsThatFit(start, end, maxBytes - total, (row) => Buffer.byteLength((row > 0 ? separator : '') + rowText(row)))
      let rest = ''
      for (let row = start; row < start + rows; row++) rest += (row > 0 ? separator : '') + rowText(row)
      bytes.push(Buffer.from(rest))
      return { bytes, rowCount: start + rows, truncated: true }
    }
    bytes.push(block)
    total += block.length
  }
  return { bytes, rowCount, truncated: false }
}

const rowsThatFit = (start: number, end: number, room: number, sizeOf: (row: number) => number): number => {
  let left = room
  for (let row = start; row < end; row++) {
    left -= sizeOf(row)
    if (left < 0) return row - start
  }
  return end - start
}
