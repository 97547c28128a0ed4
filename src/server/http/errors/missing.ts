import type { FastifyRequest } from 'fastify'
import { notBuilt } from '#api/not-built.ts'
import type { RouteOptions } from '#api/declare/route.ts'
import { AppError } from '#core/errors.ts'
import type { App } from '../serve.ts'

/** Parts of a path that are ids where a route says so. */
const idNames = ['pk', 'annotation', 'part']
const id = new RegExp(`:(?:${idNames.join('|')})\\b`, 'g')

/** Whether the ids of a path are digits, where its route wants them to be. */
export const hasItsIds = ({ ids }: RouteOptions, params: Record<string, string | undefined>): boolean =>
  !ids || idNames.every((name) => /^\d+$/.test(params[name] ?? '0'))

const patternOf = ({ path, ids }: RouteOptions) => {
  const text = path.replace(/\/$/, '')
  return new RegExp(`^${(ids ? text.replaceAll(id, '\\d+') : text).replaceAll(/:\w+/g, '[^/]+')}/?$`)
}

const known = new WeakMap<App['routes'], RegExp[]>()

const pathOf = ({ url }: FastifyRequest) => url.replace(/\?.*$/s, '')

const unbuilt = new Set(notBuilt.map(([method, path]) => `${method} ${path}`))

/** Whether a route with an id would take a request for its own that is about one we do not have. */
export const isNotBuilt = (request: FastifyRequest): boolean => unbuilt.has(`${request.method} ${pathOf(request).replace(/\/?$/, '/')}`)

/** A path of a page, or one that is served under other methods only, is 405, any other 404. */
export const missing = ({ routes }: Pick<App, 'routes'>, request: FastifyRequest): AppError => {
  if (isNotBuilt(request)) return noAddress()
  const patterns = known.get(routes) ?? routes.map(patternOf)
  known.set(routes, patterns)
  const path = pathOf(request)
  if (patterns.some((pattern) => pattern.test(path))) {
    return new AppError('GENERIC_BACKEND_ERROR', '405 Method Not Allowed: The method is not allowed for the requested URL.', {
      status: 405,
    })
  }
  return noAddress()
}

export const noAddress = (): AppError =>
  new AppError(
    'GENERIC_BACKEND_ERROR',
    '404 Not Found: The requested URL was not found on the server. If you entered the URL manually please check your spelling and try again.',
    { status: 404 },
  )
