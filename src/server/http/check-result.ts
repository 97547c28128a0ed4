import { MessageError } from '#core/errors.ts'
import type { RouteOptions } from '#api/declare/route.ts'

/** In development and in tests only, to save the cost in production. */
const shouldCheck = ['development', 'test'].includes(process.env['NODE_ENV'] ?? '')

/** Validates a handler's result against the route's schema. @throws MessageError 500 naming the fields */
export const checkResult = ({ method, path, result }: Pick<RouteOptions, 'method' | 'path' | 'result'>, answer: unknown): void => {
  if (!shouldCheck || !result) return
  const checked = result.safeParse(JSON.parse(JSON.stringify(answer)))
  if (checked.success) return
  const faults = checked.error.issues.slice(0, 5).map((issue) => `${issue.path.join('.') || 'the response'}: ${issue.message}`)
  throw new MessageError(500, `${method} ${path} does not match its declared result: ${faults.join('; ')}`)
}
