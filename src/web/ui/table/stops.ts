const widgets = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled)'

export const widgetsIn = (element: Element): HTMLElement[] => [...element.querySelectorAll<HTMLElement>(widgets)]

/** What arrow keys stop at in a row: the widgets of each cell, or the cell where it has none. */
export const stopsOf = (row: Element): HTMLElement[] =>
  [...row.querySelectorAll<HTMLElement>(':scope > [role=gridcell], :scope > [role=columnheader]')].flatMap((cell) => {
    const inside = widgetsIn(cell)
    return inside.length > 0 ? inside : [cell]
  })

/** What Tab stops at. */
export const tabStopsIn = (element: Element): HTMLElement[] =>
  [...element.querySelectorAll<HTMLElement>(`${widgets}, [tabindex]`)].filter(({ tabIndex }) => tabIndex >= 0)

/** Arrow keys and letters belong to what is written in. */
export const isWrittenIn = (element: Element): boolean =>
  element.matches('textarea, select, [contenteditable=true], input:not([type=checkbox], [type=radio], [type=button])')

/** Whether a press there does something of its own. */
export const isInWidget = (element: Element): boolean => element.closest(`${widgets}, label`) !== null
