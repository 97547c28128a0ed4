/** Shows the picture that came with the page over an empty card, until anything but its frame is drawn there. */
export const keepFirstPicture = (body: HTMLElement | null) => {
  const picture = document.getElementById(`first-${body?.dataset['picture']}`)
  if (!body || !picture) return
  body.append(picture)
  new MutationObserver((_changes, observer) => {
    if (!body.querySelector(':scope > [data-status] > div :not(div, span), :scope > :not([data-status], .first-picture)')) return
    picture.remove()
    observer.disconnect()
  }).observe(body, { childList: true, subtree: true })
}
