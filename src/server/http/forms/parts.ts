import type { FastifyRequest } from 'fastify'
import { MessageError, type FieldTexts } from '#core/errors.ts'

type Options = {
  limits?: NonNullable<Parameters<FastifyRequest['parts']>[0]>['limits']
  /** What to answer where the body is no form, ends in the middle, or has more files than one. */
  fault?: string | FieldTexts
}

const tooLargeCodes: unknown[] = ['FST_PARTS_LIMIT', 'FST_FIELDS_LIMIT', 'FST_REQ_FILE_TOO_LARGE']
const isTooLarge = (error: unknown) => error instanceof Error && 'code' in error && tooLargeCodes.includes(error.code)

/** The parts of a multipart body. @throws MessageError 400 with the `fault`; of a body that is too large, an error with the status 413 */
export async function* formParts(request: FastifyRequest, { limits = {}, fault = 'Not a multipart form.' }: Options = {}) {
  try {
    yield* request.parts({ limits })
  } catch (error) {
    throw error instanceof MessageError || isTooLarge(error) ? error : new MessageError(400, fault, { cause: error })
  }
}
