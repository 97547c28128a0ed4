/** What a scroller shows of its content, in px from where the content starts. */
export type View = { top: number; bottom: number }

/** Drawn beyond the view on each side, so that scrolling shows no gaps; more of it costs frames. */
const overscanPx = 200

/** Rows of equal height that are drawn: `[first, end)`. */
export const rowsInView = ({ top, bottom }: View, count: number, rowHeight: number): [first: number, end: number] => {
  const first = Math.max(0, Math.min(count, Math.floor((top - overscanPx) / rowHeight)))
  return [first, Math.max(first, Math.min(count, Math.ceil((bottom + overscanPx) / rowHeight)))]
}
