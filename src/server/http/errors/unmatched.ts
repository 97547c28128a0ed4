import type { FastifyRequest } from 'fastify'
import type { RouteOptions } from '#api/declare/route.ts'
import { AppError } from '#core/errors.ts'
import type { App } from '../serve.ts'

/** Path parameters that must be digits on routes with `ids`. */
const idNames = ['pk', 'annotation', 'part']
const idPattern = new RegExp(`:(?:${idNames.join('|')})\\b`, 'g')

/** Whether the path's ids are digits, if its route requires that. */
export const hasValidIds = ({ ids }: RouteOptions, params: Record<string, string | undefined>): boolean =>
  !ids || idNames.every((name) => /^\d+$/.test(params[name] ?? '0'))

const patternOf = ({ path, ids }: RouteOptions) => {
  const text = path.replace(/\/$/, '')
  return new RegExp(`^${(ids ? text.replaceAll(idPattern, '\\d+') : text).replaceAll(/:\w+/g, '[^/]+')}/?$`)
}

const patternsByRoutes = new WeakMap<App['routes'], RegExp[]>()

const pathOf = ({ url }: FastifyRequest) => url.replace(/\?.*$/s, '')

/** The error for a request without a route: 405 when the path exists under other methods, else 404. */
export const unmatchedError = ({ routes }: Pick<App, 'routes'>, request: FastifyRequest): AppError => {
  const patterns = patternsByRoutes.get(routes) ?? routes.map(patternOf)
  patternsByRoutes.set(routes, patterns)
  const path = pathOf(request)
  if (patterns.some((pattern) => pattern.test(path))) {
    return new AppError('GENERIC_BACKEND_ERROR', '405 Method Not Allowed: The method is not allowed for the requested URL.', {
      status: 405,
    })
  }
  return urlNotFound()
}

export const urlNotFound = (): AppError =>
  new AppError(
    'GENERIC_BACKEND_ERROR',
    '404 Not Found: The requested URL was not found on the server. If you entered the URL manually please check your spelling and try again.',
    { status: 404 },
  )
