/** Maps a line of generated text to the row of the sheet or table. */
export type RowNumbers = (line: number) => number

/** Records only where the offset between row and line changes: at skipped rows and multi-line texts. */
export const createRowNumbers = (): { note: (line: number, row: number) => void; rowOf: RowNumbers } => {
  const starts: number[] = []
  const distances: number[] = []
  return {
    note: (line, row) => {
      if (distances.at(-1) === row - line) return
      starts.push(line)
      distances.push(row - line)
    },
    rowOf: (line) => {
      let [low, high] = [0, starts.length]
      while (low < high) {
        const middle = (low + high) >> 1
        if ((starts[middle] ?? Infinity) <= line) low = middle + 1
        else high = middle
      }
      return line + (distances[low - 1] ?? 0)
    },
  }
}
