import { AppError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import type { Column } from '#core/table.ts'
import type { Connection } from '../../engine.ts'
import type { Lease, Pool } from '../pool.ts'
import type { Fetch } from '../protocol.ts'

type Fetching = {
  acquire: Pool['acquire']
  signal: AbortSignal
  /** Called with each connection, so that it is stopped with the job. */
  onConnection(connection: Connection, fetch: Fetch): void
  /** Tables without rows, which are enough to describe a statement. */
  isEmpty: boolean
}

const tooManyRows = ({ label, maxRows }: Fetch) =>
  new AppError(
    'RESULT_TOO_LARGE_ERROR',
    t(
      'Of the table %(table)s more than %(count)s rows would have to be fetched from its database. Compare its columns with values, so that fewer rows are needed.',
      { table: label, count: maxRows },
    ),
  )

/** The blocks as they come. @throws AppError once there are too many rows */
async function* counted(blocks: AsyncIterable<Column[]>, fetch: Fetch): AsyncGenerator<Column[], void, undefined> {
  let rows = 0
  for await (const block of blocks) {
    rows += block[0]?.values.length ?? 0
    if (rows > fetch.maxRows) throw tooManyRows(fetch)
    yield block
  }
}

async function* withoutRows(blocks: AsyncIterable<Column[]>): AsyncGenerator<Column[], void, undefined> {
  for await (const block of blocks) {
    yield block.map((column) => ({ ...column, values: column.values.slice(0, 0) }) as Column)
    return
  }
}

/** Fetches rows of other databases, one table after the other, into temporary tables of a connection. */
export const fetchForeign = async (into: Connection, fetches: readonly Fetch[], fetching: Fetching): Promise<void> => {
  const { acquire, signal, isEmpty } = fetching
  for (const fetch of fetches) {
    const { connection, release }: Lease = await acquire(fetch.connection, signal)
    let isDone = false
    try {
      signal.throwIfAborted()
      fetching.onConnection(connection, fetch)
      const options = { signal, schema: fetch.schema, rowLimit: isEmpty ? 1 : fetch.maxRows + 1 }
      const blocks = connection.stream(fetch.sql, options)
      await into.load?.(fetch.table, isEmpty ? withoutRows(blocks) : counted(blocks, fetch))
      isDone = true
    } finally {
      void release(!isDone)
    }
  }
}
