import { z } from 'zod'

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
})
export type FileColumn = z.infer<typeof fileColumn>

export type FileKind = 'csv' | 'json' | 'parquet' | 'excel' | 'duckdb' | 'sqlite'

/** A line that did not become a row: its number in the file as sent (from 1), its text, and why. */
export type RejectedLine = { line: number; text: string; reason: string }

export type Preview = {
  kind: FileKind
  options: ReadOptions
  columns: (FileColumn & { min: string | null; max: string | null; nulls: number })[]
  rows: (string | null)[][]
  /** Rows of the sample that the ranges above come from. */
  sampled: number
  rejected: { count: number; first: RejectedLine[] }
  /** Cells of the sample that are left empty because their value does not fit. */
  blanked?: number
  /** Tables or sheets to choose from. */
  tables: string[]
}

export type IngestTask =
  | { kind: 'make'; tables: TableTask[] }
  | { kind: 'preview'; path: string; name: string; options: ReadOptions; columns?: FileColumn[] }
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
    }

/** A table made by a SELECT of ours over a file, which stands in it as `$file`. */
export type TableTask = { select: string; file: string; target: string }

export type Loaded = { rows: number; rejected: number; bytes: number; columns: FileColumn[]; mainTime: string | null }

/** What the process is sent: its task, and a folder for scratch files that its parent removes. */
export type IngestOrder = { task: IngestTask; folder: string }

export type IngestMessage =
  | { type: 'progress'; fraction: number | null; phase: string }
  | { type: 'preview'; preview: Preview }
  | { type: 'loaded'; loaded: Loaded }
  | { type: 'refused'; message: string }
