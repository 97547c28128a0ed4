import type { FastifyRequest } from 'fastify'
import type { Config } from '../../start/config.ts'

/** The address that people use, for links that leave the product: the configured one, else that of the request. */
export const originOf = (request: FastifyRequest, { publicUrl, basePath }: Pick<Config, 'publicUrl' | 'basePath'>): string =>
  `${publicUrl ?? `${request.protocol}://${request.host}`}${basePath}`
