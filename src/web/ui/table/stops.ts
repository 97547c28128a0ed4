const widgets = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled)'

const widgetsIn = (element: Element): HTMLElement[] => [...element.querySelectorAll<HTMLElement>(widgets)]

/** Where arrow keys stop in a row: the column, and which of the stops in its cell. */
export type Stop = { column: number; index: number }

const cells = ':scope > [role=gridcell], :scope > [role=columnheader]'

/** Widgets in heads that Tab reaches and arrow keys pass over: they act on the column. */
export const columnAction = 'data-column-action'

const columnOf = (cell: Element): number => Number(cell.getAttribute('aria-colindex')) - 1

/** The widgets of a cell, or the cell itself where it has none. */
const stopsIn = (cell: HTMLElement): HTMLElement[] => {
  const inside = widgetsIn(cell).filter((element) => !element.closest(`[${columnAction}]`))
  return inside.length > 0 ? inside : [cell]
}

const cellIn = (row: Element, column: number): HTMLElement | null =>
  [...row.querySelectorAll<HTMLElement>(cells)].find((cell) => columnOf(cell) === column) ?? null

/** Where an element of a row is; null for the row itself. */
export const stopOf = (row: Element, element: Element): Stop | null => {
  const cell = [...row.querySelectorAll<HTMLElement>(cells)].find((one) => one.contains(element))
  if (!cell) return null
  const stops = stopsIn(cell)
  return {
    column: columnOf(cell),
    index: Math.max(
      0,
      stops.findIndex((stop) => stop === element),
    ),
  }
}

/** The element at a stop, or at the last one of its cell; null where its column is not drawn. */
export const elementAt = (row: Element, { column, index }: Stop): HTMLElement | null => {
  const cell = cellIn(row, column)
  if (!cell) return null
  const stops = stopsIn(cell)
  return stops[Math.min(index, stops.length - 1)] ?? null
}

/** The stop one step on or back in reading order; null before the first. Cells beside one that is drawn may be without elements. */
export const nextStop = (row: Element, { column, index }: Stop, step: number, columnCount: number): Stop | null => {
  const cell = cellIn(row, column)
  const next = index + step
  if (cell && next >= 0 && next < stopsIn(cell).length) return { column, index: next }
  if (step < 0) return column === 0 ? null : { column: column - 1, index: Number.POSITIVE_INFINITY }
  return column === columnCount - 1 ? { column, index } : { column: column + 1, index: 0 }
}

export const firstStop: Stop = { column: 0, index: 0 }

export const lastStop = (columnCount: number): Stop => ({ column: columnCount - 1, index: Number.POSITIVE_INFINITY })

/** Tab stops in document order. */
export const tabStopsIn = (element: Element): HTMLElement[] =>
  [...element.querySelectorAll<HTMLElement>(`${widgets}, [tabindex]`)].filter(({ tabIndex }) => tabIndex >= 0)

/** Whether the element takes text, so that arrow keys and letters belong to it. */
export const isWrittenIn = (element: Element): boolean =>
  element.matches('textarea, select, [contenteditable=true], input:not([type=checkbox], [type=radio], [type=button])')

/** Whether the element is in a widget that handles presses itself. */
export const isInWidget = (element: Element): boolean => element.closest(`${widgets}, label`) !== null
