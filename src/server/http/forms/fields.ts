import type { FastifyRequest } from 'fastify'
import type { RouteOptions } from '#api/declare/route.ts'
import { AppError } from '#core/errors.ts'
import { defaultBodyLimitBytes, requireBoundedJson } from '../edge/edge.ts'
import { formParts } from './parts.ts'

const maxFields = 50

/** The text fields of a multipart body, which Superset's front end sends as a form. @throws AppError 413, MessageError 400 */
const readFields = async (request: FastifyRequest, maxBytes: number): Promise<Record<string, string>> => {
  const fields: Record<string, string> = {}
  let bytes = 0
  for await (const part of formParts(request, { limits: { files: 0, fields: maxFields, fieldSize: maxBytes } })) {
    if (part.type !== 'field' || typeof part.value !== 'string') continue
    bytes += Buffer.byteLength(part.value)
    if (bytes > maxBytes || part.valueTruncated)
      throw new AppError('GENERIC_BACKEND_ERROR', '413 Request body is too large', { status: 413 })
    fields[part.fieldname] = part.value
  }
  requireBoundedJson(fields)
  return fields
}

/** The body of a request; a form may be URL-encoded or multipart. */
export const readBody = async ({ accepts, maxBodyBytes }: RouteOptions, request: FastifyRequest): Promise<unknown> =>
  accepts === 'form' && request.isMultipart() ? readFields(request, maxBodyBytes ?? defaultBodyLimitBytes) : request.body
