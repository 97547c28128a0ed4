const widgets = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled)'

export const widgetsIn = (element: Element): HTMLElement[] => [...element.querySelectorAll<HTMLElement>(widgets)]

/** What arrow keys stop at in a row: the widgets of each cell, or the cell where it has none. */
export const stopsOf = (row: Element): HTMLElement[] =>
  [...row.querySelectorAll<HTMLElement>(':scope > [role=gridcell], :scope > [role=columnheader]')].flatMap((cell) => {
    const inside = widgetsIn(cell)
    return inside.length > 0 ? inside : [cell]
  })

/** Tab stops in document order. */
export const tabStopsIn = (element: Element): HTMLElement[] =>
  [...element.querySelectorAll<HTMLElement>(`${widgets}, [tabindex]`)].filter(({ tabIndex }) => tabIndex >= 0)

/** Whether the element takes text, so that arrow keys and letters belong to it. */
export const isWrittenIn = (element: Element): boolean =>
  element.matches('textarea, select, [contenteditable=true], input:not([type=checkbox], [type=radio], [type=button])')

/** Whether the element is in a widget that handles presses itself. */
export const isInWidget = (element: Element): boolean => element.closest(`${widgets}, label`) !== null
