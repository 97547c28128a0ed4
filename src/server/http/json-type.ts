import type { FastifyRequest } from 'fastify'

/** `application/json` and types with the `+json` suffix, in any case. */
export const jsonType = /^application\/(?:[\w.-]+\+)?json\b/i

export const isJson = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean => jsonType.test(headers['content-type'] ?? '')
