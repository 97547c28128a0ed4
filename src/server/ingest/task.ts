import { z } from 'zod'
import type { RejectCause } from '#core/upload/reject-cause.ts'
import type { FileTarget } from './into-file/target.ts'

/** Options for reading a file; sniffed if absent. */
export const readOptions = z.object({
  /** The sheet, or the table in a database file. */
  table: z.string().optional(),
  encoding: z.string().optional(),
  delimiter: z
    .string()
    .regex(/^[\t -~]$/, 'One sign of ASCII.')
    .optional(),
  quote: z.enum(['"', "'", '']).optional(),
  header: z.boolean().optional(),
  /** What a value that does not fit its column does: reject its line (default), or leave the cell empty. */
  misfits: z.enum(['reject', 'blank']).optional(),
  /** Lines or sheet rows to skip before the header. */
  skip: z.int().min(0).optional(),
  /** Texts besides the empty one that mean null. */
  nulls: z.array(z.string()).optional(),
  /** The decimal separator. */
  decimal: z.enum(['.', ',']).optional(),
  /** Whether a type requires all values of a column; by default a few misfits are tolerated. */
  strict: z.boolean().optional(),
  /** Whether an ambiguous `01/02/2020` is the first of February. */
  dayFirst: z.boolean().optional(),
  /** Whether to ignore spaces before fields. */
  initialSpace: z.boolean().optional(),
})
export type ReadOptions = z.infer<typeof readOptions>

export const columnTypes = ['BIGINT', 'HUGEINT', 'DOUBLE', 'BOOLEAN', 'DATE', 'TIMESTAMP', 'TIMESTAMP WITH TIME ZONE', 'VARCHAR'] as const
export type FileColumnType = (typeof columnTypes)[number]

/** A column of the preview; for typed files `type` is DuckDB's type text. */
export const fileColumn = z.object({
  name: z.string().min(1).max(255),
  type: z.string(),
  /** The strptime format of a DATE or TIMESTAMP in delimited text; '' is ISO 8601, undefined: sniffed. */
  format: z.string().max(60).optional(),
  /** The type was inferred from a sample and not chosen, so it may be widened for the whole file. */
  found: z.boolean().optional(),
})
export type FileColumn = z.infer<typeof fileColumn>

/** `widenedFrom`: the type that was inferred from the sample, if the whole file needed a wider one. */
export type LoadedColumn = FileColumn & { widenedFrom?: string }

/** The type of most values of a text column, and how many of `values` do not fit it. */
export type Mostly = { type: FileColumnType; misfits: number; values: number }

/** Which columns and rows the table gets; all if absent. */
export const tableShape = z.object({
  /** The table's columns and their source columns; without a source, the row number starting at 0. */
  columns: z.array(z.object({ name: z.string(), from: z.string().nullable() })).optional(),
  /** The maximum number of rows. */
  limit: z.int().min(1).optional(),
})
export type TableShape = z.infer<typeof tableShape>

export type FileKind = 'csv' | 'json' | 'parquet' | 'excel' | 'duckdb' | 'sqlite'

/** A rejected line: its number in the uploaded file (from 1), its text, and the cause. */
export type RejectedLine = { line: number; text: string; cause: RejectCause }

/** A rejected line in a preview, whose number may be unknown. */
export type PreviewedReject = Omit<RejectedLine, 'line'> & { line: number | null }

/** Cells of a column that were left empty because their value does not fit. */
export type BlankedCells = { column: string; cells: number }

export type Preview = {
  kind: FileKind
  options: ReadOptions
  columns: (FileColumn & {
    min: string | null
    max: string | null
    nulls: number
    mostly?: Mostly
    otherFormat?: string
    otherDecimal?: '.' | ','
  })[]
  rows: (string | null)[][]
  /** Rows of the sample. */
  sampled: number
  /** `columns`: rejected lines per column. */
  rejected: { count: number; first: PreviewedReject[]; columns: { name: string; lines: number }[] }
  /** Blanked cells of the sample, by column. */
  blanked?: BlankedCells[]
  /** Tables or sheets to choose from. */
  tables: string[]
}

/** The column names of a file, per sheet or of its table. */
export type FileHeads = { kind: FileKind; tables: { table: string | null; columns: string[] }[] }

export type IngestTask =
  | { kind: 'make'; tables: TableTask[] }
  /** Writes the rows of a table file into a database file. */
  | { kind: 'write'; rows: string; into: FileTarget }
  | { kind: 'preview'; path: string; name: string; options: ReadOptions; columns?: FileColumn[] }
  | { kind: 'heads'; path: string; name: string; options: ReadOptions }
  | {
      kind: 'load'
      path: string
      name: string
      options: ReadOptions
      columns?: FileColumn[]
      /** The path of the table file; it is written under a temporary name first. */
      target: string
      /** NDJSON of rejected lines. */
      rejects: string
      shape?: TableShape
      /** The table file that rows are appended to. */
      former?: string
    }

/** A table created by our own SELECT over a file, which is `$file` in it. */
export type TableTask = { select: string; file: string; target: string }

export type Loaded = {
  rows: number
  rejected: number
  blanked?: BlankedCells[]
  bytes: number
  columns: LoadedColumn[]
  mainTime: string | null
}

/** Limits of a task, since views and files may be endless. */
export type IngestLimits = { timeoutMs: number; rows: number; bytes: number; /** Disk space to leave free. */ reserveBytes?: number }

/** What the process receives: its task, and a folder for temporary files, which its parent removes. */
export type IngestOrder = { task: IngestTask; folder: string; limits: IngestLimits }

export type IngestMessage =
  | { type: 'progress'; fraction: number | null; phase: string }
  | { type: 'preview'; preview: Preview }
  | { type: 'heads'; heads: FileHeads }
  | { type: 'loaded'; loaded: Loaded }
  | { type: 'written' }
  | { type: 'refused'; message: string }
