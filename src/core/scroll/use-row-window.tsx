import { rowsInView } from './in-view.ts'
import { useView } from './use-view.tsx'

/**
 * The rows that a scroller shows, `[first, end)`, and some around them.
 * @param rowHeight of each row, in px
 */
export const useRowWindow = (scroller: HTMLElement | null, count: number, rowHeight: number): [first: number, end: number] =>
  rowsInView(useView(scroller), count, rowHeight)
