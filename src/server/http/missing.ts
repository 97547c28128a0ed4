import type { FastifyRequest } from 'fastify'
import { AppError } from '#core/errors.ts'
import type { App } from './serve.ts'

const patternOf = (path: string) => new RegExp(`^${path.replace(/\/$/, '').replaceAll(/:\w+/g, '[^/]+')}/?$`)

const known = new WeakMap<App['routes'], RegExp[]>()

/** A path that is served under other methods is 405, any other 404. */
export const missing = ({ routes }: Pick<App, 'routes'>, request: FastifyRequest): AppError => {
  const patterns = known.get(routes) ?? routes.map((route) => patternOf(route.path))
  known.set(routes, patterns)
  const path = request.url.replace(/\?.*$/s, '')
  if (patterns.some((pattern) => pattern.test(path))) {
    return new AppError('GENERIC_BACKEND_ERROR', '405 Method Not Allowed: The method is not allowed for the requested URL.', {
      status: 405,
    })
  }
  return new AppError(
    'GENERIC_BACKEND_ERROR',
    '404 Not Found: The requested URL was not found on the server. If you entered the URL manually please check your spelling and try again.',
    { status: 404 },
  )
}
