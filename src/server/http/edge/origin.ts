import type { FastifyRequest } from 'fastify'
import type { Config } from '../../start/config.ts'

/** The origin and base path for links that are shared: of the public URL, else of the request. */
export const originOf = (request: FastifyRequest, { publicUrl, basePath }: Pick<Config, 'publicUrl' | 'basePath'>): string =>
  `${publicUrl ?? `${request.protocol}://${request.host}`}${basePath}`

/** The origin alone, as browsers send it. */
export const siteOf = (request: FastifyRequest, config: Pick<Config, 'publicUrl' | 'basePath'>): string =>
  new URL(originOf(request, config)).origin
