/** Scrolls a frame sideways until an element in it stands in its middle. */
export const centre = (frame: HTMLElement, element: HTMLElement): void => {
  const [box, own] = [frame.getBoundingClientRect(), element.getBoundingClientRect()]
  frame.scrollLeft += own.left + own.width / 2 - (box.left + box.width / 2)
}
