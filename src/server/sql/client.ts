import { fork, type ChildProcess } from 'node:child_process'
import { childEnvironment } from '#engines/host/child-environment.ts'
import { programPath } from '#engines/host/program.ts'
import type { Parsed } from '#core/sql/check.ts'

export type ParseRequest = { text: string; dialect: string }
export type ParseResponse = { id: number; parsed: Parsed }

export type SqlParser = {
  /** Parses a text. If the parser times out or crashes on it, the result is a fault. */
  parse(question: ParseRequest): Promise<Parsed>
  close(): void
}

type Options = {
  /** After how long the unused process is stopped. */
  idleMs?: number
  /** For one text, once the process is ready. */
  timeoutMs?: number
  maxCached?: number
}

/** For starting the process, which takes long on a busy machine. */
const startTimeoutMs = 60_000

const unreadable: Parsed = { fault: { line: 1, column: 0, near: '' } }

/**
 * The SQL parser in a child process: started by the first request (0.2 s), stopped when idle, killed on timeout. Results are cached.
 */
export const createSqlParser = ({ idleMs = 60_000, timeoutMs = 5_000, maxCached = 2_000 }: Options = {}): SqlParser => {
  const known = new Map<string, Promise<Parsed>>()
  const waiting = new Map<number, (parsed: Parsed) => void>()
  let child: ChildProcess | null = null
  let ready: Promise<void> = Promise.resolve()
  let idle: NodeJS.Timeout | undefined
  let nextId = 0

  const stop = () => {
    clearTimeout(idle)
    const stopped = child
    child = null
    stopped?.kill('SIGKILL')
    for (const answer of waiting.values()) answer(unreadable)
    waiting.clear()
  }

  const start = (): ChildProcess => {
    const started = fork(programPath(import.meta.dirname, 'sql'), {
      execArgv: [],
      env: childEnvironment(),
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const slow = setTimeout(stop, startTimeoutMs).unref()
    ready = new Promise((resolve) => {
      started.once('message', () => {
        clearTimeout(slow)
        resolve()
      })
    })
    started.on('message', (message: ParseResponse | 'ready') => {
      if (message === 'ready') return
      waiting.get(message.id)?.(message.parsed)
      waiting.delete(message.id)
    })
    const gone = () => {
      clearTimeout(slow)
      if (child === started) stop()
    }
    started.on('exit', gone)
    started.on('error', gone)
    started.unref()
    started.channel?.unref?.()
    return started
  }

  const restartIdleTimer = () => {
    clearTimeout(idle)
    idle = setTimeout(stop, idleMs).unref()
  }

  const parse = (request: ParseRequest): Promise<Parsed> =>
    new Promise((resolve) => {
      child ??= start()
      const id = ++nextId
      let timer: NodeJS.Timeout | undefined
      void ready.then(() => {
        if (waiting.has(id)) timer = setTimeout(stop, timeoutMs)
      })
      child.channel?.ref?.()
      waiting.set(id, (parsed) => {
        clearTimeout(timer)
        if (waiting.size <= 1) child?.channel?.unref?.()
        restartIdleTimer()
        resolve(parsed)
      })
      child.send({ id, request }, (error) => error && stop())
    })

  return {
    parse: (question) => {
      const key = `${question.dialect}\n${question.text}`
      const found = known.get(key)
      if (found) return found
      const answer = parse(question)
      known.set(key, answer)
      if (known.size > maxCached) known.delete(known.keys().next().value as string)
      void answer.then((parsed) => parsed === unreadable && known.delete(key))
      return answer
    },
    close: stop,
  }
}
