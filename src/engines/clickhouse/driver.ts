import { randomUUID } from 'node:crypto'
import { ClickHouseError, createClient } from '@clickhouse/client'
import { trimmedEnd } from '#core/encoding/trimmed-end.ts'
import { ownValue } from '#core/encoding/own-keys.ts'
import type { Column } from '#core/table.ts'
import type { ConnectOptions, Connection, Progress, StatementOptions } from '../engine.ts'
import { firstRows } from '../shared/first-rows.ts'
import { foreignAnswer } from '../shared/foreign-answer.ts'
import { refuseSeveral } from '../shared/single-statement.ts'
import { latestOf } from '../shared/partitions.ts'
import { columnReader } from '../shared/text-columns.ts'
import type { ColumnReader } from '../shared/text-columns.ts'
import { groupOutline } from '../shared/outline.ts'
import { agentOf } from '../shared/network-parameters.ts'
import { clickhouseDialect } from './dialect.ts'
import { linesOf } from './lines.ts'
import { serverUrl } from './parameters.ts'
import type { ClickhouseParameters } from './parameters.ts'

const rowsPerBlock = 5_000
const lookMs = 500
const { literal } = clickhouseDialect
const text = (value: string) => literal({ type: 'string', value })

/** What a function in SQL returns, as a query; null for one that runs a program. */
const lambdaQuery = (created: string): string | null => {
  const [, expression] = /->([^]*)/.exec(created) ?? []
  return expression === undefined ? null : `SELECT ${expression.trim()}`
}

type Settings = Record<string, string | number>
type Block = { columns: Column[]; types: string[]; rowCount: number }

/** Words of this format for what a number cannot be. */
const numberWords: Record<string, string> = { nan: 'NaN', inf: 'Infinity', '-inf': '-Infinity' }

/**
 * The client makes an error of whatever a server sends. Those of ClickHouse begin with their number, which the client itself knows of
 * newer servers only; those of the network bear a code.
 */
const isOfServerOrNetwork = (error: unknown): boolean =>
  !(error instanceof Error) || error instanceof ClickHouseError || 'code' in error || /^Code: \d+[.,]/.test(error.message)

/** A condition is a number for the server. */
const readerOf = (name: string, native: string, knownTypes: StatementOptions['types']): ColumnReader => {
  const type = clickhouseDialect.columnType(native)
  if (type === 'integer' && knownTypes?.[name] === 'boolean') return columnReader(name, 'boolean')
  const reader = columnReader(name, type === 'json' ? 'string' : type, native)
  return type === 'float' ? { ...reader, push: (value) => reader.push(value === null ? null : (numberWords[value] ?? value)) } : reader
}

const agentFor = (parameters: ClickhouseParameters) => {
  const { via, certificate: ca, clientCertificate: cert, clientKey: key } = parameters
  return agentOf(via, { isSecure: serverUrl(parameters).startsWith('https:'), ca, cert, key })
}

/** By HTTP: a statement is a request, and is known to the server by the id that we give it. */
export const connectClickhouse = async (parameters: ClickhouseParameters, options: ConnectOptions): Promise<Connection> => {
  const client = createClient({
    url: serverUrl(parameters),
    http_agent: agentFor(parameters),
    username: parameters.username ?? 'default',
    password: parameters.password ?? '',
    database: parameters.database || 'default',
    request_timeout: 24 * 3_600_000,
    application: 'chartroom',
    log: { level: 127 },
  })
  let active: { id: string; controller: AbortController } | undefined
  let settings: Settings = {}
  let closed = false

  const exec = async (sql: string, given: Settings, signal?: AbortSignal): Promise<AsyncIterable<Uint8Array>> => {
    const id = randomUUID()
    const controller = new AbortController()
    active = { id, controller }
    const { stream } = await client
      .exec({
        query: `${sql}\nFORMAT TabSeparatedWithNamesAndTypes`,
        query_id: id,
        abort_signal: signal ? AbortSignal.any([signal, controller.signal]) : controller.signal,
        clickhouse_settings: { ...settings, ...given },
      })
      .catch((error: unknown) => {
        if (controller.signal.aborted || signal?.aborted || isOfServerOrNetwork(error)) throw error
        throw foreignAnswer('ClickHouse', error)
      })
    return stream as AsyncIterable<Uint8Array>
  }

  const ask = async (sql: string, signal?: AbortSignal): Promise<(string | null)[][]> => {
    const rows: (string | null)[][] = []
    for await (const lines of linesOf(await exec(sql, {}, signal))) for (const line of lines) rows.push(line)
    return rows.slice(2)
  }

  const [[version = ''] = []] = await ask('SELECT version()', options.signal)
  if (!/^\d+\.\d+/.test(version ?? '')) throw foreignAnswer('ClickHouse')
  const year = Number(version?.split('.')[0])
  // Otherwise a label with a column's name would shadow the column in conditions, including row-level security.
  if (year >= 21) settings = { prefer_column_name_to_alias: 1 }
  // By default time functions are limited to 1970–2106. The session time zone is supported since 23.5.
  if (year >= 24) settings = { ...settings, enable_extended_results_for_datetime_functions: 1, session_timezone: options.timezone }

  const settingsOf = ({ timeoutMs, readOnly = true }: StatementOptions): Settings => ({
    ...(readOnly && { readonly: 2 }),
    ...(timeoutMs && { max_execution_time: Math.ceil(timeoutMs / 1000) }),
  })

  async function* blocks(sql: string, how: StatementOptions, size: { block: number; limit: number }): AsyncGenerator<Block> {
    refuseSeveral(sql)
    const stopWatching = how.onProgress ? watchProgress(how.onProgress) : () => {}
    try {
      yield* readBlocks(await exec(trimmedEnd(sql, /[;\s]/), settingsOf(how), how.signal), how, size)
    } finally {
      stopWatching()
    }
  }

  /** Asks the server how far the statement is that runs, until it is stopped. */
  const watchProgress = (onProgress: (progress: Progress) => void) => {
    const look = async () => {
      const id = active?.id
      if (id === undefined) return
      const query = `SELECT read_rows / total_rows_approx FROM system.processes WHERE query_id = ${text(id)} AND total_rows_approx > 0`
      const { stream } = await client.exec({ query: `${query}\nFORMAT TabSeparated` })
      let share = ''
      for await (const part of stream) share += String(part)
      if (share.trim()) onProgress({ share: Math.min(1, Number(share)) })
    }
    // Unknown progress is not shown.
    const timer = setInterval(() => void look().catch(() => {}), lookMs)
    return () => clearInterval(timer)
  }

  async function* readBlocks(
    body: AsyncIterable<Uint8Array>,
    how: StatementOptions,
    size: { block: number; limit: number },
  ): AsyncGenerator<Block> {
    let names: string[] | undefined
    let types: string[] | undefined
    let readers: ColumnReader[] = []
    let rowCount = 0
    let total = 0
    const renew = () => {
      readers = (types ?? []).map((type, i) => readerOf(ownValue(how.labels, names?.[i] ?? '') ?? names?.[i] ?? '', type, how.types))
    }
    const take = (): Block => {
      const block = { columns: readers.map((reader) => reader.column()), types: types ?? [], rowCount }
      rowCount = 0
      renew()
      return block
    }
    let given = false
    for await (const lines of linesOf(body)) {
      for (const line of lines) {
        if (!names) names = line.map(String)
        else if (!types) {
          types = line.map(String)
          renew()
        } else if (total < size.limit) {
          for (let i = 0; i < readers.length; i++) readers[i]?.push(line[i] ?? null)
          rowCount++
          total++
        }
      }
      how.onProgress?.({ rows: total })
      if (rowCount >= size.block) {
        yield take()
        given = true
      }
      if (total >= size.limit) break
    }
    if (rowCount > 0 || !given) yield take()
  }

  /** Old servers tell less about themselves. */
  const isKnown = async (table: string, column: string): Promise<boolean> =>
    (await ask(`SELECT 1 FROM system.columns WHERE database = 'system' AND table = ${text(table)} AND name = ${text(column)}`)).length > 0

  const schemaOf = (schema?: string | null) => (schema ? text(schema) : 'currentDatabase()')

  return {
    async query(sql, how) {
      const { rowLimit = Infinity } = how
      const reading = blocks(sql, how, { block: Infinity, limit: rowLimit + 1 })
      const { value } = await reading.next()
      await reading.return(undefined)
      const { columns, types, rowCount }: Block = value ?? { columns: [], types: [], rowCount: 0 }
      return {
        ...firstRows({ columns, rowCount }, rowLimit),
        nativeTypes: types,
      }
    },
    async *stream(sql, how) {
      for await (const { columns } of blocks(sql, how, { block: rowsPerBlock, limit: how.rowLimit ?? Infinity })) yield columns
    },
    catalogs: async () => [],
    defaultCatalog: async () => null,
    schemas: async () => (await ask('SELECT name FROM system.databases ORDER BY name')).map(([name]) => name ?? ''),
    defaultSchema: async () => (await ask('SELECT currentDatabase()'))[0]?.[0] ?? null,
    tables: async (schema) =>
      (await ask(`SELECT name, engine FROM system.tables WHERE database = ${schemaOf(schema)} ORDER BY name`)).map(([name, engine]) => ({
        name: name ?? '',
        kind: engine?.endsWith('View') ? 'view' : 'table',
      })),
    columns: async ({ schema, table }) =>
      (
        await ask(
          `SELECT name, type, comment, is_in_primary_key FROM system.columns WHERE database = ${schemaOf(schema)} AND table = ${text(table)}`,
        )
      ).map(([name, type, comment, key]) => ({
        name: name ?? '',
        type: type ?? '',
        nullable: type?.startsWith('Nullable') ?? false,
        ...(comment && { comment }),
        ...(Number(key) > 0 && { isKey: true as const }),
      })),
    outline: async () =>
      groupOutline(
        await ask(
          "SELECT c.database, c.table, t.engine, c.name, c.type FROM system.columns c JOIN system.tables t ON t.database = c.database AND t.name = c.table WHERE c.database NOT IN ('system', 'information_schema', 'INFORMATION_SCHEMA') ORDER BY c.database, c.table, c.position",
        ),
      ),
    views: async () => {
      const definition = (await isKnown('tables', 'as_select')) ? 'as_select' : "''"
      const found = await ask(
        `SELECT database, name, ${definition} FROM system.tables WHERE engine LIKE '%View' AND database NOT IN ('system', 'information_schema', 'INFORMATION_SCHEMA')`,
      )
      return found.map(([schema = null, name, query]) => ({ schema, name: name ?? '', definition: query || null }))
    },
    functions: async () => {
      if (!(await isKnown('functions', 'create_query'))) return []
      const found = await ask("SELECT name, create_query FROM system.functions WHERE origin <> 'System'")
      return found.map(([name, created]) => ({ name: name ?? '', definition: lambdaQuery(created ?? '') }))
    },
    functionNames: async () => (await ask('SELECT name FROM system.functions')).map(([name]) => name ?? ''),
    partitions: async ({ schema, table }) => {
      const place = `database = ${schemaOf(schema)} AND table = ${text(table)}`
      const columns = (await ask(`SELECT name FROM system.columns WHERE ${place} AND is_in_partition_key`)).map(([name]) => name ?? '')
      const [column] = columns
      if (column === undefined) return null
      const key = (
        await ask(`SELECT partition_key FROM system.tables WHERE database = ${schemaOf(schema)} AND name = ${text(table)}`)
      )[0]?.[0]
      if (columns.length > 1 || key !== column) return { columns, latest: null, isRange: false }
      const parts = await ask(`SELECT DISTINCT partition FROM system.parts WHERE ${place} AND active AND rows > 0`)
      return latestOf(
        column,
        parts.map(([value]) => value ?? null),
        false,
      )
    },
    describe: async (sql) =>
      (await ask(`DESCRIBE TABLE (${sql}\n)`)).map(([name, type]) => ({
        name: name ?? '',
        type: type ?? '',
        nullable: type?.startsWith('Nullable') ?? false,
      })),
    ping: async (signal) => void (await ask('SELECT 1', signal)),
    cancel: async () => {
      if (!active) return
      active.controller.abort()
      await client.command({ query: `KILL QUERY WHERE query_id = ${text(active.id)}` })
    },
    alive: () => !closed,
    close: async () => {
      closed = true
      await client.close()
    },
  }
}
