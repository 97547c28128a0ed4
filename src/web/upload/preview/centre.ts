/** Scrolls a frame horizontally so that an element is centred. */
export const scrollToCentre = (frame: HTMLElement, element: HTMLElement): void => {
  const [box, elementBox] = [frame.getBoundingClientRect(), element.getBoundingClientRect()]
  frame.scrollLeft += elementBox.left + elementBox.width / 2 - (box.left + box.width / 2)
}
