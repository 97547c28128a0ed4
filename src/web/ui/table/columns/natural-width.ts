const range = () => document.createRange()

/** px that the content of a cell takes when nothing cuts it; 0 where it is not laid out. */
const cellWidth = (cell: Element): number => {
  const whole = range()
  whole.selectNodeContents(cell)
  const rects = typeof whole.getClientRects === 'function' ? [...whole.getClientRects()] : []
  if (rects.length === 0) return 0
  return Math.max(...rects.map(({ right }) => right)) - Math.min(...rects.map(({ left }) => left))
}

/** px that the widest of the cells needs for its content. */
export const naturalWidth = (cells: Iterable<Element>): number => Math.ceil(Math.max(0, ...[...cells].map(cellWidth)))
