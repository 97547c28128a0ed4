import { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import { z } from 'zod'
import { MessageError } from '#core/errors.ts'
import {
  uploadCompareRoute,
  uploadCreateRoute,
  uploadDatabasesRoute,
  uploadDeleteRoute,
  uploadPreviewRoute,
  uploadRejectedRoute,
  uploadRoute,
  uploadUrlRoute,
} from '#api/upload.ts'
import { wireText } from '#core/upload/reject-cause.ts'
import type { IngestPayload } from '../../house/ingest-job.ts'
import { serve, type App } from '../../http/serve.ts'
import { previewFile } from '../../ingest/run-ingest.ts'
import { fileColumn, type FileColumn } from '../../ingest/task.ts'
import { fetchUpload } from './from-url.ts'
import { uploadsIntoDatabases } from './into-database.ts'
import { compareUpload, requireTarget, uploadDatabases } from './target.ts'
import { checkSpace, findUpload, deleteUpload, storeUpload, setUploadJob, ownerId, rejectedCsv, uploadPaths } from './store.ts'

const columnsOf = (text: string | undefined): FileColumn[] | undefined => {
  if (text === undefined) return undefined
  try {
    return z.array(fileColumn).parse(JSON.parse(text))
  } catch (cause) {
    throw new MessageError(400, { columns: ['Not a list of columns.'] }, { cause })
  }
}

export const uploads = (app: App): void => {
  const { ctx } = app
  void app.server.register(multipart, { limits: { files: 1, fileSize: Infinity } })
  uploadsIntoDatabases(app)

  serve(app, uploadRoute, async ({ principal, request }) => {
    await checkSpace(ctx, Number(request.headers['content-length'] ?? 0))
    const part = await request.file().catch((cause: unknown) => {
      throw new MessageError(400, { file: ['Not a multipart form.'] }, { cause })
    })
    if (!part) throw new MessageError(400, { file: ['Missing data for required field.'] })
    const { id, size } = await storeUpload(ctx, {
      name: part.filename.slice(-255) || 'file',
      body: part.file,
      userId: ownerId(principal),
      isUnpacked: true,
    })
    return { upload_id: id, size }
  })

  serve(app, uploadPreviewRoute, async ({ principal, params, query, signal }) => {
    const upload = await findUpload(ctx, params.upload_id, ownerId(principal))
    const { columns: text, ...options } = query
    const columns = columnsOf(text)
    const path = uploadPaths(ctx, upload.id).file
    const found = await previewFile({ path, name: upload.name, options, ...(columns && { columns }) }, { signal })
    const { kind, rows, sampled, rejected, tables } = found
    const whole = sampled < 50_000 && upload.size <= 4 << 20 ? sampled : null
    return {
      kind,
      file_name: upload.name,
      size: upload.size,
      sniffed: found.options,
      columns: found.columns,
      rows,
      sampled,
      row_count: whole,
      rejected: { ...rejected, first: rejected.first.map((line) => ({ ...line, reason: wireText(line.cause) })) },
      blanked: (found.blanked ?? []).reduce((sum, { cells }) => sum + cells, 0),
      tables,
    }
  })

  serve(app, uploadUrlRoute, async ({ principal, body, signal }) => {
    const { id, size, name } = await fetchUpload(ctx, { address: body.url, userId: ownerId(principal), signal })
    return { upload_id: id, size, name }
  })

  serve(app, uploadDatabasesRoute, async ({ principal }) => ({
    result: await uploadDatabases({ ctx, principal }),
    hosts: ctx.config.uploadHosts,
  }))

  serve(app, uploadCompareRoute, async ({ principal, params, body, signal }) => {
    await findUpload(ctx, params.upload_id, ownerId(principal))
    return { result: await compareUpload({ ctx, principal, signal }, body) }
  })

  serve(app, uploadCreateRoute, async ({ principal, params, body, signal }) => {
    const userId = ownerId(principal)
    const upload = await findUpload(ctx, params.upload_id, userId)
    const database = await requireTarget({ ctx, principal, signal }, body)
    const payload: IngestPayload = {
      source: { upload: upload.id },
      name: upload.name,
      schema: body.schema || (database === undefined ? 'main' : ''),
      table: body.table_name,
      options: body.options,
      columns: body.columns,
      replace: body.already_exists === 'replace',
      append: body.already_exists === 'append',
      keep: body.keep,
      database,
    }
    const jobId = await ctx.jobs.start({ kind: 'upload', payload, userId })
    await setUploadJob(ctx, upload, jobId)
    return { job_id: jobId }
  })

  serve(app, uploadRejectedRoute, async ({ principal, params, reply }) => {
    const upload = await findUpload(ctx, params.upload_id, ownerId(principal))
    reply.type('text/csv; charset=utf-8').header('content-disposition', 'attachment; filename="rejected-lines.csv"')
    return reply.send(Readable.from(rejectedCsv(ctx, upload.id)))
  })

  serve(app, uploadDeleteRoute, async ({ principal, params }) => {
    const upload = await findUpload(ctx, params.upload_id, ownerId(principal))
    if (upload.jobId) await ctx.jobs.cancel(upload.jobId)
    await deleteUpload(ctx, upload.id)
    return { message: 'OK' }
  })
}
