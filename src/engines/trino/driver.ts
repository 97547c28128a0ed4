import { AppError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { trimmedEnd } from '#core/encoding/trimmed-end.ts'
import { ownValue } from '#core/encoding/own-keys.ts'
import type { Column } from '#core/table.ts'
import type { ConnectOptions, Connection, StatementOptions } from '../engine.ts'
import { firstRows } from '../shared/first-rows.ts'
import { latestOf } from '../shared/partitions.ts'
import { columnReader } from '../shared/text-columns.ts'
import type { ColumnReader } from '../shared/text-columns.ts'
import { timeOfText } from '../shared/time-of-text.ts'
import { standardOutline } from '../shared/outline.ts'
import { trinoDialect } from './dialect.ts'
import { serverUrl } from './parameters.ts'
import type { TrinoParameters } from './parameters.ts'
import { startStatement } from './protocol.ts'
import type { Cell, ResultColumn, Session } from './protocol.ts'

const rowsPerBlock = 5_000
const { literal, quote } = trinoDialect
const text = (value: string) => literal({ type: 'string', value })

const comments = /--[^\n]*|\/\*[\s\S]*?\*\//g
const readingWords =
  /^[\s(]*(?:select|with|show|describe|desc|values|table|explain(?!\s+analyze)|explain\s+analyze[\s(]+(?:select|with|values|table))\b/i

/** Trino has no transaction that only reads at every connector. */
const refuseWriting = (sql: string): void => {
  if (!readingWords.test(sql.replace(comments, ' '))) throw new AppError('DML_NOT_ALLOWED_ERROR', t('Only SELECT statements may be run.'))
}

const namedZone = / ([A-Za-z][A-Za-z0-9_+\-/]*)$/
const formats = new Map<string, Intl.DateTimeFormat>()

/** Milliseconds that a zone is ahead of UTC at a moment. */
const aheadOf = (zone: string, ms: number): number => {
  if (zone === 'UTC' || zone === 'Z' || zone === 'GMT') return 0
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
    formats.set(zone, format)
  }
  const offset =
    format
      .formatToParts(ms)
      .find((part) => part.type === 'timeZoneName')
      ?.value.slice(3) ?? ''
  return offset ? -timeOfText(`1970-01-01 00:00:00${offset}`) : 0
}

/** `2020-03-08 10:30:00.000 America/New_York`: the wall clock and the zone's name. */
const instantOf = (value: string): string => {
  const zone = namedZone.exec(value)
  if (!zone) return value.replace(/ (?=[+-]\d\d:\d\d$)/, '')
  const wall = timeOfText(value.slice(0, zone.index))
  const first = wall - aheadOf(zone[1] ?? 'UTC', wall)
  const ms = wall - aheadOf(zone[1] ?? 'UTC', first)
  const micros = /\.\d{3}(\d{3})/.exec(value)?.[1] ?? '000'
  return new Date(Math.floor(ms)).toISOString().replace('Z', `${micros}Z`)
}

const cellText = (cell: Cell): string | null => {
  if (cell === null || typeof cell === 'string') return cell
  if (typeof cell === 'object') return JSON.stringify(cell)
  return Object.is(cell, -0) ? '-0' : String(cell)
}

const readerOf = (
  { name, type: native }: ResultColumn,
  labels: StatementOptions['labels'],
): { push(cell: Cell): void; column(): Column } => {
  const type = trinoDialect.columnType(native)
  const reader: ColumnReader = columnReader(ownValue(labels, name) ?? name, type === 'json' ? 'string' : type, native)
  return {
    push: (cell) => {
      const value = cellText(cell)
      reader.push(type === 'instant' && value !== null ? instantOf(value) : value)
    },
    column: reader.column,
  }
}

type Block = { columns: Column[]; heads: ResultColumn[]; rowCount: number; processedRows?: number }

export const connectTrino = async (parameters: TrinoParameters, options: ConnectOptions): Promise<Connection> => {
  const [catalog, schema] = (parameters.database ?? '').split('/')
  let active: ReturnType<typeof startStatement> | undefined
  let closed = false

  const sessionOf = (how: Partial<StatementOptions>): Session => ({
    url: serverUrl(parameters),
    via: parameters.via,
    user: parameters.username || 'chartroom',
    ...(parameters.actsFor !== undefined && { actsFor: parameters.actsFor }),
    password: parameters.password,
    source: parameters.query?.source ?? 'chartroom',
    timezone: options.timezone,
    catalog: how.catalog || catalog,
    schema: how.schema || schema,
    ...(how.timeoutMs && { properties: { query_max_run_time: `${Math.ceil(how.timeoutMs / 1000)}s` } }),
  })

  async function* blocks(session: Session, sql: string, how: StatementOptions & { block: number; limit: number }): AsyncGenerator<Block> {
    const statement = startStatement(session, trimmedEnd(sql, /[;\s]/), how)
    active = statement
    let readers: ReturnType<typeof readerOf>[] = []
    let rowCount = 0
    let total = 0
    let given = false
    const renew = () => {
      readers = statement.columns.map((column) => readerOf(column, how.labels))
    }
    const take = (): Block => {
      if (readers.length === 0) renew()
      const block = {
        columns: readers.map((reader) => reader.column()),
        heads: statement.columns,
        rowCount,
        processedRows: statement.processedRows,
      }
      given = true
      rowCount = 0
      renew()
      return block
    }
    for await (const rows of statement.pages) {
      if (readers.length === 0) renew()
      for (const row of rows) {
        if (total === how.limit) break
        for (let i = 0; i < readers.length; i++) readers[i]?.push(row[i] ?? null)
        rowCount++
        total++
      }
      how.onProgress?.({ rows: total })
      if (rowCount >= how.block) yield take()
      if (total === how.limit) break
    }
    if (rowCount > 0 || !given) yield take()
  }

  const ask = async (
    sql: string,
    how: Partial<StatementOptions> & { prepared?: Record<string, string> } = {},
  ): Promise<(string | null)[][]> => {
    const statement = startStatement({ ...sessionOf(how), prepared: how.prepared }, sql, {
      signal: how.signal ?? new AbortController().signal,
    })
    active = statement
    const rows: (string | null)[][] = []
    for await (const page of statement.pages) for (const row of page) rows.push(row.map(cellText))
    return rows
  }

  const inCatalog = (name?: string | null) => {
    const chosen = name || catalog
    return chosen ? `${quote(chosen)}.` : ''
  }

  await ask('SELECT 1', { signal: options.signal })
  return {
    async query(sql, how) {
      if (how.readOnly !== false) refuseWriting(sql)
      const { rowLimit = Infinity } = how
      const reading = blocks(sessionOf(how), sql, { ...how, block: Infinity, limit: rowLimit + 1 })
      const { value } = await reading.next()
      await reading.return(undefined)
      const { columns, heads, rowCount, processedRows }: Block = value ?? { columns: [], heads: [], rowCount: 0 }
      return {
        ...firstRows({ columns, rowCount }, rowLimit),
        nativeTypes: heads.map((head) => head.type),
        rowsScanned: processedRows,
      }
    },
    async *stream(sql, how) {
      refuseWriting(sql)
      for await (const { columns } of blocks(sessionOf(how), sql, { ...how, block: rowsPerBlock, limit: how.rowLimit ?? Infinity }))
        yield columns
    },
    catalogs: async () => (await ask('SHOW CATALOGS')).map(([name]) => name ?? ''),
    defaultCatalog: async () => catalog || null,
    schemas: async (name) =>
      (await ask(`SELECT schema_name FROM ${inCatalog(name)}information_schema.schemata ORDER BY 1`)).map(([found]) => found ?? ''),
    defaultSchema: async () => schema ?? null,
    tables: async (name, inside) =>
      (
        await ask(
          `SELECT table_name, table_type FROM ${inCatalog(inside)}information_schema.tables WHERE table_schema = ${text(name || schema || '')} ORDER BY 1`,
        )
      ).map(([table, kind]) => ({ name: table ?? '', kind: kind === 'VIEW' ? 'view' : 'table' })),
    columns: async (relation) =>
      (
        await ask(
          `SELECT column_name, data_type, is_nullable, comment FROM ${inCatalog(relation.catalog)}information_schema.columns WHERE table_schema = ${text(relation.schema || schema || '')} AND table_name = ${text(relation.table)} ORDER BY ordinal_position`,
        )
      ).map(([name, type, nullable, comment]) => ({
        name: name ?? '',
        type: type ?? '',
        nullable: nullable !== 'NO',
        ...(comment && { comment }),
      })),
    outline: (inside) => standardOutline(ask, { prefix: inCatalog(inside), where: "c.table_schema <> 'information_schema'" }),
    views: async (inside) =>
      (
        await ask(
          `SELECT table_schema, table_name, view_definition FROM ${inCatalog(inside)}information_schema.views WHERE table_schema <> 'information_schema'`,
        )
      ).map(([viewSchema = null, name, definition = null]) => ({ schema: viewSchema, name: name ?? '', definition })),
    functionNames: async () => (await ask('SHOW FUNCTIONS')).map(([name]) => name ?? ''),
    partitions: async (relation) => {
      const from = (table: string) =>
        `${inCatalog(relation.catalog)}${[relation.schema || schema || '', table].map((name) => quote(name)).join('.')}`
      // Of Hive's tables; the partitions of others are not named by columns.
      const columns = (await ask(`SHOW COLUMNS FROM ${from(relation.table)}`)).flatMap(([name, , extra]) =>
        name && extra === 'partition key' ? [name] : [],
      )
      const [column] = columns
      if (column === undefined) return null
      if (columns.length > 1) return { columns, latest: null, isRange: false }
      const newest = await ask(`SELECT CAST(max(${quote(column)}) AS varchar) FROM ${from(`${relation.table}$partitions`)}`)
      return latestOf(column, [newest[0]?.[0] ?? null], false)
    },
    describe: async (sql, how) => {
      refuseWriting(sql)
      const rows = await ask('DESCRIBE OUTPUT described', { ...how, prepared: { described: sql } })
      return rows.map(([name, , , , type]) => ({ name: name ?? '', type: type ?? '', nullable: true }))
    },
    ping: async (signal) => void (await ask('SELECT 1', { signal })),
    cancel: async () => active?.cancel(),
    alive: () => !closed,
    close: async () => {
      closed = true
      await active?.cancel()
    },
  }
}
