/** Age of the page, in ms, up to which the responses in it are used; later the server is asked. */
const maxAgeMs = 30_000

const elements = () => [...document.querySelectorAll<HTMLElement>('.first-answer')]

/** Takes the response that the page carries for a query; null if it carries none. It is given once: whoever asks again, asks the server. */
export const takeFirstAnswer = (queryKey: string): string | null => {
  if (performance.now() > maxAgeMs) return null
  const found = elements().find(({ dataset }) => dataset['query'] === queryKey)
  found?.remove()
  return found?.textContent ?? null
}

/** Removes the responses that nobody asked for: once their page was left, what they hold may have been changed. */
export const dropFirstAnswers = () => elements().forEach((element) => element.remove())
