import { rm } from 'node:fs/promises'
import { z } from 'zod'
import { MessageError } from '#core/errors.ts'
import { nobody } from '#core/access/principal.ts'
import { loadFile } from '../ingest/run-ingest.ts'
import { fileColumn, readOptions } from '../ingest/task.ts'
import type { JobKind } from '../jobs/jobs.ts'
import { dropUploadedFile, uploadPaths } from '../resources/upload/store.ts'
import { newTableFile } from './house.ts'
import { publishTable } from './publish-table.ts'

const payload = z.object({
  /** An upload, or a file of this machine that was named on the command line. */
  source: z.union([z.object({ upload: z.string() }), z.object({ path: z.string() })]),
  name: z.string(),
  schema: z.string(),
  table: z.string(),
  options: readOptions,
  columns: z.array(fileColumn).optional(),
})
export type IngestPayload = z.infer<typeof payload>

const phases: Record<string, string> = {
  decoding: 'Reading the encoding',
  checking: 'Checking the lines',
  reading: 'Reading the file',
  loading: 'Loading the rows',
}

/**
 * A file becomes a table and a dataset. Until the last transaction nothing of it is seen, so that a run which was killed is simply
 * done again.
 */
export const ingestJob: JobKind = {
  kind: 'upload',
  run: async (ctx, input, { principal, signal, progress, id }) => {
    const job = payload.parse(input)
    const { path: target, file } = await newTableFile(ctx)
    const upload = 'upload' in job.source ? uploadPaths(ctx, job.source.upload) : null
    const path = 'path' in job.source ? job.source.path : (upload?.file ?? '')
    const rejects = upload?.rejects ?? `${target}.rejects`
    try {
      const loaded = await loadFile(
        { path, name: job.name, options: job.options, target, rejects, ...(job.columns && { columns: job.columns }) },
        { signal, progress: (fraction, phase) => progress(fraction, phases[phase] ?? phase) },
      )
      signal.throwIfAborted()
      const writer = { principal: principal ?? nobody, how: 'job' as const }
      const { datasetId } = await publishTable(ctx, writer, { schema: job.schema, table: job.table, file, loaded })
      if ('upload' in job.source) await dropUploadedFile(ctx, job.source.upload)
      return {
        dataset_id: datasetId,
        explore_url: `/explore/?datasource=${datasetId}__table`,
        accepted: loaded.rows,
        rejected: loaded.rejected,
      }
    } catch (error) {
      await rm(target, { force: true })
      if ((error as NodeJS.ErrnoException).code === 'ENOENT')
        throw new MessageError(404, `The file of the upload is gone (job ${id})`, { cause: error })
      throw error
    } finally {
      if (!upload) await rm(rejects, { force: true })
    }
  },
}
