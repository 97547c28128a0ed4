/** Stops what a round has not done yet. */
export type StopRound = () => void

type Watched = Pick<Document, 'hidden' | 'addEventListener' | 'removeEventListener'>

/**
 * Runs a round each period while the page can be seen. A hidden page finishes nothing and begins nothing; shown again, it begins a round
 * at once if one is due, else when it is.
 */
export const repeatWhileVisible = (periodMs: number, runRound: () => StopRound, page: Watched = document): (() => void) => {
  let dueAt = Date.now() + periodMs
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopRound: StopRound = () => {}
  const wait = () => {
    timer = setTimeout(begin, Math.max(0, dueAt - Date.now()))
  }
  const begin = () => {
    stopRound()
    stopRound = runRound()
    dueAt = Date.now() + periodMs
    wait()
  }
  const pause = () => {
    clearTimeout(timer)
    stopRound()
  }
  const follow = () => {
    pause()
    if (!page.hidden) wait()
  }
  follow()
  page.addEventListener('visibilitychange', follow)
  return () => {
    pause()
    page.removeEventListener('visibilitychange', follow)
  }
}
