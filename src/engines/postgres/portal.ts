import type { Client, Connection as Wire } from 'pg'

export type Field = { name: string; dataTypeID: number; dataTypeModifier: number }
export type Row = (string | null)[]

type Sink = { fields(fields: Field[]): void; row(row: Row): void }

type Steps = {
  /** Statements without rows that run before, in the same trip to the server. */
  before: string[]
  sql: string
  after: string[]
}

/** How a run of the portal ended: with all rows, or with more to come. */
type Pause = 'done' | 'suspended'

/** `pg` types the messages of its wire loosely; these are the ones a portal hears. */
type RawWire = Wire & {
  parse(message: { text: string }): void
  bind(message: object): void
  describe(message: { type: 'P' }): void
  execute(message: { rows: number }): void
}

/**
 * One statement by the extended protocol, with what surrounds it, in one trip to the server: parse, bind, describe
 * and the first rows. Rows are handed over as text. The server stops after each `batch` rows until asked for more.
 */
export const openPortal = (client: Client, steps: Steps, sink: Sink) => {
  let wire: RawWire | undefined
  let phase: 'before' | 'rows' | 'after' = steps.before.length ? 'before' : 'rows'
  let left = steps.before.length
  let paused: { resolve(pause: Pause): void; reject(error: Error): void } | undefined
  let synced = false
  let failed = false
  const settled = Promise.withResolvers<void>()
  settled.promise.catch(() => {})

  const statement = (text: string) => {
    wire?.parse({ text })
    wire?.bind({})
    wire?.execute({ rows: 0 })
  }
  const sync = () => {
    if (synced) return
    synced = true
    wire?.sync()
  }
  const finish = () => {
    phase = 'after'
    left = steps.after.length
    for (const text of steps.after) statement(text)
    sync()
  }
  const pause = (how: Pause) => {
    paused?.resolve(how)
    paused = undefined
  }

  const submittable = (batch: number, once: boolean) => ({
    submit: (connection: Wire) => {
      wire = connection as RawWire
      wire.stream.cork()
      for (const text of steps.before) statement(text)
      wire.parse({ text: steps.sql })
      wire.bind({})
      wire.describe({ type: 'P' })
      wire.execute({ rows: batch })
      if (once) {
        for (const text of steps.after) statement(text)
        sync()
      } else wire.flush()
      wire.stream.uncork()
    },
    handleRowDescription: (message: { fields: Field[] }) => sink.fields(message.fields),
    handleDataRow: (message: { fields: Row }) => sink.row(message.fields),
    handleCommandComplete: () => {
      if (phase === 'before' && --left === 0) phase = 'rows'
      else if (phase === 'rows') {
        if (once) phase = 'after'
        else finish()
        pause('done')
      }
    },
    handleEmptyQuery: () => {
      if (!once) finish()
      pause('done')
    },
    handlePortalSuspended: () => {
      if (once) phase = 'after'
      pause('suspended')
    },
    handleReadyForQuery: () => settled.resolve(),
    handleError: (error: Error) => {
      failed = true
      sync()
      paused?.reject(error)
      paused = undefined
      settled.resolve()
    },
    handleCopyInResponse: () => {},
    handleCopyData: () => {},
  })

  const wait = () =>
    new Promise<Pause>((resolve, reject) => {
      paused = { resolve, reject }
    })

  return {
    /** The first rows and nothing more: everything goes out at once, and the portal is closed behind it. */
    once: (batch: number): Promise<Pause> => {
      const result = wait()
      client.query(submittable(batch, true))
      return result
    },
    start: (batch: number): Promise<Pause> => {
      const result = wait()
      client.query(submittable(batch, false))
      return result
    },
    more: (batch: number): Promise<Pause> => {
      const result = wait()
      wire?.execute({ rows: batch })
      wire?.flush()
      return result
    },
    /** Gives the rest up. */
    stop: () => {
      if (!synced) finish()
    },
    /** The server is ready for the next statement. */
    settled: settled.promise,
    /** The statement failed, and with it the transaction around it. */
    get failed() {
      return failed
    },
  }
}
