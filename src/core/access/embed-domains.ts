/** A site that may embed: an origin such as https://app.example.org:8443, or a host name, which may begin with `*.`. */
const pattern = /^(?:(https?):\/\/)?(\*\.)?([a-z\d](?:[\w-]*[a-z\d])?(?:\.[a-z\d](?:[\w-]*[a-z\d])?)*|\[[\da-f:.]+\])(?::(\d{1,5}))?$/i

/** As people paste it: with spaces, capitals, a path. */
export const normalDomain = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/^(https?:\/\/[^/]+|[^/:]+(?::\d+)?)\/.*$/, '$1')

export const isDomain = (text: string): boolean => pattern.test(text)

const defaultPorts: Record<string, string> = { http: '80', https: '443' }

/** The parts of an origin, or of an address on it; null for an opaque one. */
const originParts = /^(https?):\/\/([^/:?#@]+|\[[\da-f:.]+\])(?::(\d+))?(?:[/?#]|$)/i

/** Whether a page of an origin may embed; without domains every page may. */
export const mayEmbed = (domains: readonly string[], origin: string): boolean => {
  if (domains.length === 0) return true
  const [, scheme = '', host = '', port] = originParts.exec(origin.toLowerCase()) ?? []
  return domains.some((domain) => {
    const [, wantedScheme = scheme, wildcard, wanted = '', wantedPort] = pattern.exec(domain.toLowerCase()) ?? []
    if (scheme === '' || wanted === '' || wantedScheme !== scheme) return false
    if ((wantedPort ?? defaultPorts[scheme]) !== (port ?? defaultPorts[scheme])) return false
    return wildcard === undefined ? host === wanted : host.endsWith(`.${wanted}`)
  })
}

/** The sources of `frame-ancestors`. */
export const frameAncestors = (domains: readonly string[]): string =>
  domains.length === 0 ? '*' : ["'self'", ...domains.filter(isDomain)].join(' ')
