import type { Client, Connection as Wire } from 'pg'

export type Field = { name: string; dataTypeID: number; dataTypeModifier: number }
export type Row = (string | null)[]

export type Sink = { fields(fields: Field[]): void; row(row: Row): void }

export type Steps = {
  /** Statements without rows that run before, in the same trip to the server. */
  before: string[]
  sql: string
  after: string[]
}

/** `pg` types the messages of its wire loosely; these are the ones that a statement sends. */
type RawWire = Wire & {
  parse(message: { text: string }): void
  bind(message: object): void
  describe(message: { type: 'P' }): void
  execute(message: { rows: number }): void
}

/**
 * One statement by the extended protocol with what surrounds it, in one trip to the server. Rows are handed over as
 * text, as they come: a limit on rows would make the server give up its parallel plans, so the wire is held instead.
 */
export const runStatement = (client: Client, { before, sql, after }: Steps, sink: Sink) => {
  const rows = Promise.withResolvers<void>()
  const ready = Promise.withResolvers<void>()
  rows.promise.catch(() => {})
  let left = before.length
  let failed = false

  client.query({
    submit: (connection: Wire) => {
      const wire = connection as RawWire
      const plain = (text: string) => {
        wire.parse({ text })
        wire.bind({})
        wire.execute({ rows: 0 })
      }
      wire.stream.cork()
      for (const text of before) plain(text)
      wire.parse({ text: sql })
      wire.bind({})
      wire.describe({ type: 'P' })
      wire.execute({ rows: 0 })
      for (const text of after) plain(text)
      wire.sync()
      wire.stream.uncork()
    },
    handleRowDescription: (message: { fields: Field[] }) => sink.fields(message.fields),
    handleDataRow: (message: { fields: Row }) => sink.row(message.fields),
    handleCommandComplete: () => {
      if (left-- === 0) rows.resolve()
    },
    handleEmptyQuery: () => rows.resolve(),
    handleReadyForQuery: () => ready.resolve(),
    handleError: (error: Error) => {
      failed = true
      rows.reject(error)
      ready.resolve()
    },
    handleCopyInResponse: () => {},
    handleCopyData: () => {},
  })

  return {
    /** All rows were handed over. */
    done: rows.promise,
    /** The client takes the next statement. */
    settled: ready.promise,
    hold: () => void client.connection.stream.pause(),
    goOn: () => void client.connection.stream.resume(),
    /** The statement failed, and with it the transaction around it. */
    get failed() {
      return failed
    },
  }
}

export type Statement = ReturnType<typeof runStatement>
