import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { exampleSchema, exampleSlugs } from '#core/examples.ts'
import type { ListQ } from '#api/declare/q.ts'
import type { RowOf } from '#api/declare/route.ts'
import type { chartList } from '#api/chart.ts'
import type { dashboardList } from '#api/dashboard.ts'
import { recentActivity } from '#api/log.ts'
import { call } from '../../data/call.ts'
import { paths } from '../../data/paths.ts'
import { charts, dashboards, viewKey } from '../../data/resources.ts'
import type { Session } from '../../data/session.ts'
import type { Person } from '../../lists/people/people.ts'
import { routesOf } from '../../lists/routes.ts'

/** A chart or a dashboard on the home page. */
export type HomeItem = {
  key: string
  kind: 'chart' | 'dashboard'
  id: number
  title: string
  to: string
  thumbnail: string | null
  changedOn: string
  changedBy: Person | null
  owners: Person[]
  /** '' for dashboards. */
  vizType: string
  dataset: string
  /** It belongs to the example data. */
  isExample: boolean
}

/** With the time of the user's last visit. */
export type Visited = HomeItem & { visitedOn: string }

type Filters = NonNullable<ListQ['filters']>

const sharedColumns = [
  'id',
  'thumbnail_url',
  'changed_on_utc',
  'changed_by.id',
  'changed_by.first_name',
  'changed_by.last_name',
  'owners.id',
  'owners.first_name',
  'owners.last_name',
] as const
const chartColumns = [...sharedColumns, 'slice_name', 'viz_type', 'datasource_name_text', 'table.table_name'] as const
const dashboardColumns = [...sharedColumns, 'dashboard_title', 'slug'] as const

type ChartRow = RowOf<typeof chartList, (typeof chartColumns)[number]>
type DashboardRow = RowOf<typeof dashboardList, (typeof dashboardColumns)[number]>

const sharedFields = (kind: HomeItem['kind'], row: ChartRow | DashboardRow) => ({
  key: `${kind} ${row.id}`,
  kind,
  id: row.id,
  thumbnail: row.thumbnail_url,
  changedOn: row.changed_on_utc,
  changedBy: row.changed_by,
  owners: row.owners,
})

export const chartItem = (row: ChartRow): HomeItem => ({
  ...sharedFields('chart', row),
  title: row.slice_name,
  to: paths.chart(row.id),
  vizType: row.viz_type,
  dataset: row.table?.table_name ?? '',
  isExample: row.datasource_name_text?.startsWith(`${exampleSchema}.`) ?? false,
})

export const dashboardItem = (row: DashboardRow): HomeItem => ({
  ...sharedFields('dashboard', row),
  title: row.dashboard_title,
  to: paths.dashboard(row.slug || row.id),
  vizType: '',
  dataset: '',
  isExample: exampleSlugs.some((slug) => slug === row.slug),
})

const fetchItems = async (
  kind: HomeItem['kind'],
  filters: Filters,
  signal: AbortSignal,
  size: number,
): Promise<{ count: number; items: HomeItem[] }> => {
  const q = {
    filters,
    order_column: 'changed_on_delta_humanized',
    order_direction: 'desc' as const,
    page: 0,
    page_size: size,
  }
  if (kind === 'chart') {
    const { count, result } = await charts.list({ ...q, columns: chartColumns }).queryFn({ signal })
    return { count, items: result.map(chartItem) }
  }
  const { count, result } = await dashboards.list({ ...q, columns: dashboardColumns }).queryFn({ signal })
  return { count, items: result.map(dashboardItem) }
}

const homeKey = (...name: unknown[]) => viewKey(['chart', 'dashboard'], 'home', ...name)

const rowCount = 6

/** More than the charts of the examples, which belong to the first account and may be newer than its own work. */
const ownCount = 60

/** Latest first; the examples after all else. */
export const chooseRows = (items: HomeItem[]): HomeItem[] =>
  items.toSorted((a, b) => Number(a.isExample) - Number(b.isExample) || b.changedOn.localeCompare(a.changedOn)).slice(0, rowCount)

/** Charts and dashboards that match the filters, together. */
const fetchBoth = async (filters: Record<HomeItem['kind'], Filters>, signal: AbortSignal, size = rowCount) => {
  const [foundDashboards, foundCharts] = await Promise.all([
    fetchItems('dashboard', filters.dashboard, signal, size),
    fetchItems('chart', filters.chart, signal, size),
  ])
  const items = chooseRows([...foundDashboards.items, ...foundCharts.items])
  return { items, dashboards: foundDashboards.count, charts: foundCharts.count, count: foundDashboards.count + foundCharts.count }
}

type Visit = { kind: HomeItem['kind']; name: string; time: number }

/** Reads the chart (by id) or dashboard (by id or slug) from the URL of an activity. */
export const parseVisit = (item: { item_type: 'slice' | 'dashboard'; item_url: string; time: number }): Visit[] => {
  const pattern = item.item_type === 'slice' ? /slice_id=(\d+)/ : /\/dashboard\/([^/?]+)/
  const name = pattern.exec(item.item_url)?.[1]
  return name ? [{ kind: item.item_type === 'slice' ? 'chart' : 'dashboard', name: decodeURIComponent(name), time: item.time }] : []
}

const cardCount = 4

/** Items to continue with: recently opened, then owned, then published by others, without duplicates. */
export const chooseContinueItems = ({ visited, mine, published }: Record<'visited' | 'mine' | 'published', HomeItem[]>): HomeItem[] => {
  const all = [...visited, ...mine.filter(({ isExample }) => !isExample), ...published]
  return all.filter(({ key }, i) => all.findIndex((one) => one.key === key) === i).slice(0, cardCount)
}

/** Items the user opened recently. */
const fetchVisited = async (session: Session, signal: AbortSignal): Promise<Visited[]> => {
  if (!session.hasPermission('can_recent_activity', 'Log')) return []
  const { result } = await call(
    recentActivity,
    { q: { actions: ['mount_explorer', 'mount_dashboard'], page_size: 12, distinct: true } },
    { signal },
  )
  const visits = result.flatMap(parseVisit)
  const visitedNames = (kind: HomeItem['kind'], isId: boolean) =>
    visits.flatMap(({ kind: own, name }) => (own === kind && /^\d+$/.test(name) === isId ? [isId ? Number(name) : name] : []))
  const found = await Promise.all(
    (
      [
        ['chart', 'id'],
        ['dashboard', 'id'],
        ['dashboard', 'slug'],
      ] as const
    ).map(async ([kind, col]) => {
      const value = visitedNames(kind, col === 'id')
      return value.length ? (await fetchItems(kind, [{ col, opr: 'in', value }], signal, 12)).items : []
    }),
  )
  const timeOf = (item: HomeItem) =>
    visits.find(({ kind, name }) => kind === item.kind && (name === String(item.id) || item.to === paths.dashboard(name)))?.time ?? 0
  return found
    .flat()
    .map((item) => ({ ...item, visitedOn: new Date(timeOf(item)).toISOString() }))
    .sort((a, b) => b.visitedOn.localeCompare(a.visitedOn))
    .slice(0, cardCount)
}

const useStarred = () =>
  useQuery({
    queryKey: homeKey('starred'),
    queryFn: ({ signal }) =>
      fetchBoth(
        {
          chart: [{ col: 'id', opr: 'chart_is_favorite', value: true }],
          dashboard: [{ col: 'id', opr: 'dashboard_is_favorite', value: true }],
        },
        signal,
      ),
  })

const useMine = ({ user }: Session) => {
  const own: Filters = [{ col: 'owners', opr: 'rel_m_m', value: user.id }]
  return useQuery({
    queryKey: homeKey('mine', user.id),
    queryFn: ({ signal }) => fetchBoth({ chart: own, dashboard: own }, signal, ownCount),
  })
}

/** Which of some charts and dashboards are starred, by key. */
export const useStars = (items: HomeItem[]) =>
  useQuery({
    queryKey: homeKey('stars', ...items.map(({ key }) => key)),
    enabled: items.length > 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const answers = await Promise.all(
        (['chart', 'dashboard'] as const).map(async (kind) => {
          const ids = items.filter((item) => item.kind === kind).map(({ id }) => id)
          if (ids.length === 0) return []
          const { result } = await call(routesOf(kind).status, { q: ids }, { signal })
          return result.filter(({ value }) => value).map(({ id }) => `${kind} ${id}`)
        }),
      )
      return new Set(answers.flat())
    },
  })

/** The queries of the home page. */
export const useHome = (session: Session) => {
  const visited = useQuery({ queryKey: homeKey('continue'), staleTime: 0, queryFn: ({ signal }) => fetchVisited(session, signal) })
  const starred = useStarred()
  const mine = useMine(session)
  const examples = useQuery({
    queryKey: homeKey('dashboards'),
    queryFn: ({ signal }) => fetchItems('dashboard', [{ col: 'published', opr: 'eq', value: true }], signal, cardCount),
  })
  return { visited, starred, mine, examples }
}
