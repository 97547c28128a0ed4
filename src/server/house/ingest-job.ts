import { readFile, rm } from 'node:fs/promises'
import { z } from 'zod'
import type { UploadResult } from '#api/upload.ts'
import { MessageError } from '#core/errors.ts'
import { wireText } from '#core/upload/reject-cause.ts'
import { nobody } from '#core/access/principal.ts'
import type { Context } from '../context.ts'
import { loadFile } from '../ingest/run-ingest.ts'
import { fileColumn, readOptions, tableShape, type Loaded, type RejectedLine } from '../ingest/task.ts'
import type { JobKind } from '../jobs/job.ts'
import { dropUploadedFile, uploadPaths } from '../resources/upload/store.ts'
import { currentTable, datasetOn } from './house.ts'
import { publishTable, TableMoved } from './publish-table.ts'

const payload = z.object({
  /** An upload, or a file of this machine that was named on the command line. */
  source: z.union([z.object({ upload: z.string() }), z.object({ path: z.string() })]),
  name: z.string(),
  schema: z.string(),
  table: z.string(),
  options: readOptions,
  columns: z.array(fileColumn).optional(),
  shape: tableShape.optional(),
  /** Whether a table of this name gets the new rows, in place of its own or behind them; else it is refused. */
  replace: z.boolean().default(false),
  append: z.boolean().default(false),
  /** Whether one rejected line refuses the file. */
  strict: z.boolean().default(false),
})
export type IngestPayload = z.input<typeof payload>

const phases: Record<string, string> = {
  decoding: 'Reading the encoding',
  checking: 'Checking the lines',
  reading: 'Reading the file',
  loading: 'Loading the rows',
}

/** A run that was killed between publishing and saying so. */
const publishedBefore = async (ctx: Context, file: string, job: z.output<typeof payload>, rejects: string) => {
  const generation = await ctx.db.selectFrom('table_files').select('rows').where('path', '=', file).executeTakeFirst()
  const dataset = generation && (await datasetOn(ctx.db, job))
  if (!generation || !dataset) return null
  const lines = await readFile(rejects, 'utf8').catch(() => '')
  return resultOf(dataset.id, { rows: Number(generation.rows), rejected: lines.split('\n').filter(Boolean).length })
}

const resultOf = (
  datasetId: number,
  { rows, rejected, blanked = [], columns = [] }: Pick<Loaded, 'rows' | 'rejected' | 'blanked'> & Partial<Pick<Loaded, 'columns'>>,
): UploadResult => ({
  dataset_id: datasetId,
  explore_url: `/explore/?datasource=${datasetId}__table`,
  accepted: rows,
  rejected,
  blanked,
  widened: columns.flatMap(({ name, type, widenedFrom }) =>
    widenedFrom === undefined ? [] : [{ column: name, from: widenedFrom, to: type }],
  ),
})

/** Made again while others put rows into the table that these shall follow. */
const behindTheNewest = async <T>(make: () => Promise<T>, attempts = 5): Promise<T> => {
  try {
    return await make()
  } catch (error) {
    if (!(error instanceof TableMoved)) throw error
    if (attempts === 1) throw new MessageError(409, 'Others change the table at the same time', { cause: error })
    return behindTheNewest(make, attempts - 1)
  }
}

/** The first rejected line, told as the fault of the file. */
export const refusalOf = async (rejects: string): Promise<MessageError> => {
  const [first = '{}'] = (await readFile(rejects, 'utf8')).split('\n', 1)
  const { line, cause } = JSON.parse(first) as RejectedLine
  return new MessageError(422, `Parsing error: line ${line}: ${wireText(cause)}`)
}

/**
 * A file becomes a table and a dataset. Until the last transaction nothing of it is seen, so that a run which was killed is simply
 * done again; the table's file bears the name of the job, by which a second run knows that the first one came to its end.
 */
export const ingestJob: JobKind = {
  kind: 'upload',
  run: async (ctx, input, { principal, signal, progress, id }) => {
    const job = payload.parse(input)
    const { path: target, file } = await ctx.tableFiles.create(id)
    const upload = 'upload' in job.source ? uploadPaths(ctx, job.source.upload) : null
    const path = 'path' in job.source ? job.source.path : (upload?.file ?? '')
    const rejects = upload?.rejects ?? `${target}.rejects`
    const before = await publishedBefore(ctx, file, job, rejects)
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
          progress: (fraction, phase) => progress(fraction, phases[phase] ?? phase),
        })
        signal.throwIfAborted()
        if (job.strict && loaded.rejected > 0) throw await refusalOf(rejects)
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
      const { datasetId, loaded } = await behindTheNewest(make)
      if ('upload' in job.source) await dropUploadedFile(ctx, job.source.upload)
      return resultOf(datasetId, loaded)
    } catch (error) {
      await ctx.tableFiles.remove(file)
      if ((error as NodeJS.ErrnoException).code === 'ENOENT')
        throw new MessageError(404, `The file of the upload is gone (job ${id})`, { cause: error })
      throw error
    } finally {
      if (!upload) await rm(rejects, { force: true })
    }
  },
}
