import { useQuery } from '@tanstack/react-query'
import { publicLinkList, type PublicLink, type SharedKind } from '#api/public-link.ts'
import { t } from '#core/i18n/t.ts'
import { routeQuery } from '../../data/resources.ts'
import { useSession, type Session } from '../../data/session.ts'

/** Users who may embed dashboards may share objects publicly. */
export const canSharePublicly = ({ hasPermission }: Pick<Session, 'hasPermission'>): boolean =>
  hasPermission('can_set_embedded', 'Dashboard')

export const publicLinksQuery = routeQuery(publicLinkList)

/** The public links of objects that the user may change; empty without the permission to create any. */
export const usePublicLinks = (): readonly PublicLink[] => {
  const session = useSession()
  const { data } = useQuery({ ...publicLinksQuery, enabled: canSharePublicly(session) })
  return data?.result ?? []
}

/** The ids of the objects of one kind that have a public link. */
export const usePublicIds = (kind: SharedKind): ReadonlySet<number> =>
  new Set(usePublicLinks().flatMap((link) => (link.kind === kind ? [link.id] : [])))

/** The line below the name of an object in a list. */
export const noteOf = (isPublic: boolean, note: string | null | undefined): string =>
  [isPublic && t('Public link'), note].filter(Boolean).join(' · ')
