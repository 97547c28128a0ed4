import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../start/config.ts'

type Sources = Pick<Config, 'imageSources'>

type Allowed = {
  /** Marks the scripts of a page: no other script runs, but for those that these load. */
  nonce?: string
  /** The pages that may show it in a frame. */
  frameAncestors?: string
}

/** The policies of trusted types, each created where it is used in `src/web` and `src/charts`. */
const trustedTypes = 'default inert-html inert-svg own-worker'

/** `self` is what browsers without `strict-dynamic` obey. */
const scriptSources = (nonce: string | undefined) => (nonce === undefined ? "'self'" : `'self' 'nonce-${nonce}' 'strict-dynamic'`)

/**
 * Components inject styles at run time and tooltips have style attributes, so inline styles are allowed. Inline scripts are not, nor is text
 * turned into markup or code without a policy.
 */
export const contentPolicy = ({ imageSources }: Sources, { nonce, frameAncestors = "'self'" }: Allowed = {}): string =>
  Object.entries({
    'default-src': "'self'",
    'script-src': scriptSources(nonce),
    'style-src': "'self' 'unsafe-inline'",
    'img-src': ["'self' data: blob:", ...imageSources].join(' '),
    'font-src': "'self' data:",
    'connect-src': "'self'",
    'worker-src': "'self' blob:",
    'object-src': "'none'",
    'base-uri': "'self'",
    'form-action': "'self'",
    'frame-ancestors': frameAncestors,
    'require-trusted-types-for': "'script'",
    'trusted-types': trustedTypes,
  })
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ')

const headers: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
}

const hstsTwoYears = 'max-age=63072000; includeSubDomains'

/** Sets the security headers of every response; a handler may override them. */
export const securityHeaders = (config: Sources) => {
  const all = { 'content-security-policy': contentPolicy(config), ...headers }
  return (request: FastifyRequest, reply: FastifyReply): void => {
    reply.headers(all)
    if (request.protocol === 'https') reply.header('strict-transport-security', hstsTwoYears)
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'private, no-cache')
  }
}
