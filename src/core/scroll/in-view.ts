/** What a scroller shows of its content, in px from where the content starts; `left` is the start of the line in either direction. */
export type View = { top: number; bottom: number; left: number; right: number }

/** Drawn beyond the view on each side, so that scrolling meets what is there already. */
const marginPx = 320

/** Rows of equal height that are drawn: `[first, end)`. */
export const rowsInView = ({ top, bottom }: View, count: number, rowHeight: number): [first: number, end: number] => {
  const first = Math.max(0, Math.min(count, Math.floor((top - marginPx) / rowHeight)))
  return [first, Math.max(first, Math.min(count, Math.ceil((bottom + marginPx) / rowHeight)))]
}

/** Columns that are drawn, of those that stand side by side with these widths: `[first, end)`. */
export const columnsInView = ({ left, right }: View, widths: readonly number[]): [first: number, end: number] => {
  let [first, end, start] = [0, 0, 0]
  for (const width of widths) {
    if (start + width < left - marginPx) first++
    if (start <= right + marginPx) end++
    start += width
  }
  return [Math.min(first, end), end]
}
