export type CellPlace = { row: number; column: string }

/** From where a range of cells was started to where it was drawn. */
export type CellRange = { anchor: CellPlace; head: CellPlace }

/** A rectangle of cells: rows from the first to the last, and columns in their order. */
export type CellBlock = { first: number; last: number; columns: string[] }

/** The cells of a range; null where one of its columns is not there any more. */
export const blockOf = ({ anchor, head }: CellRange, order: readonly string[]): CellBlock | null => {
  const ends = [order.indexOf(anchor.column), order.indexOf(head.column)]
  if (ends.includes(-1)) return null
  return {
    first: Math.min(anchor.row, head.row),
    last: Math.max(anchor.row, head.row),
    columns: order.slice(Math.min(...ends), Math.max(...ends) + 1),
  }
}

export const isSamePlace = (a: CellPlace | undefined, b: CellPlace | undefined): boolean => a?.row === b?.row && a?.column === b?.column
