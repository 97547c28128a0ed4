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

/** A chart or a dashboard, as home shows it. */
export type Thing = {
  key: string
  kind: 'chart' | 'dashboard'
  id: number
  title: string
  to: string
  thumbnail: string | null
  changedOn: string
  changedBy: Person | null
  owners: Person[]
  /** Of charts. */
  vizType: string
  dataset: string
  /** It came with the first start. */
  isExample: boolean
}

/** With the moment when the person was there. */
export type Visited = Thing & { visitedOn: string }

type Filters = NonNullable<ListQ['filters']>

const both = [
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
const chartColumns = [...both, 'slice_name', 'viz_type', 'datasource_name_text'] as const
const dashboardColumns = [...both, 'dashboard_title', 'slug'] as const

type ChartRow = RowOf<typeof chartList, (typeof chartColumns)[number]>
type DashboardRow = RowOf<typeof dashboardList, (typeof dashboardColumns)[number]>

const factsOf = (kind: Thing['kind'], row: ChartRow | DashboardRow) => ({
  key: `${kind} ${row.id}`,
  kind,
  id: row.id,
  thumbnail: row.thumbnail_url,
  changedOn: row.changed_on_utc,
  changedBy: row.changed_by,
  owners: row.owners,
})

export const chartThing = (row: ChartRow): Thing => ({
  ...factsOf('chart', row),
  title: row.slice_name,
  to: paths.chart(row.id),
  vizType: row.viz_type,
  dataset: row.datasource_name_text?.split('.').at(-1) ?? '',
  isExample: row.datasource_name_text?.startsWith(`${exampleSchema}.`) ?? false,
})

export const dashboardThing = (row: DashboardRow): Thing => ({
  ...factsOf('dashboard', row),
  title: row.dashboard_title,
  to: paths.dashboard(row.slug || row.id),
  vizType: '',
  dataset: '',
  isExample: exampleSlugs.some((slug) => slug === row.slug),
})

const ask = async (
  kind: Thing['kind'],
  filters: Filters,
  signal: AbortSignal,
  size: number,
): Promise<{ count: number; things: Thing[] }> => {
  const q = {
    filters,
    order_column: 'changed_on_delta_humanized',
    order_direction: 'desc' as const,
    page: 0,
    page_size: size,
  }
  if (kind === 'chart') {
    const { count, result } = await charts.list({ ...q, columns: chartColumns }).queryFn({ signal })
    return { count, things: result.map(chartThing) }
  }
  const { count, result } = await dashboards.list({ ...q, columns: dashboardColumns }).queryFn({ signal })
  return { count, things: result.map(dashboardThing) }
}

const onHome = (...name: unknown[]) => viewKey(['chart', 'dashboard'], 'home', ...name)

const rowCount = 6

/** Charts and dashboards that fit, mixed, the latest first. */
const askBoth = async (filters: Record<Thing['kind'], Filters>, signal: AbortSignal) => {
  const [ofDashboards, ofCharts] = await Promise.all([
    ask('dashboard', filters.dashboard, signal, rowCount),
    ask('chart', filters.chart, signal, rowCount),
  ])
  const things = [...ofDashboards.things, ...ofCharts.things].sort((a, b) => b.changedOn.localeCompare(a.changedOn)).slice(0, rowCount)
  return { things, dashboards: ofDashboards.count, charts: ofCharts.count, count: ofDashboards.count + ofCharts.count }
}

type Visit = { kind: Thing['kind']; name: string; time: number }

/** The chart (by id) or dashboard (by id or slug) behind an address of the activity. */
export const visitOf = (item: { item_type: 'slice' | 'dashboard'; item_url: string; time: number }): Visit[] => {
  const pattern = item.item_type === 'slice' ? /slice_id=(\d+)/ : /\/dashboard\/([^/?]+)/
  const name = pattern.exec(item.item_url)?.[1]
  return name ? [{ kind: item.item_type === 'slice' ? 'chart' : 'dashboard', name: decodeURIComponent(name), time: item.time }] : []
}

const cardCount = 4

/** What to go on with: what was opened lately, then one's own, then what others published; each once. */
export const continueWith = ({ seen, mine, published }: Record<'seen' | 'mine' | 'published', Thing[]>): Thing[] => {
  const all = [...seen, ...mine.filter(({ isExample }) => !isExample), ...published]
  return all.filter(({ key }, i) => all.findIndex((one) => one.key === key) === i).slice(0, cardCount)
}

/** What the person was at lately, with the moment of the visit. */
const askContinue = async (session: Session, signal: AbortSignal): Promise<Visited[]> => {
  if (!session.hasPermission('can_recent_activity', 'Log')) return []
  const { result } = await call(
    recentActivity,
    { q: { actions: ['mount_explorer', 'mount_dashboard'], page_size: 12, distinct: true } },
    { signal },
  )
  const visits = result.flatMap(visitOf)
  const named = (kind: Thing['kind'], isId: boolean) =>
    visits.flatMap(({ kind: own, name }) => (own === kind && /^\d+$/.test(name) === isId ? [isId ? Number(name) : name] : []))
  const found = await Promise.all(
    (
      [
        ['chart', 'id'],
        ['dashboard', 'id'],
        ['dashboard', 'slug'],
      ] as const
    ).map(async ([kind, col]) => {
      const value = named(kind, col === 'id')
      return value.length ? (await ask(kind, [{ col, opr: 'in', value }], signal, 12)).things : []
    }),
  )
  const timeOf = (thing: Thing) =>
    visits.find(({ kind, name }) => kind === thing.kind && (name === String(thing.id) || thing.to === paths.dashboard(name)))?.time ?? 0
  return found
    .flat()
    .map((thing) => ({ ...thing, visitedOn: new Date(timeOf(thing)).toISOString() }))
    .sort((a, b) => b.visitedOn.localeCompare(a.visitedOn))
    .slice(0, cardCount)
}

const useStarred = () =>
  useQuery({
    queryKey: onHome('starred'),
    queryFn: ({ signal }) =>
      askBoth(
        {
          chart: [{ col: 'id', opr: 'chart_is_favorite', value: true }],
          dashboard: [{ col: 'id', opr: 'dashboard_is_favorite', value: true }],
        },
        signal,
      ),
  })

const useMine = ({ user }: Session) => {
  const own: Filters = [{ col: 'owners', opr: 'rel_m_m', value: user.id }]
  return useQuery({ queryKey: onHome('mine', user.id), queryFn: ({ signal }) => askBoth({ chart: own, dashboard: own }, signal) })
}

/** Which of some charts and dashboards are starred, by key. */
export const useStars = (things: Thing[]) =>
  useQuery({
    queryKey: onHome('stars', ...things.map(({ key }) => key)),
    enabled: things.length > 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const answers = await Promise.all(
        (['chart', 'dashboard'] as const).map(async (kind) => {
          const ids = things.filter((thing) => thing.kind === kind).map(({ id }) => id)
          if (ids.length === 0) return []
          const { result } = await call(routesOf(kind).status, { q: ids }, { signal })
          return result.filter(({ value }) => value).map(({ id }) => `${kind} ${id}`)
        }),
      )
      return new Set(answers.flat())
    },
  })

/** What home shows: what to continue, what is starred, what is one's own, and the dashboards there are. */
export const useHome = (session: Session) => {
  const visited = useQuery({ queryKey: onHome('continue'), staleTime: 0, queryFn: ({ signal }) => askContinue(session, signal) })
  const starred = useStarred()
  const mine = useMine(session)
  const examples = useQuery({
    queryKey: onHome('dashboards'),
    queryFn: ({ signal }) => ask('dashboard', [{ col: 'published', opr: 'eq', value: true }], signal, cardCount),
  })
  return { visited, starred, mine, examples }
}
