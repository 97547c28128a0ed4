import type { FastifyRequest } from 'fastify'

/** The token of an embedded viewer. */
export const guestToken = ({ headers }: Pick<FastifyRequest, 'headers'>): string | null => {
  const header = headers['x-guesttoken']
  return typeof header === 'string' && header !== '' ? header : null
}
