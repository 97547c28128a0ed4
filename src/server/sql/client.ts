import { fork, type ChildProcess } from 'node:child_process'
import { childEnvironment } from '#engines/host/child-environment.ts'
import { programPath } from '#engines/host/program.ts'
import type { Parsed } from '#core/sql/check.ts'

export type Question = { text: string; dialect: string }
export type Answer = { id: number; parsed: Parsed }

export type SqlParser = {
  /** What the parser makes of a text. A text that it cannot read in time, or that breaks it, is a fault. */
  ask(question: Question): Promise<Parsed>
  close(): void
}

type Options = {
  /** Until the process is stopped when nobody asks. */
  idleMs?: number
  /** For one text, once the process is there. */
  timeoutMs?: number
  remembered?: number
}

/** For the start of the process, which a busy machine draws out. */
const startMs = 60_000

const unreadable: Parsed = { fault: { line: 1, column: 0, near: '' } }

/**
 * The SQL parser in a process of its own: started by the first question (0.2 s), stopped when idle, killed when a text keeps it too
 * long. Answers are remembered, so that a text is parsed once.
 */
export const createSqlParser = ({ idleMs = 60_000, timeoutMs = 5_000, remembered = 2_000 }: Options = {}): SqlParser => {
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
    const slow = setTimeout(stop, startMs).unref()
    ready = new Promise((resolve) => {
      started.once('message', () => {
        clearTimeout(slow)
        resolve()
      })
    })
    started.on('message', (message: Answer | 'ready') => {
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

  const rest = () => {
    clearTimeout(idle)
    idle = setTimeout(stop, idleMs).unref()
  }

  const parse = (question: Question): Promise<Parsed> =>
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
        rest()
        resolve(parsed)
      })
      child.send({ id, question }, (error) => error && stop())
    })

  return {
    ask: (question) => {
      const key = `${question.dialect}\n${question.text}`
      const found = known.get(key)
      if (found) return found
      const answer = parse(question)
      known.set(key, answer)
      if (known.size > remembered) known.delete(known.keys().next().value as string)
      void answer.then((parsed) => parsed === unreadable && known.delete(key))
      return answer
    },
    close: stop,
  }
}
