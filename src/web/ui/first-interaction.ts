const interactionEvents = ['pointermove', 'pointerdown', 'keydown'] as const

/** Calls back once, at the user's first interaction with the page. Returns what takes the listener away. */
export const onFirstInteraction = (callback: () => void): (() => void) => {
  const stop = () => {
    for (const name of interactionEvents) document.removeEventListener(name, onInteraction, true)
  }
  const onInteraction = () => {
    stop()
    callback()
  }
  for (const name of interactionEvents) document.addEventListener(name, onInteraction, true)
  return stop
}
