/** What a scroller shows of its content, in px from where the content starts. */
export type View = { top: number; bottom: number }

/** Drawn beyond the view on each side, so that fast scrolling shows no gaps. */
const overscanPx = 320

/** Rows of equal height that are drawn: `[first, end)`. */
export const rowsInView = ({ top, bottom }: View, count: number, rowHeight: number): [first: number, end: number] => {
  const first = Math.max(0, Math.min(count, Math.floor((top - overscanPx) / rowHeight)))
  return [first, Math.max(first, Math.min(count, Math.ceil((bottom + overscanPx) / rowHeight)))]
}
