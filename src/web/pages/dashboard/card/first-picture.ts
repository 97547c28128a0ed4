/** Pivot tables are drawn with the elements of a frame alone. */
const drawn = ':scope > [data-status] > div :is(:not(div, span), [role=table]), :scope > :not([data-status], .first-picture)'

/** Shows a picture that came with the page over an empty card, until anything but its frame is drawn there. */
const keepOver = (body: HTMLElement, picture: Element) => {
  body.append(picture)
  new MutationObserver((_changes, observer) => {
    if (!body.querySelector(drawn)) return
    picture.remove()
    observer.disconnect()
  }).observe(body, { childList: true, subtree: true })
}

/**
 * Gives the cards of a page their first pictures, and takes the rest of the first page away. All at once, after the cards have measured
 * themselves: otherwise each picture would make the browser lay out the page again for the next card.
 */
export const takeFirstPictures = (page: HTMLElement | null) => {
  const first = document.getElementById('first')
  if (!first) return
  for (const body of page?.querySelectorAll<HTMLElement>('[data-picture]') ?? []) {
    const picture = document.getElementById(`first-${body.dataset['picture']}`)
    if (picture) keepOver(body, picture)
  }
  first.remove()
}
