import { flushSync } from 'react-dom'
import { t } from '#core/i18n/t.ts'
import css from '../ChartFrame.module.css'

/** px: a wider table is cut. */
const maxWidth = 4000

/** px: the line below a table that is cut. */
const noteHeight = 32

type Restore = () => void

/** A table that scrolls, of rows of one height. */
type Scrolled = {
  scroller: HTMLElement
  table: HTMLElement
  rows: HTMLElement
  /** px */
  rowHeight: number
  /** How it was: of all rows, as its style says, and where it was scrolled to. */
  was: { height: string; scrollTop: number; scrollLeft: number }
}

const scrolledIn = (element: HTMLElement): Scrolled | null => {
  const table = element.querySelector<HTMLElement>('[role=table]')
  const rows = table?.querySelector<HTMLElement>('[role=rowgroup]')
  const scroller = table?.parentElement
  const rowHeight = rows?.querySelector<HTMLElement>('[role=row]')?.offsetHeight
  if (!table || !rows || !scroller || !rowHeight) return null
  const { scrollTop, scrollLeft } = scroller
  return { scroller, table, rows, rowHeight, was: { height: rows.style.height, scrollTop, scrollLeft } }
}

/** Cuts a table below its first rows, and says there how many it has more. */
const cutRows = ({ table, rows, rowHeight }: Scrolled, shown: number): Restore => {
  const missing = Math.round(rows.clientHeight / rowHeight) - shown
  if (missing <= 0) return () => undefined
  rows.style.height = `${shown * rowHeight}px`
  const note = document.createElement('p')
  note.className = css['moreRows'] ?? ''
  note.textContent = t.plural(missing, '%(count)s more row', '%(count)s more rows')
  table.after(note)
  return () => note.remove()
}

/** Draws the first rows, and none after them, before it returns. */
const drawFirst = ({ scroller, rows, was }: Scrolled, shown: number): Restore => {
  const view = (top: number, left: number) => {
    scroller.scrollTo({ top, left, behavior: 'instant' })
    scroller.dispatchEvent(new Event('scroll'))
  }
  flushSync(() => view(0, 0))
  const drawn = rows.querySelector<HTMLElement>(':scope > div')
  const beyond = [...rows.querySelectorAll<HTMLElement>('[role=row]')].slice(shown)
  const moved = drawn?.style.transform ?? ''
  // What is moved is never broken between two pages, and what has a height ends before rows that do not fit on a page.
  if (drawn) drawn.style.transform = 'none'
  rows.style.height = 'auto'
  for (const row of beyond) row.style.display = 'none'
  return () => {
    for (const row of beyond) row.style.display = ''
    if (drawn) drawn.style.transform = moved
    rows.style.height = was.height
    view(was.scrollTop, was.scrollLeft)
  }
}

const isScrolling = ({ scrollHeight, clientHeight, scrollWidth, clientWidth }: Element): boolean =>
  scrollHeight > clientHeight || scrollWidth > clientWidth

/**
 * Makes an element so large that the table in it shows its rows and columns without scrolling; rows beyond `maxRows` are counted below.
 * Returns how to take that back; null where nothing scrolls.
 */
export const showAllRows = (element: HTMLElement, maxRows: number): Restore | null => {
  const scrolled = scrolledIn(element)
  if (!scrolled || !isScrolling(scrolled.scroller)) return null
  const { scroller } = scrolled
  const { style, offsetWidth, offsetHeight } = element
  const before = style.cssText
  const { clientWidth, clientHeight } = scroller
  const uncut = cutRows(scrolled, maxRows)
  const wider = Math.min(scroller.scrollWidth, maxWidth) - clientWidth
  const higher = scroller.scrollHeight - clientHeight
  style.flex = 'none'
  style.width = `${offsetWidth + Math.max(0, wider)}px`
  style.height = `${offsetHeight + Math.max(0, higher)}px`
  const scrollBack = drawFirst(scrolled, maxRows)
  return () => {
    uncut()
    style.cssText = before
    scrollBack()
  }
}

/** Shows only the first rows of a table, as many as are seen whole, and counts the others below. Null where all are seen. */
export const showWholeRows = (element: HTMLElement): Restore | null => {
  const scrolled = scrolledIn(element)
  if (!scrolled) return null
  const { scroller, rows, rowHeight } = scrolled
  if (scroller.scrollHeight <= scroller.clientHeight) return null
  const around = scroller.scrollHeight - rows.clientHeight
  const shown = Math.max(1, Math.floor((scroller.clientHeight - around - noteHeight) / rowHeight))
  const uncut = cutRows(scrolled, shown)
  const scrollBack = drawFirst(scrolled, shown)
  return () => {
    uncut()
    scrollBack()
  }
}
