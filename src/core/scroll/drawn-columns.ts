/** A line of which only some columns are drawn: its CSS grid has a track for each of them, and one for each gap. */
export type Line = {
  /** Columns that are drawn, in order. */
  drawn: number[]
  /** px */
  tracks: number[]
  /** Track of each drawn column, from 1. */
  trackOf: ReadonlyMap<number, number>
}

export const lineOf = (widths: readonly number[], isDrawn: (column: number) => boolean): Line => {
  const [drawn, tracks, trackOf]: [number[], number[], Map<number, number>] = [[], [], new Map()]
  let gap = 0
  widths.forEach((width, column) => {
    if (!isDrawn(column)) {
      gap += width
      return
    }
    if (gap > 0) tracks.push(gap)
    gap = 0
    tracks.push(width)
    drawn.push(column)
    trackOf.set(column, tracks.length)
  })
  if (gap > 0) tracks.push(gap)
  return { drawn, tracks, trackOf }
}
