import type { Scope } from './scopes.ts'

/** Who makes the request. Every permission check takes one and reads nothing else. */
export type Pair = `${string} on ${string}`

/** Facts about a person by name, each a text or a list of texts. */
export type Attributes = Readonly<Record<string, string | readonly string[]>>

type Grants = {
  roles: { id: number; name: string }[]
  /** Permission pairs, `can_read on Chart`, per-object ones included: `datasource_access on [db].[table](id:1)`. */
  pairs: ReadonlySet<Pair>
}

export type UserPrincipal = Grants & {
  kind: 'user'
  id: number
  username: string
  firstName: string
  lastName: string
  email: string | null
  groups: { id: number; name: string }[]
  /** Facts for row-level rules and templates, such as a region. */
  attributes: Attributes
  /** How they authenticated: cookie sessions need a CSRF token to write. */
  via: 'session' | 'bearer'
  /** The administrator who looks at the product as this person, or as a holder of this role, who has no account: its id is 0. */
  viewedBy?: { id: number; as: 'user' | 'role'; until: string }
  /** Of an API token: what it may be used for. */
  scopes?: readonly Scope[]
}

/** An embedded viewer, or a visitor with a public link: sees the named dashboards and their charts, with row-level clauses of the token. */
export type GuestPrincipal = Grants & {
  kind: 'guest'
  username: string
  firstName?: string
  lastName?: string
  /** By uuid. `isShared`: named by a public link, which shares a chart by itself, too. */
  resources: { type: 'dashboard' | 'chart'; id: string; isShared?: boolean }[]
  rules: { dataset?: number; clause: string }[]
}

export type PublicPrincipal = Grants & { kind: 'public' }

/** Work that runs later on behalf of a user, with the rights that the user has when it runs. */
export type JobPrincipal = { kind: 'job'; actsFor: UserPrincipal }

export type Principal = UserPrincipal | GuestPrincipal | PublicPrincipal | JobPrincipal

export const nobody: PublicPrincipal = { kind: 'public', roles: [], pairs: new Set() }

export const pair = (permission: string, view: string): Pair => `${permission} on ${view}`

/** The user behind a principal, if one is. */
export const userOf = (principal: Principal): UserPrincipal | null => {
  if (principal.kind === 'user') return principal
  return principal.kind === 'job' ? principal.actsFor : null
}

export const isAdmin = (principal: Principal): boolean => userOf(principal)?.roles.some((role) => role.name === 'Admin') ?? false

/** An administrator always passes, whatever the role's list says, so that the last one cannot be locked out. */
export const hasPair = (principal: Principal, permission: string, view: string): boolean =>
  isAdmin(principal) || (principal.kind === 'job' ? principal.actsFor : principal).pairs.has(pair(permission, view))

export const rolesOf = (principal: Principal): readonly { id: number; name: string }[] =>
  (principal.kind === 'job' ? principal.actsFor : principal).roles
