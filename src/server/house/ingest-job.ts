import { readFile, rm } from 'node:fs/promises'
import { z } from 'zod'
import { MessageError } from '#core/errors.ts'
import { nobody } from '#core/access/principal.ts'
import type { Context } from '../context.ts'
import { loadFile } from '../ingest/run-ingest.ts'
import { fileColumn, readOptions, tableShape } from '../ingest/task.ts'
import type { JobKind } from '../jobs/job.ts'
import { loadIntoDatabase } from '../resources/upload/load-into-database.ts'
import { deleteUploadedFile, uploadPaths } from '../resources/upload/store.ts'
import { currentTable, datasetOn } from './house.ts'
import { phaseText, toResult } from './ingest-result.ts'
import { rejectionError } from '../ingest/rejection-error.ts'
import { publishTable, TableChangedError } from './publish-table.ts'

const payload = z.object({
  /** An upload, or a local file that was named on the command line. */
  source: z.union([z.object({ upload: z.string() }), z.object({ path: z.string() })]),
  name: z.string(),
  schema: z.string(),
  table: z.string(),
  options: readOptions,
  columns: z.array(fileColumn).optional(),
  shape: tableShape.optional(),
  /** Whether an existing table is replaced by, or extended with, the new rows; by default it is an error. */
  replace: z.boolean().default(false),
  append: z.boolean().default(false),
  /** The connected database that gets the table, instead of the house. */
  database: z.number().optional(),
  /** Whether the file stays for another table. */
  keep: z.boolean().default(false),
  /** Whether one rejected line rejects the file. */
  strict: z.boolean().default(false),
})
export type IngestPayload = z.input<typeof payload>

/** The result of an earlier run of this job that was killed after it published the table. */
const findPublished = async (ctx: Context, file: string, job: z.output<typeof payload>, rejects: string) => {
  const generation = await ctx.db.selectFrom('table_files').select('rows').where('path', '=', file).executeTakeFirst()
  const dataset = generation && (await datasetOn(ctx.db, job))
  if (!generation || !dataset) return null
  const lines = await readFile(rejects, 'utf8').catch(() => '')
  return toResult(dataset.id, { rows: Number(generation.rows), rejected: lines.split('\n').filter(Boolean).length })
}

/** Retries while others change the table that rows are appended to. */
const retryWhenMoved = async <T>(make: () => Promise<T>, attempts = 5): Promise<T> => {
  try {
    return await make()
  } catch (error) {
    if (!(error instanceof TableChangedError)) throw error
    if (attempts === 1) throw new MessageError(409, 'The table is being changed by others at the same time', { cause: error })
    return retryWhenMoved(make, attempts - 1)
  }
}

/**
 * Turns a file into a table and a dataset. Nothing is visible until the last transaction, so a killed run can be repeated. The table's
 * file is named after the job, so that a second run can tell whether the first one had finished.
 */
export const ingestJob: JobKind = {
  kind: 'upload',
  run: async (ctx, input, { principal, signal, progress, id }) => {
    const job = payload.parse(input)
    if (job.database !== undefined && 'upload' in job.source)
      return loadIntoDatabase(
        ctx,
        { ...job, database: job.database, upload: job.source.upload },
        { principal: principal ?? nobody, signal, progress },
      )
    const { path: target, file } = await ctx.tableFiles.create(id)
    const upload = 'upload' in job.source ? uploadPaths(ctx, job.source.upload) : null
    const path = 'path' in job.source ? job.source.path : (upload?.file ?? '')
    const rejects = upload?.rejects ?? `${target}.rejects`
    const before = await findPublished(ctx, file, job, rejects)
    if (before) return before
    try {
      const writer = { principal: principal ?? nobody, how: 'job' as const }
      const { name, options, columns, shape, schema, table } = job
      const make = async () => {
        const former = job.append ? await currentTable(ctx, job) : null
        const order = {
          path,
          name,
          options,
          target,
          rejects,
          ...(columns && { columns }),
          ...(shape && { shape }),
          ...(former && { former: former.path }),
        }
        const loaded = await loadFile(order, {
          signal,
          progress: (fraction, phase) => progress(fraction, phaseText(phase)),
        })
        signal.throwIfAborted()
        if (job.strict && loaded.rejected > 0) throw await rejectionError(rejects)
        const { datasetId } = await publishTable(ctx, writer, {
          schema,
          table,
          file,
          loaded,
          replace: job.replace || job.append,
          ...(job.append && { former: former?.id ?? null }),
        })
        return { datasetId, loaded }
      }
      const { datasetId, loaded } = await retryWhenMoved(make)
      if ('upload' in job.source && !job.keep) await deleteUploadedFile(ctx, job.source.upload)
      return toResult(datasetId, loaded)
    } catch (error) {
      await ctx.tableFiles.remove(file)
      if ((error as NodeJS.ErrnoException).code === 'ENOENT')
        throw new MessageError(404, `The uploaded file no longer exists (job ${id})`, { cause: error })
      throw error
    } finally {
      if (!upload) await rm(rejects, { force: true })
    }
  },
}
