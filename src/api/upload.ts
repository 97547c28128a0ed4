import { z } from 'zod'
import { route } from './declare/route.ts'
import { decimalSigns, delimiterFault, existingTableChoices, isDelimiter, maxTableName, uploadAccess as access } from './upload-fields.ts'

/**
 * A file becomes a dataset in three steps: it is sent (`uploadRoute`), previewed and corrected any number of times
 * (`uploadPreviewRoute`), and created by a job (`uploadCreateRoute`, job.ts). Nothing is stored before the last one.
 */
const tag = 'Upload'

const byId = z.object({ upload_id: z.string() })

export const fileKinds = ['csv', 'parquet', 'json', 'excel', 'duckdb', 'sqlite'] as const

/** What happens to a value that does not fit its column: its line is rejected (the default), or the cell is left empty. */
const misfits = z.enum(['reject', 'blank'])

const maxSkip = 1000

/** How a file is read; absent: as detected. */
const readOptions = z.object({
  /** Sheet, or table inside a database file. */
  table: z.string().optional(),
  encoding: z.string().optional(),
  delimiter: z.string().refine(isDelimiter, { error: delimiterFault }).optional(),
  /** '' = fields are never quoted. */
  quote: z.enum(['"', "'", '']).optional(),
  /** Whether the first line names the columns. */
  header: z.boolean().optional(),
  /** Lines above it that are left out. */
  skip: z.int().min(0).max(maxSkip).optional(),
  /** The decimal separator. */
  decimal: z.enum(decimalSigns).optional(),
  misfits: misfits.optional(),
})
export type UploadOptions = z.infer<typeof readOptions>

/** `type` is a DuckDB type: VARCHAR, BIGINT, HUGEINT, DOUBLE, BOOLEAN, DATE, TIMESTAMP, TIMESTAMP WITH TIME ZONE, or the file's own. */
const column = z.object({
  name: z.string().min(1).max(255),
  type: z.string(),
  /** How a DATE or TIMESTAMP is written in delimited text: a strptime pattern, e.g. `%d.%m.%Y`; '' = ISO 8601, absent: as detected. */
  format: z.string().max(60).optional(),
  /** The type was found in a sample and not chosen: it is widened where the whole file needs it. */
  found: z.boolean().optional(),
})
export type UploadColumn = z.infer<typeof column>

const rejectedLine = z.object({
  /** Counted from 1 in the file as sent; null for lines of the middle and the end of a long file, where the lines before were not counted. */
  line: z.number().nullable(),
  text: z.string(),
  /** In English. */
  reason: z.string(),
  /** The same as data, for clients with their own wording (`core/upload/reject-cause.ts`). */
  cause: z.union([
    z.object({ code: z.literal('fields'), found: z.number(), expected: z.number() }),
    z.object({ code: z.literal('value'), column: z.string(), value: z.string().nullable(), type: z.string() }),
    z.object({ code: z.enum(['open-quote', 'behind-quote', 'encoding', 'length', 'json', 'unreadable']) }),
  ]),
})

const preview = z.object({
  kind: z.enum(fileKinds),
  file_name: z.string(),
  /** Bytes. */
  size: z.number(),
  /** As read: what was detected, with the requested corrections. */
  sniffed: readOptions,
  columns: z.array(
    column.extend({
      min: z.string().nullable(),
      max: z.string().nullable(),
      nulls: z.number(),
      /** The type of most values of a column that was found to be text, and how many of how many values are not of it. */
      mostly: z.object({ type: z.string(), misfits: z.number(), values: z.number() }).optional(),
      /** The format with day and month exchanged, where nothing in the file tells which of the two is right. */
      otherFormat: z.string().optional(),
      /** The other sign before a fraction, where `1.234` or `1,234` could be one or a thousand, and nothing in the file tells. */
      otherDecimal: z.enum(decimalSigns).optional(),
    }),
  ),
  /** Every value as text. */
  rows: z.array(z.array(z.string().nullable())),
  /** Rows that ranges and rejected lines were found in. */
  sampled: z.number(),
  /** Rows of the file, where the sample is all of it. */
  row_count: z.number().nullable(),
  rejected: z.object({
    count: z.number(),
    first: z.array(rejectedLine),
    /** How many lines the values of each column reject, most first. */
    columns: z.array(z.object({ name: z.string(), lines: z.number() })),
  }),
  /** Cells of the sample that are left empty because their value does not fit. */
  blanked: z.number(),
  /** Sheets or tables to choose from. */
  tables: z.array(z.string()),
})
export type UploadPreview = z.infer<typeof preview>

export const uploadRoute = route({
  method: 'POST',
  path: '/api/v1/upload/',
  access,
  summary: 'Send a file, as the multipart field `file`; 413 beyond the limit',
  tag,
  accepts: 'multipart',
  result: z.object({ upload_id: z.string(), size: z.number() }),
})

export const uploadUrlRoute = route({
  method: 'POST',
  path: '/api/v1/upload/url',
  access,
  summary: 'Fetch a file from an address whose host the administrator allows; 422 for others',
  tag,
  body: z.strictObject({ url: z.string().trim().min(1).max(4096) }),
  result: z.object({ upload_id: z.string(), size: z.number(), name: z.string() }),
})

export const uploadPreviewRoute = route({
  method: 'GET',
  path: '/api/v1/upload/:upload_id/preview',
  access,
  summary: 'How the file reads with these options: columns, first rows, lines that do not fit',
  tag,
  params: byId,
  query: readOptions.extend({
    header: z.stringbool().optional(),
    skip: z.coerce.number().pipe(z.int().min(0).max(maxSkip)).optional(),
    /** JSON: the columns with corrected names, types and formats, in the order of the file. */
    columns: z.string().optional(),
  }),
  result: preview,
})

export const uploadCreateRoute = route({
  method: 'POST',
  path: '/api/v1/upload/:upload_id/create',
  access,
  summary: 'Make the table and its dataset; the job ends with `uploadResult`',
  tag,
  params: byId,
  body: z.strictObject({
    table_name: z.string().trim().min(1).max(maxTableName),
    /** A connected database that takes uploads; by default the tables are kept here. */
    database_id: z.int().optional(),
    /** By default the default schema of the database. */
    schema: z.string().max(maxTableName).optional(),
    /** What happens to a table of that name; by default it is an error. */
    already_exists: z.enum(existingTableChoices).optional(),
    /** Keeps the file for another table, as of the next sheet. */
    keep: z.boolean().optional(),
    options: readOptions.default({}),
    columns: z.array(column).optional(),
  }),
  result: z.object({ job_id: z.string() }),
})

/** A database that takes uploads from the caller. */
const uploadDatabase = z.object({
  /** Null for the tables that are kept here. */
  database_id: z.number().nullable(),
  name: z.string(),
  backend: z.string(),
  /** The schemas that take uploads; empty = all. */
  schemas: z.array(z.string()),
})
export type UploadDatabase = z.infer<typeof uploadDatabase>

export const uploadDatabasesRoute = route({
  method: 'GET',
  path: '/api/v1/upload/databases',
  access,
  summary: 'The databases that the caller may upload into, the own one first',
  tag,
  result: z.object({
    result: z.array(uploadDatabase),
    /** Hosts that files may be fetched from; `*` for all. */
    hosts: z.array(z.string()),
  }),
})

const namedColumn = z.object({ name: z.string(), type: z.string() })

/** How the columns of a file differ from those of a table. Types differ where they are of another kind: a text for a number. */
const tableDifferences = z.object({
  added: z.array(namedColumn),
  missing: z.array(namedColumn),
  changed: z.array(namedColumn.extend({ before: z.string() })),
})
export type TableDifferences = z.infer<typeof tableDifferences>

export const uploadCompareRoute = route({
  method: 'POST',
  path: '/api/v1/upload/:upload_id/compare',
  access,
  summary: 'Whether the table of an upload exists, and how its columns differ from those of the file',
  tag,
  params: byId,
  body: z.strictObject({
    database_id: z.int().optional(),
    table_name: z.string().trim().min(1).max(maxTableName),
    schema: z.string().max(maxTableName).optional(),
    columns: z.array(column),
  }),
  result: z.object({ result: tableDifferences.nullable() }),
})

/** What the job of an upload leaves as its result. */
export const uploadResult = z.object({
  dataset_id: z.number(),
  explore_url: z.string(),
  accepted: z.number(),
  rejected: z.number(),
  /** Cells that were left empty because their value does not fit, by column; columns without any are left out. */
  blanked: z.array(z.object({ column: z.string(), cells: z.number() })),
  /** Columns that became wider than the preview said, for values behind its sample. */
  widened: z.array(z.object({ column: z.string(), from: z.string(), to: z.string() })),
})
export type UploadResult = z.infer<typeof uploadResult>

export const uploadRejectedRoute = route({
  method: 'GET',
  path: '/api/v1/upload/:upload_id/rejected',
  access,
  summary: 'Every rejected line, verbatim, with its number and the reason, as CSV',
  tag,
  params: byId,
  answers: 'stream',
})

export const uploadDeleteRoute = route({
  method: 'DELETE',
  path: '/api/v1/upload/:upload_id',
  access,
  summary: 'Forget a file that was sent; an unfinished creation is cancelled',
  tag,
  params: byId,
  result: z.object({ message: z.string() }),
})
