import { isDomain, normalDomain } from '#core/access/embed-domains.ts'
import { body, list, text } from '../declare/field.ts'

const domain = () =>
  text({ max: 255 }).transform(normalDomain).refine(isDomain, { error: 'Not a domain, such as https://app.example.org.' })

/** The sites that may embed a dashboard; none means all. */
export const embeddedBody = body({
  allowed_domains: list(domain()).refine((domains) => domains.length <= 100, { error: 'Longer than maximum length 100.' }),
})
