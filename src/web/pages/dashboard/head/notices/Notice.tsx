import { useQuery } from '@tanstack/react-query'
import { dashboardGet } from '#api/dashboard.ts'
import { lazyPart } from '../../../../lazy/lazy-part.tsx'
import { readDashboard } from '../../data/stored.ts'
import { useDashboard } from '../../state/dashboard-context.ts'
import { versionIn } from '../../data/version-in.ts'

const NewVersion = lazyPart(async () => (await import('./NewVersion.tsx')).NewVersion)

/** How often to check for a newer version. */
const pollMs = 20_000

/** Shows that someone else has saved the dashboard and offers to load their version. */
export const Notice = ({ onReload }: { onReload: () => void }) => {
  const { id, etag } = useDashboard((state) => state.serverFields)
  const { data } = useQuery({
    queryKey: [dashboardGet.path, { params: { idOrName: String(id) } }, 'version'],
    enabled: etag !== null,
    refetchInterval: pollMs,
    refetchOnWindowFocus: 'always',
    staleTime: pollMs,
    initialData: null,
    initialDataUpdatedAt: () => Date.now(),
    gcTime: 0,
    retry: false,
    queryFn: ({ signal }) => readDashboard(String(id), { signal }),
  })
  const isNewer = data !== null && (versionIn(data.etag) ?? 0) > (versionIn(etag) ?? 0)
  return isNewer && <NewVersion record={data.record} onReload={onReload} />
}
