import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { AppError } from '#core/errors.ts'
import { childEnvironment } from '#engines/host/child-environment.ts'
import { programPath } from '#engines/host/program.ts'
import type { RenderAnswer, RenderRequest } from './protocol.ts'

export type Renderer = {
  /** Returns SVG text. Rejects with the signal's reason when aborted, and with an AppError when drawing fails. */
  svg(request: RenderRequest, signal?: AbortSignal): Promise<string>
  close(): void
}

type Waiting = { resolve: (svg: string) => void; reject: (error: unknown) => void; timer: NodeJS.Timeout }

const renderError = (message: string) => new AppError('GENERIC_BACKEND_ERROR', message, { status: 500 })

/**
 * Draws charts in a child process, which is started by the first request, stopped when idle, and replaced when it hangs or crashes.
 * The first picture of a process may also take the time of its start.
 */
export const createRenderer = ({ idleMs = 30_000, timeoutMs = 15_000, startTimeoutMs = 30_000 } = {}): Renderer => {
  let child: ChildProcess | undefined
  let idleTimer: NodeJS.Timeout | undefined
  let lastId = 0
  let closed = false
  const waiting = new Map<number, Waiting>()

  const settle = (id: number): Waiting | undefined => {
    const found = waiting.get(id)
    if (!found) return undefined
    waiting.delete(id)
    clearTimeout(found.timer)
    if (waiting.size === 0 && child) {
      clearTimeout(idleTimer)
      idleTimer = setTimeout(stop, idleMs)
      idleTimer.unref()
    }
    return found
  }

  const failAll = (message: string) => {
    for (const id of waiting.keys()) settle(id)?.reject(renderError(message))
  }

  const stop = () => {
    const stopping = child
    child = undefined
    clearTimeout(idleTimer)
    stopping?.removeAllListeners()
    stopping?.on('error', () => undefined)
    stopping?.kill('SIGKILL')
  }

  const start = (): ChildProcess => {
    const started = fork(programPath(import.meta.dirname, 'render'), {
      execArgv: [],
      env: childEnvironment(),
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    const lost = () => {
      if (child !== started) return
      stop()
      failAll('The picture could not be drawn.')
    }
    started.on('message', (answer: RenderAnswer) => {
      const one = settle(answer.id)
      if ('svg' in answer) one?.resolve(answer.svg)
      else one?.reject(new AppError(answer.error.type, answer.error.message, { status: answer.error.status }))
    })
    started.on('error', lost)
    started.on('exit', lost)
    started.unref()
    started.channel?.unref()
    return started
  }

  const send = (request: RenderRequest): Promise<string> =>
    new Promise((resolve, reject) => {
      clearTimeout(idleTimer)
      const id = (lastId += 1)
      const timer = setTimeout(
        () => {
          stop()
          failAll('Drawing the picture took too long.')
        },
        child ? timeoutMs : timeoutMs + startTimeoutMs,
      )
      waiting.set(id, { resolve, reject, timer })
      child ??= start()
      child.send({ id, request }, (error) => {
        if (error) settle(id)?.reject(renderError('The picture could not be drawn.'))
      })
    })

  return {
    svg: async (request, signal) => {
      if (closed) throw renderError('The renderer is closed.')
      signal?.throwIfAborted()
      const drawn = send(request)
      if (!signal) return drawn
      const aborted = Promise.withResolvers<never>()
      const onAbort = () => aborted.reject(signal.reason)
      signal.addEventListener('abort', onAbort, { once: true })
      drawn.catch(() => undefined)
      return Promise.race([drawn, aborted.promise]).finally(() => signal.removeEventListener('abort', onAbort))
    },
    close: () => {
      closed = true
      stop()
      failAll('The renderer is closed.')
    },
  }
}
