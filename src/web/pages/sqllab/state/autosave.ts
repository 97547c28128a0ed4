export type SaveState = 'saved' | 'saving' | 'failed'

/** A change is sent this long after it was made, with those that follow it in the meantime. */
const delayMs = 400
const retryMs = 3000

/** Sends changes one request after the other. What could not be sent is tried again together with later changes. */
export const createAutosave = <P extends object>(send: (patch: P) => Promise<unknown>, onState: (state: SaveState) => void) => {
  let pending: Partial<P> = {}
  let timer: ReturnType<typeof setTimeout> | undefined
  let sending: Promise<void> | undefined
  const isPending = () => Object.keys(pending).length > 0
  const schedule = (ms: number) => {
    timer ??= setTimeout(() => void flush(), ms)
  }
  const sendPending = async (): Promise<void> => {
    const patch = pending
    pending = {}
    const isSent = await send(patch as P).then(
      () => true,
      () => false,
    )
    sending = undefined
    if (!isSent) pending = { ...patch, ...pending }
    onState(isSent ? (isPending() ? 'saving' : 'saved') : 'failed')
    if (isPending()) schedule(isSent ? 0 : retryMs)
  }
  const flush = async (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    if (sending) return sending.then(flush)
    if (isPending()) sending = sendPending()
    return sending
  }
  return {
    change: (patch: Partial<P>) => {
      pending = { ...pending, ...patch }
      onState('saving')
      schedule(delayMs)
    },
    /** Sends at once what has not been sent; done when it was, or when that has failed. */
    flush,
  }
}

const flushesOfOpenTabs = new Set<() => Promise<void>>()

/** Adds an open tab to those that `flushAll` flushes. Returns a function that removes it. */
export const registerFlush = (flush: () => Promise<void>): (() => void) => {
  flushesOfOpenTabs.add(flush)
  return () => void flushesOfOpenTabs.delete(flush)
}

/** Sends what any open tab has not sent yet. */
export const flushAll = async (): Promise<void> => {
  await Promise.all([...flushesOfOpenTabs].map((flush) => flush()))
}
