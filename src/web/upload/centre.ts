/** Scrolls a frame sideways until the first element that the selector finds in it stands in its middle. */
export const centre = (frame: HTMLElement | null, selector: string): void => {
  const found = frame?.querySelector<HTMLElement>(selector)
  if (!frame || !found) return
  const [box, own] = [frame.getBoundingClientRect(), found.getBoundingClientRect()]
  frame.scrollLeft += own.left + own.width / 2 - (box.left + box.width / 2)
}
