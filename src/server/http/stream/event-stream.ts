import type { FastifyReply } from 'fastify'

/** Comments are sent at this interval, so that proxies keep an idle connection open. */
const heartbeatMs = 25_000

export type EventStream = { send(data: unknown): void; end(): void }

type StreamOptions = { reply: FastifyReply; signals: readonly AbortSignal[] }

/** Responds with server-sent events until `end` is called or a signal aborts; `start` returns a function that cleans up then. */
export const streamEvents = ({ reply, signals }: StreamOptions, start: (stream: EventStream) => () => void): Promise<FastifyReply> => {
  const { raw } = reply
  raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
  reply.hijack()
  raw.flushHeaders()
  return new Promise((resolve) => {
    const heartbeat = setInterval(() => raw.write(':\n\n'), heartbeatMs)
    let stop: (() => void) | undefined
    let isOver = false
    const end = () => {
      if (isOver) return
      isOver = true
      clearInterval(heartbeat)
      for (const signal of signals) signal.removeEventListener('abort', end)
      stop?.()
      raw.end()
      resolve(reply)
    }
    for (const signal of signals) signal.addEventListener('abort', end, { once: true })
    stop = start({ send: (data) => raw.write(`data: ${JSON.stringify(data)}\n\n`), end })
    if (isOver) stop()
    else if (signals.some((signal) => signal.aborted)) end()
  })
}
