import { readFile } from 'node:fs/promises'
import { MessageError } from '#core/errors.ts'
import { wireText } from '#core/upload/reject-cause.ts'
import type { RejectedLine } from './task.ts'

/** The error for a strict upload, which names its first rejected line. */
export const rejectionError = async (rejects: string): Promise<MessageError> => {
  const [first = '{}'] = (await readFile(rejects, 'utf8')).split('\n', 1)
  const { line, cause } = JSON.parse(first) as RejectedLine
  return new MessageError(422, `Parsing error: line ${line}: ${wireText(cause)}`)
}
