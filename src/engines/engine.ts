import type { z } from 'zod'
import type { Column, ColumnType, Table } from '#core/table.ts'
import type { Dialect } from './dialect.ts'
import type { FileTables } from './file-tables.ts'
import type { DriverPackage } from './shared/fetched/driver-package.ts'
import type { Address } from './shared/network-parameters.ts'

export type RelationKind = 'table' | 'view'
export type Relation = { name: string; kind: RelationKind }
/** `type` is the engine's own text, `BIGINT`, `timestamp without time zone`. */
export type RelationColumn = {
  name: string
  type: string
  nullable: boolean
  comment?: string
  /** It is of the primary key. */ isKey?: true
}
/** A view, and the statement that defines it or creates it; null if the user of the connection may not see it. */
export type View = { schema: string | null; name: string; definition: string | null }

/** `definition`: the queries that it consists of; null where it is written in another language, or not shown. */
export type DefinedFunction = { name: string; definition: string | null }
/** A table as a search through the whole catalog knows it. */
export type OutlinedTable = Relation & { schema: string; columns: { name: string; type: string }[] }
export type RelationRef = { catalog?: string | null; schema?: string | null; table: string }

/** How far a statement is: rows read by us, and the share of its work that the engine says is done, 0–1. */
export type Progress = { rows?: number; share?: number }

export type StatementOptions = {
  signal: AbortSignal
  /** Rows read at most; one more is fetched to tell that there were more. */
  rowLimit?: number
  /** Another statement follows in the same session, which therefore has to outlive rows that are not read. */
  isFollowed?: boolean
  /** Runs in a read-only transaction or the engine's equivalent; true by default. */
  readOnly?: boolean
  catalog?: string | null
  schema?: string | null
  /** Gives way to others' statements: it runs on one of the server's processors at most. */
  yields?: boolean
  /** Wall time that the engine itself shall hold the statement to. */
  timeoutMs?: number
  /** Output column → wanted name, if the engine does not support it. */
  labels?: Record<string, string>
  /** Types of outputs, by name, that the engine itself does not report. */
  types?: Record<string, ColumnType>
  /** Called every now and then. */
  onProgress?: (progress: Progress) => void
}

/** A column of a finished result without its values; `missing` = not one value in it, NaN and infinities counted as none. */
export type ColumnHead = { name: string; type: ColumnType; missing: boolean }

/** Lines of CSV without the header, in blocks (of parts that belong together) that end with a line end. */
export type CsvBlocks = { columns: Pick<ColumnHead, 'name' | 'type'>[]; blocks: AsyncIterable<Uint8Array[]> }

export type Result = {
  table: Table
  /** There were more rows than `rowLimit`. */
  truncated: boolean
  /** The engine's own type text per column. */
  nativeTypes: string[]
  /** Rows scanned, if the engine reports it. */
  rowsScanned?: number
}

/** Rows of a source that several statements read, `SELECT columns FROM from WHERE where`, and when they are worth keeping. */
export type Scan = {
  /** Name of the temporary table that holds them; nothing else has it. */
  table: string
  columns: string[]
  /** A table's full name or a sub-select with its alias. */
  from: string
  /** `from` is a table, whose rows can be estimated without reading them all. */
  isTable: boolean
  where: string[]
  bounds: {
    bytes: number
    /** Of the source's rows, 0–1. */
    share: number
    /** A smaller source is read as fast as it is kept. */
    sourceRows: number
  }
}

/** How a table is partitioned by the values of columns. */
export type Partitions = {
  columns: string[]
  /** What rows of the newest partition with data hold, by column: this value, or one that is at least this. */
  latest: Record<string, string> | null
  isRange: boolean
}

/** An open connection inside the query host. Errors are thrown as the driver gives them; the host cleans and types them. */
export type Connection = {
  query(sql: string, options: StatementOptions): Promise<Result>
  /** Columns in blocks, for downloads of any length; at least one block, also when there are no rows. */
  stream(sql: string, options: StatementOptions): AsyncIterable<Column[]>
  /** CSV text made by the engine, for full downloads; absent = encoded from `stream`. */
  csv?(sql: string, options: StatementOptions): Promise<CsvBlocks>
  /** Fills a temporary table with rows of another database, at least one block of them, and returns their number. */
  load?(table: string, blocks: AsyncIterable<Column[]>): Promise<number>
  /** Keeps a scan as a temporary table until `drop`; false when it is not worth it. Only where `Engine.keepsScans`. */
  keep?(scan: Scan, options: StatementOptions): Promise<boolean>
  drop?(scan: Pick<Scan, 'table'>): Promise<void>
  catalogs(): Promise<string[]>
  defaultCatalog(): Promise<string | null>
  schemas(catalog?: string | null): Promise<string[]>
  defaultSchema(): Promise<string | null>
  tables(schema?: string | null, catalog?: string | null): Promise<Relation[]>
  columns(relation: RelationRef): Promise<RelationColumn[]>
  /** All tables with their columns, those of one schema together, without the system's own; absent where the engine cannot list them at once. */
  outline?(catalog?: string | null): Promise<OutlinedTable[]>
  /** All views, materialized ones included, without the system's own; absent where the engine does not show their definitions. */
  views?(catalog?: string | null): Promise<View[]>
  /** The functions that somebody made in the database, without those of extensions; absent where none could read a table. */
  functions?(catalog?: string | null): Promise<DefinedFunction[]>
  /** Names of all functions, those of the engine included, for completion; absent where the engine does not list them. */
  functionNames?(): Promise<string[]>
  /** Null for a table without partitions, and where no columns identify its newest partition; absent where the engine has none. */
  partitions?(relation: RelationRef): Promise<Partitions | null>
  /** Columns that a SELECT would give, without running it. */
  describe(sql: string, options: StatementOptions): Promise<RelationColumn[]>
  ping(signal: AbortSignal): Promise<void>
  /** Stops what runs on this connection at the engine, not only here. */
  cancel(): Promise<void>
  /** False once the connection can serve no further statement. */
  alive(): boolean
  /** Resets the connection before the next job; absent if jobs leave no state behind. */
  reset?(): Promise<void>
  close(): Promise<void>
}

/** Parameters of a connection from its form or URI (`parameters` of /api/v1/database/). */
export type ConnectionParameters = {
  username?: string
  password?: string
  host?: string
  port?: number
  database?: string
  query?: Record<string, string>
  encryption?: boolean
  /** PEM of the authorities that sign the server's certificate, in place of the system's. */
  certificate?: string
  /** PEM of the certificate that the client shows, and its key. */
  clientCertificate?: string
  clientKey?: string
  /** The near end of the tunnel that leads to `host` and `port`, or their checked address; only the query host sets it. */
  via?: Address
  /** The user on whose behalf statements run, at engines that impersonate. */
  actsFor?: string
}

export type ConnectOptions = {
  signal: AbortSignal
  /** Names the database: connections of one key may share what is expensive to open. */
  key: string
  /** Server setting for the session's zone, `UTC`. */
  timezone: string
  /** Files that an embedded engine may attach: alias → generations. Only DuckDB's house database uses it. */
  attachments?: Attachment[]
  /** Limits that are passed to the engine. */
  memoryLimitMb?: number
  threads?: number
  tempDirectory?: string
  /** Where drivers are installed that are no part of the product. */
  drivers?: string
}

/** One immutable generation of an uploaded table: a DuckDB file that holds a table `data`, shown as `schema.table`. */
export type Attachment = { path: string; schema: string; table: string }

export type Engine<P extends ConnectionParameters = ConnectionParameters> = {
  /** The wire's `backend` word: `postgresql`, `duckdb`. */
  id: string
  name: string
  /** URI schemes that select this engine, the first one is written: `postgresql`, `postgres`, `postgresql+psycopg2`. */
  schemes: readonly string[]
  defaultDriver: string
  /** Placeholder of `/api/v1/database/available/`. */
  uriPlaceholder: string
  parameters: z.ZodType<P>
  dialect: Dialect
  /** Where one name before a table's may be its catalog's, leaving out the default schema: that catalog and that schema. */
  shortCatalog?(parameters: P): { catalog: string; schema: string }
  /** Runs on the host's own cores: the admission queue counts it against them. */
  embedded?: true
  /** Has temporary tables that cost less than reading the source again: queries of one dataset may share a scan. */
  keepsScans?: true
  /** Groups faster than people move a pointer: a brush is followed step by step, from groups that are kept. */
  keepsRollUps?: true
  /** The id of the engine whose protocol and driver it has. */
  relativeOf?: string
  /** Its driver is installed on demand. */
  driver?: DriverPackage
  /** Its connection has parts that the form of host and port does not know. */
  byUri?: true
  /** `host` names an account or project of a service, whose address its driver knows. */
  hostIsAccount?: true
  /** It has not been tried against a real server. */
  isUntried?: true
  /** Runs statements on behalf of the user who asks (`impersonate_user`). */
  impersonates?: true
  /** Takes files as tables, by statements; absent where none can be written. */
  fileTables?: FileTables
  /** Its files take tables, too, which a process of the server writes. */
  writesFiles?: true
  /** Cannot be interrupted from outside: its statements get a host process of their own, and cancel means kill. */
  uninterruptible?: true
  /** Follows `StatementOptions.yields`: a slow statement starts over so, where others have to wait for it. */
  yields?: true
  /** The driver is imported here, dynamically: the web process never loads one. */
  connect(parameters: P, options: ConnectOptions): Promise<Connection>
}
