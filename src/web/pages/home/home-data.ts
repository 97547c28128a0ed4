import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { exampleSchema, exampleSlugs } from '#core/examples.ts'
import type { ListQ } from '#api/q.ts'
import { recentActivity } from '#api/log.ts'
import { call } from '../../data/call.ts'
import { paths } from '../../data/paths.ts'
import type { Session } from '../../data/session.ts'
import type { Person } from '../../lists/people.ts'
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

type Row = {
  id: number
  slice_name?: string
  dashboard_title?: string
  slug?: string | null
  viz_type?: string
  datasource_name_text?: string | null
  thumbnail_url: string | null
  changed_on_utc: string
  changed_by?: Person | null
  owners?: Person[]
}

type Filters = NonNullable<ListQ['filters']>

const people = ['changed_by', 'owners'].flatMap((who) => ['id', 'first_name', 'last_name'].map((part) => `${who}.${part}`))
const columns = {
  chart: ['id', 'slice_name', 'viz_type', 'datasource_name_text', 'thumbnail_url', 'changed_on_utc', ...people],
  dashboard: ['id', 'dashboard_title', 'slug', 'thumbnail_url', 'changed_on_utc', ...people],
}

export const thingOf = (kind: Thing['kind'], row: Row): Thing => ({
  key: `${kind} ${row.id}`,
  kind,
  id: row.id,
  title: row.slice_name ?? row.dashboard_title ?? '',
  to: kind === 'chart' ? paths.chart(row.id) : paths.dashboard(row.slug || row.id),
  thumbnail: row.thumbnail_url,
  changedOn: row.changed_on_utc,
  changedBy: row.changed_by ?? null,
  owners: row.owners ?? [],
  vizType: row.viz_type ?? '',
  dataset: row.datasource_name_text?.split('.').at(-1) ?? '',
  isExample:
    kind === 'chart'
      ? (row.datasource_name_text?.startsWith(`${exampleSchema}.`) ?? false)
      : exampleSlugs.some((slug) => slug === row.slug),
})

const ask = async (
  kind: Thing['kind'],
  filters: Filters,
  signal: AbortSignal,
  size: number,
): Promise<{ count: number; things: Thing[] }> => {
  const q = {
    columns: columns[kind],
    filters,
    order_column: 'changed_on_delta_humanized',
    order_direction: 'desc' as const,
    page: 0,
    page_size: size,
  }
  const answer = (await call(routesOf(kind).list, { q }, { signal })) as { count: number; result: Row[] }
  return { count: answer.count, things: answer.result.map((row) => thingOf(kind, row)) }
}

const rowCount = 6

/** Charts and dashboards that fit, mixed, the latest first. */
const askBoth = async (filters: Record<Thing['kind'], Filters>, signal: AbortSignal) => {
  const [dashboards, charts] = await Promise.all([
    ask('dashboard', filters.dashboard, signal, rowCount),
    ask('chart', filters.chart, signal, rowCount),
  ])
  const things = [...dashboards.things, ...charts.things].sort((a, b) => b.changedOn.localeCompare(a.changedOn)).slice(0, rowCount)
  return { things, dashboards: dashboards.count, charts: charts.count, count: dashboards.count + charts.count }
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
  if (!session.may('can_recent_activity', 'Log')) return []
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
    queryKey: ['home', 'starred'],
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
  return useQuery({ queryKey: ['home', 'mine', user.id], queryFn: ({ signal }) => askBoth({ chart: own, dashboard: own }, signal) })
}

/** Which of some charts and dashboards are starred, by key. */
export const useStars = (things: Thing[]) =>
  useQuery({
    queryKey: ['home', 'stars', things.map(({ key }) => key)],
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
  const visited = useQuery({ queryKey: ['home', 'continue'], staleTime: 0, queryFn: ({ signal }) => askContinue(session, signal) })
  const starred = useStarred()
  const mine = useMine(session)
  const examples = useQuery({
    queryKey: ['home', 'dashboards'],
    queryFn: ({ signal }) => ask('dashboard', [{ col: 'published', opr: 'eq', value: true }], signal, cardCount),
  })
  return { visited, starred, mine, examples }
}
