/**
 * A few places, taken in the order of asking: resolves with the function that gives the place back, rejects with the signal's reason
 * when it is aborted while waiting.
 */
export const createPlaces = (count: number) => {
  const waiting: (() => void)[] = []
  let taken = 0

  const leave = () => {
    const next = waiting.shift()
    if (next) next()
    else taken--
  }

  return async (signal: AbortSignal): Promise<() => void> => {
    signal.throwIfAborted()
    if (taken < count) taken++
    else {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const onAbort = () => {
        waiting.splice(waiting.indexOf(resolve), 1)
        reject(signal.reason)
      }
      waiting.push(resolve)
      signal.addEventListener('abort', onAbort, { once: true })
      await promise.finally(() => signal.removeEventListener('abort', onAbort))
    }
    return leave
  }
}
