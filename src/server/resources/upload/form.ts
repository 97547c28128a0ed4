import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { AppError, MessageError, type FieldTexts } from '#core/errors.ts'
import type { Context } from '../../context.ts'
import { fieldTexts } from '../../http/errors/faults.ts'
import { formParts } from '../../http/forms/parts.ts'
import { checkSpace, deleteUpload, storeUpload, type Upload } from './store.ts'

export type SentForm<S extends z.ZodType> = { upload: Upload; fields: z.output<S> }

/** File extensions that Superset accepts. */
const extensions = /\.(csv|tsv|txt|xlsx?|parquet|zip)$/i

/**
 * Calls `use` with the fields of a multipart body and its `file`, stored as the user's upload until `use` is done.
 * @throws MessageError 400 with texts by field; 413 and 507 as for any upload
 */
export const withForm = async <S extends z.ZodType, T>(
  ctx: Context,
  { request, form, userId }: { request: FastifyRequest; form: S; userId: number },
  use: (sent: SentForm<S>) => Promise<T>,
): Promise<T> => {
  if (!request.isMultipart())
    throw new AppError('INVALID_PAYLOAD_FORMAT_ERROR', "Request MIME type is not 'multipart/form-data'", { status: 400 })
  await checkSpace(ctx, Number(request.headers['content-length'] ?? 0))
  const uploads: Upload[] = []
  try {
    const texts: Record<string, unknown> = {}
    for await (const part of formParts(request, { fault: { file: ['Not a multipart form.'] } })) {
      if (part.type === 'field') texts[part.fieldname] = part.value
      else if (part.fieldname === 'file') uploads.push(await storeUpload(ctx, { name: part.filename.slice(-255), body: part.file, userId }))
      else {
        part.file.resume()
        texts[part.fieldname] = null
      }
    }
    const [upload] = uploads
    const fields = form.safeParse(texts)
    const faults = { ...fileFault(upload), ...(!fields.success && fieldTexts(fields.error)) }
    if (!upload || !fields.success || Object.keys(faults).length > 0) throw new MessageError(400, faults)
    return await use({ upload, fields: fields.data })
  } finally {
    for (const { id } of uploads) await deleteUpload(ctx, id)
  }
}

const fileFault = (upload: Upload | undefined): FieldTexts => {
  if (!upload) return { file: ['Missing data for required field.'] }
  return extensions.test(upload.name) ? {} : { file: ['File extension is not allowed.'] }
}
