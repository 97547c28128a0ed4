/** Measures of the grid, in px unless stated otherwise. */
export const columnCount = 12
export const gutter = 16
export const unit = 8
/** columns */
export const minWidth = 1
export const defaultWidth = 4
/** units */
export const minHeight = 5
/** The maximum of a height slider; heights themselves have none. */
export const maxSliderHeight = 100
export const defaultHeight = 50

/** The width of one column in a grid of this width. */
const columnPx = (gridPx: number): number => (gridPx + gutter) / columnCount - gutter

export const widthPx = (columns: number, gridPx: number): number => columns * columnPx(gridPx) + (columns - 1) * gutter
export const heightPx = (units: number): number => units * unit

/** Whole columns nearest to a width. */
export const columnsFrom = (px: number, gridPx: number): number => Math.round((px + gutter) / (columnPx(gridPx) + gutter))
export const unitsFrom = (px: number): number => Math.round(px / unit)
