import { AppError, MessageError } from '#core/errors.ts'
import { QueryError } from '#engines/compile/query-error.ts'

/** Why a user's SQL cannot be prepared or run, as a text. @throws errors that have another cause */
export const faultText = (error: unknown): string => {
  if (error instanceof QueryError) return error.reason
  if (error instanceof AppError) return error.message
  if (error instanceof MessageError && typeof error.body === 'string') return error.body
  throw error
}
