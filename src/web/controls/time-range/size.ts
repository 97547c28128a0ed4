/** px; the height is what the editor is likely to need. */
export const timeRangeSize = { width: 600, height: 520 }
