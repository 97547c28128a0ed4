import { create } from 'zustand'
import { useQuery } from '@tanstack/react-query'
import { call, whenSignedOut } from './call.ts'
import { CallError } from './call-error.ts'

export type Session = {
  user: { id: number; username: string; first_name: string; last_name: string; email: string }
  roles: string[]
  isAdmin: boolean
  /** Whether any role holds the permission pair, e.g. `may('can_write', 'Chart')`. */
  may: (permission: string, view: string) => boolean
}

type RolesAnswer = {
  result: {
    userId: number
    username: string
    firstName: string
    lastName: string
    email: string
    roles: Record<string, [permission: string, view: string][]>
  }
}

const meWithRoles = { method: 'GET', path: '/api/v1/me/roles/', access: 'user', summary: '', tag: 'me' } as const

export const readSession = ({ result }: RolesAnswer): Session => {
  const pairs = new Set(Object.values(result.roles).flatMap((list) => list.map(([permission, view]) => `${permission} on ${view}`)))
  const roles = Object.keys(result.roles)
  return {
    user: {
      id: result.userId,
      username: result.username,
      first_name: result.firstName,
      last_name: result.lastName,
      email: result.email,
    },
    roles,
    isAdmin: roles.some((role) => role.toLowerCase() === 'admin'),
    may: (permission, view) => pairs.has(`${permission} on ${view}`),
  }
}

export const sessionKey = ['session'] as const

/** null = nobody is logged in. */
export const useSessionQuery = () =>
  useQuery({
    queryKey: sessionKey,
    staleTime: Infinity,
    gcTime: Infinity,
    queryFn: async ({ signal }) => {
      try {
        return readSession((await call(meWithRoles, {}, { signal })) as RolesAnswer)
      } catch (error) {
        if (error instanceof CallError && (error.status === 401 || error.status === 403)) return null
        throw error
      }
    },
  })

const nobody: Session = {
  user: { id: 0, username: '', first_name: '', last_name: '', email: '' },
  roles: [],
  isAdmin: false,
  may: () => false,
}

/** Who is working here. Pages inside the shell always have somebody, unless the public role may read. */
export const useSession = (): Session => useSessionQuery().data ?? nobody

/** True after an answer of 401 while somebody was working: the shell asks to log in again without leaving the page. */
export const useSignedOut = create<{ signedOut: boolean }>(() => ({ signedOut: false }))

whenSignedOut(() => useSignedOut.setState({ signedOut: true }))
