import type { FieldPacket } from 'mysql2'
import { ownValue } from '#core/encoding/own-keys.ts'
import type { Column } from '#core/table.ts'
import type { StatementOptions } from '../engine.ts'
import { columnReader, type ColumnReader } from '../shared/text-columns.ts'
import { mysqlDialect } from './dialect.ts'
import { refuseWriting } from './guard.ts'
import type { MysqlSession, Row } from './session.ts'
import { isExpression, typeName } from './type-names.ts'

export type Block = { columns: Column[]; fields: FieldPacket[]; rowCount: number }

const rowsPerReport = 1_000

/** Rows of one block, and of all of them. */
type Sizes = { block: number; limit: number }

/** What is known of a column from the blocks before. */
type Known = { areTruths: boolean }

/** A truth value is a small number for the server: numbers other than 0 and 1 stay what they are, and from then on all of their column. */
const truths = (name: string, native: string, known: Known): ColumnReader => {
  const booleans = columnReader(name, 'boolean')
  const integers = columnReader(name, 'integer', native)
  return {
    push: (text) => {
      known.areTruths &&= text === null || text === '0' || text === '1'
      booleans.push(text)
      integers.push(text)
    },
    column: () => (known.areTruths ? booleans : integers).column(),
  }
}

/** Bits travel as bytes, those of expressions as digits. */
const bits = (reader: ColumnReader, areDigits: boolean): ColumnReader => ({
  ...reader,
  push: (text) =>
    reader.push(
      text === null || (areDigits && /^\d+$/.test(text))
        ? text
        : String(Array.from(text).reduce((sum, letter) => sum * 256n + BigInt(letter.charCodeAt(0)), 0n)),
    ),
})

/** Makes the readers of a column, one for each block. */
const readersOf = (field: FieldPacket, { labels, types }: StatementOptions): (() => ColumnReader) => {
  const native = typeName(field)
  const type = mysqlDialect.columnType(native)
  const name = ownValue(labels, field.name) ?? field.name
  const known: Known = { areTruths: true }
  const isTruth = type === 'boolean' || (type === 'integer' && types?.[name] === 'boolean')
  const reader = () => (isTruth ? truths(name, native, known) : columnReader(name, type === 'json' ? 'string' : type, native))
  return native.startsWith('bit') ? () => bits(reader(), isExpression(field)) : reader
}

/** Blocks of columns, at least one; the server is paused while no block is consumed. */
export async function* blocksOf(
  session: MysqlSession,
  sql: string,
  { block, limit, ...how }: StatementOptions & Sizes,
): AsyncGenerator<Block, void, undefined> {
  if (how.readOnly !== false) refuseWriting(sql)
  await session.prepareFor(how)
  const { wire } = session
  const query = session.start(sql)
  let fields: FieldPacket[] = []
  let freshReaders: (() => ColumnReader)[] = []
  let readers: ColumnReader[] = []
  let rowCount = 0
  let total = 0
  let hasEnded = false
  let failure: Error | undefined
  let wake = () => {}
  const end = () => {
    hasEnded = true
    wake()
  }
  query.on('fields', (found: FieldPacket[] | undefined) => {
    fields = found ?? []
    freshReaders = fields.map((field) => readersOf(field, how))
    readers = freshReaders.map((fresh) => fresh())
  })
  query.on('result', (row: unknown) => {
    if (!Array.isArray(row) || total >= limit) return
    total++
    rowCount++
    if (total % rowsPerReport === 0) how.onProgress?.({ rows: total })
    for (let i = 0; i < readers.length; i++) readers[i]?.push((row as Row)[i] ?? null)
    if (rowCount < block && total < limit) return
    wire.pause()
    wake()
  })
  query.on('error', (error: Error) => {
    failure = error
  })
  query.on('end', end)
  // The driver emits a connection loss on the connection, not on the running query.
  const lose = (error?: Error) => {
    failure ??= error ?? new Error('connection lost')
    end()
  }
  wire.on('error', lose)
  wire.on('end', lose)
  const take = (): Block => {
    const taken = { columns: readers.map((reader) => reader.column()), fields, rowCount }
    readers = freshReaders.map((fresh) => fresh())
    rowCount = 0
    return taken
  }
  /** Lets the remaining rows pass, since only a connection that has read them takes the next statement. */
  const drain = async () => {
    const ended = new Promise<void>((resolve) => {
      wake = resolve
    })
    wire.resume()
    await ended
  }
  try {
    for (let isFirst = true; ; isFirst = false) {
      if (!hasEnded && rowCount < block && total < limit) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      if (failure) throw failure
      if (rowCount > 0 || isFirst) yield take()
      if (hasEnded || total >= limit) return
      wire.resume()
    }
  } finally {
    if (!hasEnded && how.isFollowed) await drain()
    else if (!hasEnded) session.abandon()
    wire.off('error', lose)
    wire.off('end', lose)
  }
}
