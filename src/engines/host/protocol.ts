/** What the web process and the query host say to each other over the child-process pipe. */
import type { PostProcessingOperation, ResultFormat } from '#core/query/query-object.ts'
import type { ErrorType } from '#core/errors.ts'
import type { ColumnType } from '#core/table.ts'
import type { Reach } from './reach/reach.ts'
import type { TimeMoves } from '../compile/offsets/move-times.ts'
import type { StreamFormat } from '../encode/stream/stream-file.ts'
import type {
  Attachment,
  ConnectionParameters,
  DefinedFunction,
  OutlinedTable,
  Partitions,
  Progress,
  Relation,
  RelationColumn,
  RelationRef,
  Scan,
  View,
} from '../engine.ts'

/** Which database, as the host needs to know it. `key` names the pool: same key, same connections. */
export type ConnectionSpec = {
  key: string
  engine: string
  parameters: ConnectionParameters
  attachments?: Attachment[]
  timezone: string
  /** The SSH server through which the database is reached. */
  tunnel?: TunnelSpec
}

export type TunnelSpec = {
  host: string
  port: number
  username: string
  password?: string
  /** PEM or OpenSSH's own format. */
  privateKey?: string
  passphrase?: string
  /** The fingerprint of the key that the server must show; without it any key is accepted. */
  hostKey?: string
}

/** Rows of a table of another database, which are fetched into a temporary table before a statement that reads them. */
export type Fetch = {
  /** Its database, schema and name, as the statement wrote them. */
  label: string
  /** Name of the temporary table. */
  table: string
  connection: ConnectionSpec
  schema: string
  sql: string
  /** More are refused. */
  maxRows: number
}

export type Limits = {
  /** Wall time at the engine. */
  timeoutMs: number
  rows: number
  /** Encoded size. */
  bytes: number
}

/** The timeout set in the engine: the host stops a statement first, the engine only where the host could not. */
export const engineTimeout = (limits: Limits): number => limits.timeoutMs + 1_000

/** A statement whose rows are joined to the main one's under `<metric>__<offset>`. */
export type OffsetStatement = {
  sql: string
  offset: string
  /** Most rows that are read of it; absent: as many as of the main one. */
  rows?: number
  /** Output columns to join on, including the truncated time column, in which the main rows' times are shifted by `shift` first. */
  joinOn: string[]
  timeColumn?: string
  /** Words of core/time (`1 year ago`); the moved time is cut to `grain`. */
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
  /** Runs read-only; true by default. A job that writes is never run twice. */
  readOnly?: boolean
  /** Gives way to others' statements where the engine can. */
  yields?: boolean
  /** Run before `sql` on the same connection and in the same way; their rows are left. */
  prepare?: string[]
  /** Fetched before anything else runs. */
  fetches?: readonly Fetch[]
  /** Runs on the connection that keeps the scan of this table; one job of a scan at a time. */
  scan?: string
  offsets?: OffsetStatement[]
  /** Time columns that are shown at another time than they are stored at. */
  moves?: TimeMoves
  /** Columns with labels that the engine does not support: engine's name → label. */
  labels?: Record<string, string>
  /** Types of outputs that the engine does not report. */
  types?: Record<string, ColumnType>
  /** Generic types known from the dataset, used for columns that are null throughout. */
  hints?: Record<string, 0 | 1 | 2 | 3>
  operations?: PostProcessingOperation[]
  /** Columns of metrics, shifted ones included: numbers to the operations also where no value shows it. */
  measures?: string[]
  /** Time axes: dates in them are midnights to the operations. */
  axes?: string[]
  format: ResultFormat
  /** Times in JSON: epoch milliseconds, or ISO texts. */
  times?: 'epoch' | 'iso'
  /** Columns of one name are told apart by numbers. */
  distinctNames?: boolean
  /** The host reports how far it is. */
  reports?: boolean
  /** Header texts of csv and xlsx: label → verbose name. */
  header?: Record<string, string>
  limits: Limits
}

/** ms; `queue` is the wait for a free slot, `query` the engine's part. */
export type Timings = { queue: number; connect: number; query: number; transform: number; encode: number }

export type DataAnswer = {
  colnames: string[]
  coltypes: (0 | 1 | 2 | 3)[]
  /** Row labels; absent means 0…n−1. */
  indexnames?: unknown[]
  /** Output column → its parts, for columns from post-processing. */
  labelMap?: Record<string, string[]>
  rowcount: number
  sqlRowcount: number
  truncated: boolean
  /** The engine's type texts of the main statement's columns. */
  nativeTypes: string[]
  timings: Timings
  rowsScanned?: number
  /** It read rows that were kept for several queries. */
  shared?: true
  /** JSON array of row objects, CSV text, or an XLSX file. */
  bytes: Uint8Array
}

export type CatalogJob = { connection: ConnectionSpec } & (
  | { kind: 'ping' }
  | { kind: 'catalogs' }
  | { kind: 'schemas'; catalog?: string | null }
  | { kind: 'tables'; catalog?: string | null; schema?: string | null }
  | { kind: 'columns'; relation: RelationRef }
  | { kind: 'outline'; catalog?: string | null }
  | { kind: 'partitions'; relation: RelationRef }
  | { kind: 'views'; catalog?: string | null }
  | { kind: 'functions'; catalog?: string | null }
  | { kind: 'functionNames' }
  | { kind: 'describe'; sql: string; catalog?: string | null; schema?: string | null; fetches?: readonly Fetch[] }
)

export type CatalogAnswers = {
  ping: null
  catalogs: { catalogs: string[]; default: string | null }
  schemas: { schemas: string[]; default: string | null }
  tables: Relation[]
  columns: RelationColumn[]
  /** Null where the engine cannot list it at once. */
  outline: OutlinedTable[] | null
  partitions: Partitions | null
  /** Null where the engine does not show their definitions. */
  views: View[] | null
  functions: DefinedFunction[]
  functionNames: string[]
  describe: RelationColumn[]
}

/** Keeps a scan on a dedicated connection for the data jobs that use it, until it is dropped. */
export type ScanJob = {
  kind: 'scan'
  connection: ConnectionSpec
  catalog?: string | null
  schema?: string | null
  scan: Scan
  limits: Limits
}

/** `kept` false: it was not worth it. */
export type ScanAnswer = { kept: boolean }

/** A download of any length: a file in blocks of bytes as the engine delivers its rows. */
export type StreamJob = Omit<DataJob, 'kind' | 'format' | 'operations' | 'offsets' | 'moves'> & { kind: 'stream'; format: StreamFormat }

export type Job = DataJob | CatalogJob | StreamJob | ScanJob

export type Answer<J extends Job> = J extends DataJob
  ? DataAnswer
  : J extends ScanJob
    ? ScanAnswer
    : J extends CatalogJob
      ? CatalogAnswers[J['kind']]
      : never

export type HostError = {
  type: ErrorType
  /** The engine's own text, cleaned of hosts and paths. */
  message: string
  /** The typed text of the dialect's error pattern: `We can't seem to resolve the column "x" at line 2.` */
  summary?: string
  status?: number
  extra?: Record<string, unknown>
  /** It was a MessageError: goes out as `{"message": …}`. */
  bare?: true
}

/** What the host needs to know before its first job. */
export type HostSettings = {
  engineMemoryMb: number
  threads: number
  tempDirectory: string
  /** Which addresses may be connected to. */
  reach: Reach
  /** Folder of the drivers that were installed on demand. */
  drivers: string
  /** Connections to one database that may be open at once, those counted in that are being closed. */
  connections: number
  connectTimeoutMs: number
  /** Wall time of a question to the catalogue. */
  catalogTimeoutMs: number
  idleMs: number
  /** Of the process, 0 to 19. */
  niceness: number
  /** Whether downloads show texts that a spreadsheet would run as text. */
  formulasAsText: boolean
}

/** Connections of one database that a host has open, `idle` ones included. */
export type PoolFigures = { open: number; idle: number }

/** Headers of the frames on the pipe (frames.ts); a body of bytes follows where a comment says so. */
export type ToHost =
  | { kind: 'settings'; settings: HostSettings }
  /** `locale`: the language of its errors. */
  | { kind: 'run'; id: number; job: Job; locale: string }
  | { kind: 'cancel'; id: number }
  /** Nobody will name this scan any more. */
  | { kind: 'drop'; table: string }
  /** Asks for the figures of a database's pool, by the key of its connections. */
  | { kind: 'pool'; id: number; key: string }
  /** The reader has taken a block: one more may come. */
  | { kind: 'more'; id: number }

export type FromHost =
  | { kind: 'ready' }
  /** Body: `bytes` of a data answer. */
  | { kind: 'answer'; id: number; answer: Omit<DataAnswer, 'bytes'> | ScanAnswer | CatalogAnswers[CatalogJob['kind']] | null }
  /** Of a data job that `reports`. */
  | { kind: 'progress'; id: number; progress: Progress }
  /** Body: a block of a stream. */
  | { kind: 'block'; id: number }
  | { kind: 'end'; id: number }
  | { kind: 'error'; id: number; error: HostError }
  | { kind: 'memory'; rss: number }
  | { kind: 'pool'; id: number; figures: PoolFigures }
