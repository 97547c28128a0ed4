import type { FastifyRequest } from 'fastify'
import { MessageError, type FieldTexts } from '#core/errors.ts'

type Options = {
  limits?: NonNullable<Parameters<FastifyRequest['parts']>[0]>['limits']
  /** What to answer where the body is no form, or ends in the middle. */
  fault?: string | FieldTexts
}

/** Errors about the form's limits have a status of their own. */
const isLimit = (error: unknown) => error instanceof Error && 'statusCode' in error

/** The parts of a multipart body. @throws MessageError 400 with the `fault`; beyond a limit, an error with the status 413 */
export async function* formParts(request: FastifyRequest, { limits = {}, fault = 'Not a multipart form.' }: Options = {}) {
  try {
    yield* request.parts({ limits })
  } catch (error) {
    throw error instanceof MessageError || isLimit(error) ? error : new MessageError(400, fault, { cause: error })
  }
}
