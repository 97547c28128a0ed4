export type SaveState = 'saved' | 'saving' | 'failed'

/** A change is sent this long after it was made, with those that follow it in the meantime. */
const delayMs = 400
const retryMs = 3000

/** Sends changes one request after the other. What could not be sent is tried again together with later changes. */
export const createAutosave = <P extends object>(send: (patch: P) => Promise<unknown>, onState: (state: SaveState) => void) => {
  let pending: Partial<P> = {}
  let timer: ReturnType<typeof setTimeout> | undefined
  let isSending = false
  const isPending = () => Object.keys(pending).length > 0
  const schedule = (ms: number) => {
    timer ??= setTimeout(() => void flush(), ms)
  }
  const flush = async (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    if (isSending || !isPending()) return
    const patch = pending
    pending = {}
    isSending = true
    const isSent = await send(patch as P).then(
      () => true,
      () => false,
    )
    isSending = false
    if (!isSent) pending = { ...patch, ...pending }
    onState(isSent ? (isPending() ? 'saving' : 'saved') : 'failed')
    if (isPending()) schedule(isSent ? 0 : retryMs)
  }
  return {
    change: (patch: Partial<P>) => {
      pending = { ...pending, ...patch }
      onState('saving')
      schedule(delayMs)
    },
    flush,
  }
}
