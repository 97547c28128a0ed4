import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'

/** Settings of log-ins beside the password, as flags and variables; the file holds the same and more, such as several providers. */
export const authSettings = {
  authFile: z.string().min(1).optional().describe('File (YAML or JSON) with the log-ins by OpenID Connect, LDAP and proxy header'),
  authRoles: z.string().min(1).optional().describe('Roles of accounts that other systems bring, comma separated (default: Gamma)'),
  oidcIssuer: z.string().min(1).optional().describe('OpenID provider: its issuer URL'),
  oidcClientId: z.string().min(1).optional().describe('OpenID provider: client id of this installation'),
  oidcClientSecret: z.string().min(1).optional().describe('OpenID provider: client secret'),
  ldapUrl: z.string().min(1).optional().describe('LDAP or Active Directory: ldap:// or ldaps:// URL'),
  ldapBase: z.string().min(1).optional().describe('LDAP: where people are searched, such as ou=people,dc=example,dc=org'),
  ldapBindDn: z.string().min(1).optional().describe('LDAP: account that searches (default: anonymous)'),
  ldapBindPassword: z.string().min(1).optional().describe('LDAP: password of that account'),
  authHeader: z.string().min(1).optional().describe('Header in which a trusted proxy names the user'),
} as const

type AuthSettings = { [K in keyof typeof authSettings]: z.output<(typeof authSettings)[K]> }

const names = z.array(z.string().min(1))
const url = (schemes: readonly string[]) =>
  z.string().refine((text) => URL.canParse(text) && schemes.includes(new URL(text).protocol), {
    error: `It must be a URL that begins with ${schemes.join('// or ')}//.`,
  })

const isLoopback = (text: string) => ['127.0.0.1', '[::1]', 'localhost'].includes(new URL(text).hostname)

/** How somebody whom another system vouches for becomes an account. */
const rules = {
  /** Group there → roles here, given and taken at each log-in. */
  roles: z.record(z.string(), names).default({}),
  /** Groups of the same name here are joined and left at each log-in. */
  syncGroups: z.boolean().default(false),
  /** Whether the first log-in makes an account. */
  signUp: z.boolean().default(true),
  /** Whether an account with the same confirmed e-mail address is taken over. */
  linkByEmail: z.boolean().default(false),
  /** Attribute of the person here, for row rules and templates → claim or attribute there, read at each log-in. */
  personAttributes: z
    .record(z.string().regex(/^[a-zA-Z_][\w.-]{0,99}$/, { error: 'It must be names of letters, digits, _, . and -.' }), z.string().min(1))
    .default({}),
}

const oidcProvider = z.strictObject({
  ...rules,
  name: z
    .string()
    .regex(/^[a-z][a-z0-9-]*$/, { error: 'It must be small letters, digits and hyphens.' })
    .default('openid'),
  label: z.string().min(1).default('OpenID Connect'),
  issuer: url(['https:', 'http:']).refine((text) => new URL(text).protocol === 'https:' || isLoopback(text), {
    error: 'It must be an https URL; http is for this machine only.',
  }),
  clientId: z.string().min(1),
  clientSecret: z.string().min(1).optional(),
  scope: z.string().min(1).default('openid profile email'),
  claims: z
    .strictObject({
      username: z.string().default('preferred_username'),
      email: z.string().default('email'),
      groups: z.string().default('groups'),
    })
    .prefault({}),
  /** How far the clocks may be apart. */
  clockToleranceSeconds: z.int().min(0).max(3600).default(300),
  /** Whether logging out here ends the session there. */
  logOut: z.boolean().default(true),
})

const ldapServer = z.strictObject({
  ...rules,
  url: url(['ldap:', 'ldaps:']),
  startTls: z.boolean().default(false),
  /** Certificate authority of the server, as PEM. */
  ca: z.string().optional(),
  bindDn: z.string().optional(),
  bindPassword: z.string().optional(),
  base: z.string().min(1),
  /** `{username}` is what was typed, escaped. For Active Directory: `(sAMAccountName={username})`. */
  filter: z.string().includes('{username}', { error: 'It must contain {username}.' }).default('(uid={username})'),
  attributes: z
    .strictObject({
      /** What never changes about people: `objectGUID`, `entryUUID`; without it they are known by their distinguished name. */
      id: z.string().optional(),
      username: z.string().default('uid'),
      firstName: z.string().default('givenName'),
      lastName: z.string().default('sn'),
      email: z.string().default('mail'),
      groups: z.string().default('memberOf'),
    })
    .prefault({}),
  /** Where groups that name their members are searched; without it only the attribute counts. */
  groups: z.strictObject({ base: z.string().min(1), filter: z.string().default('(member={dn})') }).optional(),
  timeoutSeconds: z.number().min(0.1).max(60).default(5),
})

const headerAuth = z.strictObject({
  ...rules,
  user: z.string().regex(/^[\w-]+$/, { error: 'It must be the name of a header.' }),
  email: z.string().optional(),
  groups: z.string().optional(),
})

const authFile = z.strictObject({
  roles: names.default(['Gamma']),
  oidc: z.array(oidcProvider).default([]),
  ldap: ldapServer.optional(),
  header: headerAuth.optional(),
})

export type Auth = z.output<typeof authFile>
export type OidcProvider = z.output<typeof oidcProvider>
export type LdapServer = z.output<typeof ldapServer>
export type AdmissionRules = Pick<OidcProvider, keyof typeof rules>

type Given = Record<string, unknown>

const isObject = (value: unknown): value is Given => typeof value === 'object' && value !== null && !Array.isArray(value)

const readFile = (path: string): { given: Given } | { fault: string } => {
  try {
    const read: unknown = parse(readFileSync(path, 'utf8'))
    return isObject(read) ? { given: read } : { fault: `--auth-file: ${path} must hold settings such as "ldap:".` }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return { fault: `--auth-file: ${path} cannot be read: ${code === 'ENOENT' ? 'no such file' : message.split('\n')[0]}` }
  }
}

const defined = (given: Given): Given => Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))

/** Flags and variables over the file. */
const merged = (file: Given, set: AuthSettings): Given => {
  const oidc = defined({ issuer: set.oidcIssuer, clientId: set.oidcClientId, clientSecret: set.oidcClientSecret })
  const ldap = defined({ url: set.ldapUrl, base: set.ldapBase, bindDn: set.ldapBindDn, bindPassword: set.ldapBindPassword })
  const inFile = Array.isArray(file['oidc']) ? file['oidc'] : []
  return {
    ...file,
    ...(set.authRoles && { roles: set.authRoles.split(',').map((name) => name.trim()) }),
    ...(Object.keys(oidc).length > 0 && { oidc: [...inFile, oidc] }),
    ...(Object.keys(ldap).length > 0 && { ldap: { ...(isObject(file['ldap']) ? file['ldap'] : {}), ...ldap } }),
    ...(set.authHeader && { header: { ...(isObject(file['header']) ? file['header'] : {}), user: set.authHeader } }),
  }
}

/** The log-ins by other systems, or one line that says which setting is wrong. */
export const readAuth = (set: AuthSettings & { trustedProxies: string }): { auth: Auth } | { fault: string } => {
  const file = set.authFile === undefined ? { given: {} } : readFile(set.authFile)
  if ('fault' in file) return file
  const result = authFile.safeParse(merged(file.given, set))
  if (!result.success) {
    const { path, message } = result.error.issues[0] ?? { path: [], message: '' }
    return { fault: `Log-in settings: ${path.join('.')}: ${message}` }
  }
  const auth = result.data
  const twice = auth.oidc.find(({ name }, i) => auth.oidc.findIndex((other) => other.name === name) !== i)
  if (twice) return { fault: `Log-in settings: oidc: two providers have the name ${twice.name}.` }
  if (auth.header && set.trustedProxies.trim() === '')
    return { fault: 'Log-in settings: header: --trusted-proxies must name the proxies that may send it.' }
  return { auth }
}
