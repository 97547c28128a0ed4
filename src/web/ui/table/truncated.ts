const isTruncated = (element: Element): boolean =>
  element.scrollWidth > element.clientWidth && getComputedStyle(element).overflowX === 'hidden'

/** Gives the cell of an event its whole text as a tooltip where it does not fit. */
export const showWholeText = ({ target }: { target: EventTarget }) => {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[role=gridcell], [role=columnheader]') : null
  if (!cell) return
  const cut = [cell, ...cell.querySelectorAll('*')].find(isTruncated)
  if (cut?.textContent) cell.dataset['tip'] = cut.textContent
  else delete cell.dataset['tip']
}
