import { z } from 'zod'
import type { RejectCause } from '#core/upload/reject-cause.ts'
import type { FileTarget } from './into-file/target.ts'

/** What a person may correct about how a file is read; absent = as sniffed. */
export const readOptions = z.object({
  /** Sheet, or table inside a database file. */
  table: z.string().optional(),
  encoding: z.string().optional(),
  delimiter: z
    .string()
    .regex(/^[\t -~]$/, 'One sign of ASCII.')
    .optional(),
  quote: z.enum(['"', "'", '']).optional(),
  header: z.boolean().optional(),
  /** What becomes of a value that does not fit its column: its line is rejected (the default), or the cell is left empty. */
  misfits: z.enum(['reject', 'blank']).optional(),
  /** Lines of delimited text, or rows of a sheet, before the one that names the columns. */
  skip: z.int().min(0).optional(),
  /** Texts that stand for nothing, beside the empty one. */
  nulls: z.array(z.string()).optional(),
  /** What stands before the fraction of a number. */
  decimal: z.enum(['.', ',']).optional(),
  /** Whether a column is of a type only where all of its values are; else a few may differ, and do not fit. */
  strict: z.boolean().optional(),
  /** Whether `01/02/2020` is the first of February where nothing else tells. */
  dayFirst: z.boolean().optional(),
  /** Whether the spaces before a field of delimited text are no part of it. */
  initialSpace: z.boolean().optional(),
})
export type ReadOptions = z.infer<typeof readOptions>

export const columnTypes = ['BIGINT', 'HUGEINT', 'DOUBLE', 'BOOLEAN', 'DATE', 'TIMESTAMP', 'TIMESTAMP WITH TIME ZONE', 'VARCHAR'] as const
export type FileColumnType = (typeof columnTypes)[number]

/** A column of the preview; `type` of files that carry their own types is the engine's text. */
export const fileColumn = z.object({
  name: z.string().min(1).max(255),
  type: z.string(),
  /** The strptime pattern of a DATE or TIMESTAMP in delimited text; '' = ISO 8601, nothing = as sniffed. */
  format: z.string().max(60).optional(),
  /** The type was found in a sample and not chosen: where the whole file asks for a wider one, it gives way. */
  found: z.boolean().optional(),
})
export type FileColumn = z.infer<typeof fileColumn>

/** `widenedFrom`: the type that was found in the sample, where values outside of it needed a wider one. */
export type LoadedColumn = FileColumn & { widenedFrom?: string }

/** The type of most values of a column that is read as text, for some of them (`misfits` of `values`) are not of it. */
export type Mostly = { type: FileColumnType; misfits: number; values: number }

/** What becomes of the rows that were read; absent = all of them as they are. */
export const tableShape = z.object({
  /** The columns of the table and where each comes from; from nothing comes the number of the row, from 0. */
  columns: z.array(z.object({ name: z.string(), from: z.string().nullable() })).optional(),
  /** The first so many rows. */
  limit: z.int().min(1).optional(),
})
export type TableShape = z.infer<typeof tableShape>

export type FileKind = 'csv' | 'json' | 'parquet' | 'excel' | 'duckdb' | 'sqlite'

/** A line that did not become a row: its number in the file as sent (from 1), its text, and why. */
export type RejectedLine = { line: number; text: string; cause: RejectCause }

/** The same in a preview, without a number where the lines before it were not counted. */
export type PreviewedReject = Omit<RejectedLine, 'line'> & { line: number | null }

/** How many cells of a column were left empty because their value does not fit. */
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
  /** Rows of the sample that the ranges above come from. */
  sampled: number
  /** `columns`: how many lines the values of each column reject. */
  rejected: { count: number; first: PreviewedReject[]; columns: { name: string; lines: number }[] }
  /** Of the sample; the columns that have such cells. */
  blanked?: BlankedCells[]
  /** Tables or sheets to choose from. */
  tables: string[]
}

/** The columns that the heads of a file name: of each sheet, or of the one table. */
export type FileHeads = { kind: FileKind; tables: { table: string | null; columns: string[] }[] }

export type IngestTask =
  | { kind: 'make'; tables: TableTask[] }
  /** The rows of a table file go into a database file. */
  | { kind: 'write'; rows: string; into: FileTarget }
  | { kind: 'preview'; path: string; name: string; options: ReadOptions; columns?: FileColumn[] }
  | { kind: 'heads'; path: string; name: string; options: ReadOptions }
  | {
      kind: 'load'
      path: string
      name: string
      options: ReadOptions
      columns?: FileColumn[]
      /** Where the finished table file goes; written beside it under a temporary name first. */
      target: string
      /** NDJSON of rejected lines. */
      rejects: string
      shape?: TableShape
      /** The table file whose rows stand before the new ones. */
      former?: string
    }

/** A table made by a SELECT of ours over a file, which stands in it as `$file`. */
export type TableTask = { select: string; file: string; target: string }

export type Loaded = {
  rows: number
  rejected: number
  blanked?: BlankedCells[]
  bytes: number
  columns: LoadedColumn[]
  mainTime: string | null
}

/** What one task may take at most: a view or a file may have no end. */
export type IngestLimits = { timeoutMs: number; rows: number; bytes: number; /** What stays free on the disk. */ reserveBytes?: number }

/** What the process is sent: its task, and a folder for scratch files that its parent removes. */
export type IngestOrder = { task: IngestTask; folder: string; limits: IngestLimits }

export type IngestMessage =
  | { type: 'progress'; fraction: number | null; phase: string }
  | { type: 'preview'; preview: Preview }
  | { type: 'heads'; heads: FileHeads }
  | { type: 'loaded'; loaded: Loaded }
  | { type: 'written' }
  | { type: 'refused'; message: string }
