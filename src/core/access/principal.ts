/** Who asks. Every door takes one; nothing about permissions is read from anywhere else. */
export type Pair = `${string} on ${string}`

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
  /** How they proved it: cookie sessions need a CSRF token to write. */
  via: 'session' | 'bearer'
}

/** An embedded viewer: sees the named dashboards and what stands on them, with row-level clauses of the token. */
export type GuestPrincipal = Grants & {
  kind: 'guest'
  username: string
  resources: { type: 'dashboard'; id: string }[]
  rules: { dataset?: number; clause: string }[]
}

export type PublicPrincipal = Grants & { kind: 'public' }

/** Work that runs later for somebody, with that person's rights at the time of running. */
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

/** An administrator passes whatever the role's list says, so that nobody can lock the last one out. */
export const hasPair = (principal: Principal, permission: string, view: string): boolean =>
  isAdmin(principal) || (principal.kind === 'job' ? principal.actsFor : principal).pairs.has(pair(permission, view))

export const rolesOf = (principal: Principal): readonly { id: number; name: string }[] =>
  (principal.kind === 'job' ? principal.actsFor : principal).roles
