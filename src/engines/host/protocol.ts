/** What the web process and the query host say to each other over the child-process pipe. */
import type { PostProcessingOperation, ResultFormat } from '#core/query/query-object.ts'
import type { ErrorType } from '#core/errors.ts'
import type { Attachment, ConnectionParameters, Relation, RelationColumn, RelationRef } from '../engine.ts'

/** Which database, as the host needs to know it. `key` names the pool: same key, same connections. */
export type ConnectionSpec = {
  key: string
  engine: string
  parameters: ConnectionParameters
  attachments?: Attachment[]
  timezone: string
}

export type Limits = {
  /** Wall time at the engine. */
  timeoutMs: number
  rows: number
  /** Encoded size. */
  bytes: number
}

/** A statement whose rows are joined to the main one's under `<metric>__<offset>`. */
export type OffsetStatement = {
  sql: string
  offset: string
  /** Output columns to join on, and the grained time column among them, whose values are first moved by `shift`. */
  joinOn: string[]
  timeColumn?: string
  /** ISO-like delta in words of core/time, applied forward to the time column before the join. */
  shift?: string
  grain?: string
  /** Metric label → label of the joined column. */
  rename: Record<string, string>
}

export type DataJob = {
  kind: 'data'
  connection: ConnectionSpec
  catalog?: string | null
  schema?: string | null
  sql: string
  /** Run before `sql` on the same connection (temporary tables of shared scans). */
  prepare?: string[]
  offsets?: OffsetStatement[]
  /** Columns whose output name the engine could not hold: engine's name → wanted label. */
  labels?: Record<string, string>
  /** Generic types known from the dataset, used for columns that are null throughout. */
  hints?: Record<string, 0 | 1 | 2 | 3>
  operations?: PostProcessingOperation[]
  format: ResultFormat
  /** Header texts of csv and xlsx: label → verbose name. */
  header?: Record<string, string>
  limits: Limits
}

export type DataAnswer = {
  colnames: string[]
  coltypes: (0 | 1 | 2 | 3)[]
  /** Row labels; absent means 0…n−1. */
  indexnames?: unknown[]
  /** Output column → its parts, for columns that post-processing made. */
  labelMap?: Record<string, string[]>
  rowcount: number
  sqlRowcount: number
  truncated: boolean
  /** The engine's type texts of the main statement's columns. */
  nativeTypes: string[]
  /** ms */
  timings: { connect: number; query: number; transform: number; encode: number }
  rowsScanned?: number
  /** JSON array of row objects, CSV text, or an XLSX file. */
  bytes: Uint8Array
}

export type CatalogJob = { connection: ConnectionSpec } & (
  | { kind: 'ping' }
  | { kind: 'catalogs' }
  | { kind: 'schemas'; catalog?: string | null }
  | { kind: 'tables'; catalog?: string | null; schema?: string | null }
  | { kind: 'columns'; relation: RelationRef }
  | { kind: 'describe'; sql: string; catalog?: string | null; schema?: string | null }
)

export type CatalogAnswers = {
  ping: null
  catalogs: { catalogs: string[]; default: string | null }
  schemas: { schemas: string[]; default: string | null }
  tables: Relation[]
  columns: RelationColumn[]
  describe: RelationColumn[]
}

/** A download of any length: CSV in blocks of bytes as the engine delivers them. */
export type StreamJob = Omit<DataJob, 'kind' | 'operations' | 'offsets'> & { kind: 'stream' }

export type Job = DataJob | CatalogJob | StreamJob

export type HostError = { type: ErrorType; message: string; extra?: Record<string, unknown> }
