import { create } from 'zustand'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { sessionRoute, type session } from '#api/me.ts'
import { call, rememberCsrf, whenSignedOut } from './call.ts'

type Answer = z.output<typeof session>

export type Session = Omit<Answer, 'user' | 'pairs' | 'csrf_token'> & {
  user: NonNullable<Answer['user']>
  isAdmin: boolean
  /** False for a visitor with the rights of the role Public. */
  isKnown: boolean
  /** Whether any role holds the permission pair, e.g. `may('can_write', 'Chart')`. */
  may: (permission: string, view: string) => boolean
}

const visitor: NonNullable<Answer['user']> = {
  id: 0,
  username: '',
  first_name: '',
  last_name: '',
  email: '',
  has_password: false,
  roles: [],
  groups: [],
}

/** null = nobody is logged in and nothing is public. */
export const readSession = ({ user, pairs, csrf_token: _csrf, ...rest }: Answer): Session | null => {
  if (!user && pairs.length === 0) return null
  const known = new Set(pairs)
  const present = user ?? visitor
  return {
    ...rest,
    user: present,
    isKnown: user !== null,
    isAdmin: present.roles.some(({ name }) => name.toLowerCase() === 'admin'),
    may: (permission, view) => known.has(`${permission} on ${view}`),
  }
}

export const sessionKey = ['session'] as const

/** Asked for at the very start, beside the code of the page. */
export const sessionQuery = queryOptions({
  queryKey: sessionKey,
  staleTime: Infinity,
  gcTime: Infinity,
  queryFn: async ({ signal }) => {
    const answer = await call(sessionRoute, {}, { signal })
    rememberCsrf(answer.csrf_token)
    return readSession(answer)
  },
})

export const useSessionQuery = () => useQuery(sessionQuery)

/** Who is working here. Pages inside the shell always have one. */
export const useSession = (): Session => {
  const { data } = useSessionQuery()
  if (!data) throw new Error('A page outside of the shell asked for the session')
  return data
}

/** True after an answer of 401 while somebody was working: the shell asks to log in again without leaving the page. */
export const useSignedOut = create<{ signedOut: boolean }>(() => ({ signedOut: false }))

whenSignedOut(() => useSignedOut.setState({ signedOut: true }))
