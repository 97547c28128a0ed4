import type { FastifyRequest } from 'fastify'

/** Width of a phone's window. */
const usualPhone = 390

/**
 * Width of the browser's window in px, which Chromium sends once it was asked to by `Accept-CH`. Of phones that do not send it a usual
 * width; else null.
 */
export const windowWidthOf = ({ headers }: FastifyRequest): number | null => {
  const width = Number(headers['sec-ch-viewport-width'])
  if (width >= 200 && width <= 8000) return width
  return /\bMobile\b/.test(headers['user-agent'] ?? '') ? usualPhone : null
}
