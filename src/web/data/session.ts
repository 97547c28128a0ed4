import { create } from 'zustand'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { sessionRoute, type session } from '#api/me.ts'
import { isReadPermission } from '#core/access/read-only.ts'
import { rememberFeatureFlags } from './feature-flags.ts'
import { call, rememberCsrf, setSignedOutListener } from './call.ts'

type SessionResponse = z.output<typeof session>

export type Session = Omit<SessionResponse, 'user' | 'pairs' | 'csrf_token'> & {
  user: NonNullable<SessionResponse['user']>
  isAdmin: boolean
  /** False for an anonymous visitor with the permissions of the role Public. */
  isLoggedIn: boolean
  /** Whether any role of the user has the permission, e.g. `hasPermission('can_write', 'Chart')`; none that writes in a view as somebody else. */
  hasPermission: (permission: string, view: string) => boolean
}

const anonymousUser: NonNullable<SessionResponse['user']> = {
  id: 0,
  username: '',
  first_name: '',
  last_name: '',
  email: '',
  has_password: false,
  roles: [],
  groups: [],
}

/** Null when nobody is logged in and nothing is public. */
export const readSession = ({ user, pairs, csrf_token: _csrf, ...rest }: SessionResponse): Session | null => {
  if (!user && pairs.length === 0) return null
  const known = new Set(pairs)
  const currentUser = user ?? anonymousUser
  return {
    ...rest,
    user: currentUser,
    isLoggedIn: user !== null,
    isAdmin: currentUser.roles.some(({ name }) => name.toLowerCase() === 'admin'),
    hasPermission: (permission, view) => (!rest.viewing || isReadPermission(permission)) && known.has(`${permission} on ${view}`),
  }
}

export const sessionKey = ['session'] as const

/** Fetched while the code of the page is loading. */
export const sessionQuery = queryOptions({
  queryKey: sessionKey,
  staleTime: Infinity,
  gcTime: Infinity,
  queryFn: async ({ signal }) => {
    const answer = await call(sessionRoute, {}, { signal })
    rememberCsrf(answer.csrf_token)
    rememberFeatureFlags(answer.feature_flags)
    return readSession(answer)
  },
})

export const useSessionQuery = () => useQuery(sessionQuery)

/** The session of the current user. Pages inside the shell always have one. */
export const useSession = (): Session => {
  const { data } = useSessionQuery()
  if (!data) throw new Error('useSession was called outside the shell')
  return data
}

/** True after a 401 response: the shell then asks to log in again without leaving the page. */
export const useSignedOut = create<{ signedOut: boolean }>(() => ({ signedOut: false }))

setSignedOutListener(() => useSignedOut.setState({ signedOut: true }))
