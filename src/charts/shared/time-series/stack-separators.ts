import type { Series } from './series/series.ts'

/** px along and across a stack from which a segment is parted from the next one. */
const minSeparatedLength = 8
/** Part of a category that its bar fills. */
const barShare = 0.67
const separator = 1

/** Width of the bar in a category, px. */
export const barWidthIn = (band: number): number => band * barShare

export const isWideEnough = (band: number): boolean => barWidthIn(band) >= minSeparatedLength

/** Rows of each series where another segment follows on the same side of zero. */
export const partedRows = (series: Series[], pixelsPerUnit: number): Map<Series, ReadonlySet<number>> => {
  const hasNext = { above: new Set<number>(), below: new Set<number>() }
  const found = new Map<Series, ReadonlySet<number>>()
  for (const one of series.toReversed()) {
    const rows = new Set<number>()
    one.values.forEach((value, row) => {
      if (!value) return
      const side = hasNext[value > 0 ? 'above' : 'below']
      if (side.has(row) && Math.abs(value) * pixelsPerUnit >= minSeparatedLength) rows.add(row)
      side.add(row)
    })
    found.set(one, rows)
  }
  return found
}

/**
 * A fill whose last pixel before the next segment has the colour of the surface. `length` is the segment's, px, below zero where it goes down.
 */
export const partedFill = (color: string, surface: string, length: number, horizontal: boolean): Record<string, unknown> => {
  const line = separator / Math.abs(length)
  const startsWithLine = horizontal ? length < 0 : length > 0
  const [split, first, second] = startsWithLine ? [line, surface, color] : [1 - line, color, surface]
  return {
    type: 'linear',
    x: 0,
    y: 0,
    x2: horizontal ? 1 : 0,
    y2: horizontal ? 0 : 1,
    colorStops: [
      { offset: split, color: first },
      { offset: split, color: second },
    ],
  }
}
