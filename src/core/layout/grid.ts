/** Measures of the grid; px unless said. */
export const columnCount = 12
export const gutter = 16
export const unit = 8
/** columns */
export const minWidth = 1
export const defaultWidth = 4
/** units */
export const minHeight = 5
/** What a slider for the height reaches to; heights themselves have no maximum. */
export const maxSliderHeight = 100
export const defaultHeight = 50

/** One column of a grid that is so many px wide. */
const columnPx = (gridPx: number): number => (gridPx + gutter) / columnCount - gutter

export const widthPx = (columns: number, gridPx: number): number => columns * columnPx(gridPx) + (columns - 1) * gutter
export const heightPx = (units: number): number => units * unit

/** Whole columns nearest to a width. */
export const columnsFrom = (px: number, gridPx: number): number => Math.round((px + gutter) / (columnPx(gridPx) + gutter))
export const unitsFrom = (px: number): number => Math.round(px / unit)
