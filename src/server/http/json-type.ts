import type { FastifyRequest } from 'fastify'

/** `application/json`, and types that are built on it: `application/vnd.api+json`. The case of the letters says nothing. */
export const jsonType = /^application\/(?:[\w.-]+\+)?json\b/i

export const isJson = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean => jsonType.test(headers['content-type'] ?? '')
