import { ownValue } from '#core/encoding/own-keys.ts'
import type { Column } from '#core/table.ts'
import type { Dialect } from '../../dialect.ts'
import type { Connection, StatementOptions } from '../../engine.ts'
import { firstRows } from '../first-rows.ts'
import { columnReader } from '../text-columns.ts'

/** A column of a result, with the engine's name of its type. */
export type Head = { name: string; native: string }

/** A statement that runs: its rows are read as they come, and left when nobody reads on. */
export type Running = { heads: Head[]; rows: AsyncIterable<readonly unknown[]>; cancel(): Promise<void> }

type Catalogue = Pick<
  Connection,
  'catalogs' | 'defaultCatalog' | 'schemas' | 'defaultSchema' | 'tables' | 'columns' | 'outline' | 'describe'
>

/** What a driver is asked for that gives its rows as values of JavaScript. */
export type Fetching = Catalogue & {
  dialect: Dialect
  start(sql: string, how: StatementOptions): Promise<Running>
  /** @throws AppError for a statement that does more than read */
  refuseWriting(sql: string): void
  ping(signal: AbortSignal): Promise<void>
  isOpen(): boolean
  close(): Promise<void>
}

const rowsPerBlock = 5_000

/** A value of a driver as text; classes of drivers for exact numbers and times hold it as `value`, or print it. */
export const textOfValue = (value: unknown): string | null => {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return value
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value)
  if (typeof value === 'bigint' || typeof value === 'boolean') return String(value)
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString()
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`
  if (typeof value !== 'object') return null
  if ('value' in value && typeof value.value === 'string') return value.value
  if ('toFixed' in value && typeof value.toFixed === 'function') return String(value.toFixed())
  return JSON.stringify(value)
}

const readerOf = (dialect: Dialect, { name, native }: Head, { labels, types }: StatementOptions) => {
  const label = ownValue(labels, name) ?? name
  const found = dialect.columnType(native)
  const type = found === 'integer' && types?.[label] === 'boolean' ? 'boolean' : found
  return columnReader(label, type === 'json' ? 'string' : type, native)
}

type Block = { columns: Column[]; rowCount: number }

async function* blocksOf(
  dialect: Dialect,
  { heads, rows }: Running,
  { block, limit, ...how }: StatementOptions & { block: number; limit: number },
): AsyncGenerator<Block, void, undefined> {
  const renewed = () => heads.map((head) => readerOf(dialect, head, how))
  let readers = renewed()
  let rowCount = 0
  let total = 0
  let isFirst = true
  const take = (): Block => {
    const taken = { columns: readers.map((reader) => reader.column()), rowCount }
    readers = renewed()
    rowCount = 0
    isFirst = false
    return taken
  }
  for await (const row of rows) {
    for (const [i, reader] of readers.entries()) reader.push(textOfValue(row[i]))
    rowCount++
    total++
    if (total % 1_000 === 0) how.onProgress?.({ rows: total })
    if (rowCount >= block) yield take()
    if (total >= limit) break
  }
  if (rowCount > 0 || isFirst) yield take()
}

/** A connection over a driver that fetches rows. */
export const fetchedConnection = (fetching: Fetching): Connection => {
  const { dialect, start: begin, refuseWriting, isOpen, ...rest } = fetching
  let running: Running | undefined
  const start = async (sql: string, how: StatementOptions): Promise<Running> => {
    if (how.readOnly !== false) refuseWriting(sql)
    running = await begin(sql, how)
    return running
  }
  /** Ends what is left of a statement, so that the connection is free. */
  const finish = async (statement: Running) => {
    if (running === statement) running = undefined
    await statement.cancel().catch(() => {})
  }
  return {
    ...rest,
    async query(sql, how) {
      const { rowLimit = Infinity } = how
      const statement = await start(sql, how)
      try {
        const reading = blocksOf(dialect, statement, { ...how, block: Infinity, limit: rowLimit + 1 })
        const { value } = await reading.next()
        return { ...firstRows(value ?? { columns: [], rowCount: 0 }, rowLimit), nativeTypes: statement.heads.map(({ native }) => native) }
      } finally {
        await finish(statement)
      }
    },
    async *stream(sql, how) {
      const statement = await start(sql, how)
      try {
        const blocks = blocksOf(dialect, statement, { ...how, block: rowsPerBlock, limit: how.rowLimit ?? Infinity })
        for await (const { columns } of blocks) yield columns
      } finally {
        await finish(statement)
      }
    },
    cancel: async () => running?.cancel(),
    alive: isOpen,
  }
}

/** Rows of a statement of our own, as texts. */
export const rowsOf = async ({ rows }: Running): Promise<(string | null)[][]> => {
  const found: (string | null)[][] = []
  for await (const row of rows) found.push(row.map(textOfValue))
  return found
}
