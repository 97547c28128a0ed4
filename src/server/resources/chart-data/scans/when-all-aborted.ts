/** A signal that aborts when all signals have; undefined when one caller has no signal. */
export const whenAllAborted = (signals: (AbortSignal | undefined)[]): AbortSignal | undefined => {
  const known = signals.filter((signal) => signal !== undefined)
  if (known.length < signals.length) return undefined
  const controller = new AbortController()
  const check = () => known.every((signal) => signal.aborted) && controller.abort(known[0]?.reason)
  for (const signal of known) signal.addEventListener('abort', check, { once: true })
  check()
  return controller.signal
}
