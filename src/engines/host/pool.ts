import { AppError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import type { Connection } from '../engine.ts'
import { findEngine } from '../index.ts'
import type { ConnectionSpec, HostSettings } from './protocol.ts'

type Idle = { connection: Connection; timer: NodeJS.Timeout }
export type Lease = { connection: Connection; release(discard: boolean): Promise<void> }

/** Open connections by the key of their database; how many run at once is the admission queue's business. */
export const createPool = (settings: HostSettings) => {
  const idle = new Map<string, Idle[]>()
  const houses = new Set<string>()

  const closeIdle = (key: string) => {
    for (const { connection, timer } of idle.get(key) ?? []) {
      clearTimeout(timer)
      void connection.close().catch(() => {})
    }
    idle.delete(key)
  }

  /** Newer attachments replace older ones: those still in use drain, the rest closes at once. */
  const drainOlder = (key: string) => {
    for (const older of houses) if (older !== key) closeIdle(older)
    houses.clear()
    houses.add(key)
  }

  const keep = (key: string, connection: Connection) => {
    const list = idle.get(key) ?? []
    const entry: Idle = {
      connection,
      timer: setTimeout(() => {
        list.splice(list.indexOf(entry), 1)
        if (list.length === 0) idle.delete(key)
        void connection.close().catch(() => {})
      }, settings.idleMs),
    }
    entry.timer.unref()
    list.push(entry)
    idle.set(key, list)
  }

  const reuse = (key: string): Connection | undefined => {
    const list = idle.get(key) ?? []
    for (let entry = list.pop(); entry; entry = list.pop()) {
      clearTimeout(entry.timer)
      if (entry.connection.alive()) return entry.connection
    }
    return undefined
  }

  const open = (spec: ConnectionSpec, signal: AbortSignal): Promise<Connection> => {
    const engine = findEngine(spec.engine)
    if (!engine) throw new AppError('DATABASE_NOT_FOUND_ERROR', t('There is no engine named %(engine)s.', { engine: spec.engine }))
    const parameters = engine.parameters.safeParse(spec.parameters)
    if (!parameters.success) {
      const invalid = [...new Set(parameters.error.issues.map((issue) => issue.path.join('.')))]
      const type = invalid.includes('port') ? 'CONNECTION_INVALID_PORT_ERROR' : 'CONNECTION_MISSING_PARAMETERS_ERROR'
      throw new AppError(type, t('The connection cannot be used as it is: %(fields)s.', { fields: invalid.join(', ') }), {
        extra: { invalid },
      })
    }
    return engine.connect(parameters.data, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(settings.connectTimeoutMs)]),
      key: spec.key,
      timezone: spec.timezone,
      attachments: spec.attachments,
      memoryLimitMb: settings.engineMemoryMb,
      threads: settings.threads,
      tempDirectory: settings.tempDirectory,
    })
  }

  const acquire = async (spec: ConnectionSpec, signal: AbortSignal): Promise<Lease> => {
    if (spec.attachments && !houses.has(spec.key)) drainOlder(spec.key)
    const connection = reuse(spec.key) ?? (await open(spec, signal))
    return {
      connection,
      release: async (discard) => {
        const current = !spec.attachments || houses.has(spec.key)
        if (discard || !current || !connection.alive()) return connection.close().catch(() => {})
        await connection.reset?.()
        keep(spec.key, connection)
      },
    }
  }

  return { acquire }
}

export type Pool = ReturnType<typeof createPool>
