/** One at a time, in the order of asking: resolves with a function that gives the turn to the next; rejects when aborted before. */
export const createTurns = () => {
  let last: Promise<void> = Promise.resolve()

  return async (signal?: AbortSignal): Promise<() => void> => {
    const before = last
    const { promise: mine, resolve: done } = Promise.withResolvers<void>()
    last = before.then(() => mine)
    const { promise: gone, reject } = Promise.withResolvers<never>()
    const leave = () => reject(signal?.reason)
    signal?.addEventListener('abort', leave, { once: true })
    if (signal?.aborted) leave()
    try {
      await Promise.race([before, gone])
      return done
    } catch (error) {
      done()
      throw error
    } finally {
      signal?.removeEventListener('abort', leave)
    }
  }
}
