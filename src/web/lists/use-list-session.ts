import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { chartInfo } from '#api/chart.ts'
import type { RouteOptions, RouteResult } from '#api/declare/route.ts'
import { t } from '#core/i18n/t.ts'
import { call } from '../data/call.ts'
import { errorText } from '../data/call-error.ts'
import { useSession, type Session } from '../data/session.ts'
import { say } from '../ui/feedback/toast.ts'

type Info = RouteResult<typeof chartInfo>

type Listed = {
  /** The `_info` route of the resource. */
  info: RouteOptions & Pick<typeof chartInfo, 'result' | 'q'>
  /** The view of its permissions. */
  view: string
  noun: string
}

/** The session, with the permissions on the listed resource as its `_info` names them now. The session may be older than a changed role. */
export const useListSession = ({ info, view, noun }: Listed): Session => {
  const session = useSession()
  const { data, error } = useQuery({
    queryKey: [info.path, 'permissions'],
    staleTime: 60_000,
    retry: false,
    queryFn: ({ signal }): Promise<Info> => call(info, { q: { keys: ['permissions'] } }, { signal }),
  })
  useEffect(() => {
    if (error) say(t('An error occurred while fetching %s info: %s', [noun, errorText(error)]), { kind: 'bad' })
  }, [error, noun])
  return useMemo(() => {
    const permissions = data?.permissions
    if (!permissions) return session
    return {
      ...session,
      hasPermission: (permission, asked) => (asked === view ? permissions.includes(permission) : session.hasPermission(permission, asked)),
    }
  }, [session, data, view])
}
