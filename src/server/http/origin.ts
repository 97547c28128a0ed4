import type { FastifyRequest } from 'fastify'

/** The address that the client used, for links that leave the product. */
export const originOf = (request: FastifyRequest, basePath: string): string => `${request.protocol}://${request.host}${basePath}`
