/** Rows that are searched between two looks at the clock. */
const rowsPerLook = 256

export type RowSearch = {
  /** Searches on for about so long. True once all rows were searched. */
  advance: (ms: number) => boolean
  /** The row numbers found so far, in the order of the rows. */
  found: () => Uint32Array
}

/** A search for rows with a cell that contains a text. It runs in slices, so that it never blocks the page for long. */
export const startSearch = (rows: Uint32Array, search: string, texts: ((row: number) => string)[]): RowSearch => {
  const needle = search.trim().toLowerCase()
  if (needle === '') return { advance: () => true, found: () => rows }
  const found: number[] = []
  let next = 0
  return {
    advance: (ms) => {
      const end = performance.now() + ms
      while (next < rows.length) {
        const last = Math.min(rows.length, next + rowsPerLook)
        for (; next < last; next++) {
          const row = rows[next] ?? 0
          if (texts.some((text) => text(row).toLowerCase().includes(needle))) found.push(row)
        }
        if (performance.now() >= end) break
      }
      return next >= rows.length
    },
    found: () => Uint32Array.from(found),
  }
}
