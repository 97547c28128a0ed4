/** Which row of its sheet or table stands in a line of the text that was written of the rows. */
export type RowNumbers = (line: number) => number

/** Notes where the distance of row and line changes: at rows that were left out, and at texts of several lines. */
export const noteRowNumbers = (): { note: (line: number, row: number) => void; rowOf: RowNumbers } => {
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
