/**
 * A fair semaphore with `count` permits: resolves with a function that releases the permit; rejects with the signal's reason when aborted
 * while waiting.
 */
export const createSemaphore = (count: number) => {
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
