import { MessageError } from '#core/errors.ts'
import type { RouteOptions } from '#api/declare/route.ts'

/** In development and in tests; in production the server trusts itself and spends nothing on it. */
const checksAnswers = ['development', 'test'].includes(process.env['NODE_ENV'] ?? '')

/** Refuses to send what does not fit the route's schema. @throws MessageError 500, which names the field */
export const checkAnswer = ({ method, path, result }: Pick<RouteOptions, 'method' | 'path' | 'result'>, answer: unknown): void => {
  if (!checksAnswers || !result) return
  const checked = result.safeParse(JSON.parse(JSON.stringify(answer)))
  if (checked.success) return
  const faults = checked.error.issues.slice(0, 5).map((issue) => `${issue.path.join('.') || 'the answer'}: ${issue.message}`)
  throw new MessageError(500, `${method} ${path} answers otherwise than it declares: ${faults.join('; ')}`)
}
