import type { Principal } from '#core/access/principal.ts'
import { isVisible } from '../../access/is-visible.ts'
import type { Context } from '../../context.ts'
import { humanizeAge } from '../../list/times.ts'

/** What a page reports: a visit under its own action, anything else (such as an aborted query) as `log`, with the event itself as JSON. */
type PageEvent = { action: string; slice_id: number | null; dashboard_id: number | null; json: string }

const visits = ['mount_explorer', 'mount_dashboard']

/** Actions that count as recent activity by default. */
const activity = [...visits, 'chart.create', 'chart.update', 'dashboard.create', 'dashboard.update']

const maxEvents = 100
const maxEventLength = 10_000

const idOf = (value: unknown): number | null => (Number.isSafeInteger(Number(value)) && Number(value) > 0 ? Number(value) : null)

/** Reads the events that a page sent as a JSON list; `dashboard_id` of the request applies to those without one. */
export const readEvents = (text: string, dashboardId: unknown): PageEvent[] =>
  parse(text)
    .slice(0, maxEvents)
    .flatMap((event) => {
      const json = JSON.stringify(event)
      if (json.length > maxEventLength) return []
      const name = String(event['event_name'] ?? event['source'] ?? '')
      if (!visits.includes(name))
        return [{ action: 'log', slice_id: idOf(event['slice_id']), dashboard_id: idOf(dashboardId) ?? idOf(event['dashboard_id']), json }]
      const slice_id = name === 'mount_explorer' ? idOf(event['slice_id'] ?? event['source_id']) : null
      const dashboard_id = name === 'mount_dashboard' ? idOf(event['dashboard_id'] ?? event['source_id']) : null
      return slice_id === null && dashboard_id === null ? [] : [{ action: name, slice_id, dashboard_id, json }]
    })

const parse = (text: string): Record<string, unknown>[] => {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value.filter((item): item is Record<string, unknown> => typeof item === 'object' && item !== null) : []
  } catch {
    return []
  }
}

type Sender = { userId: number | null; referrer: string | null }

export const logEvents = async (ctx: Pick<Context, 'db' | 'now'>, events: PageEvent[], { userId, referrer }: Sender): Promise<void> => {
  if (events.length === 0) return
  const dttm = ctx.now().toISOString()
  await ctx.db
    .insertInto('action_log')
    .values(events.map((event) => ({ ...event, user_id: userId, dttm, duration_ms: null, referrer: referrer?.slice(0, 1000) ?? null })))
    .execute()
}

type RecentQuery = { userId: number; actions?: string[] | undefined; distinct: boolean; page: number; size: number }

/** Log entries about existing, visible charts and dashboards; only the latest of each if `distinct`. */
export const readRecent = async (ctx: Pick<Context, 'db' | 'now'>, principal: Principal, question: RecentQuery) => {
  const { userId, distinct, page, size } = question
  const actions = question.actions?.length ? question.actions : activity
  const lines = await ctx.db
    .selectFrom('action_log')
    .leftJoin('charts', (join) =>
      join.onRef('charts.id', '=', 'action_log.slice_id').on('charts.deleted_at', 'is', null).on(isVisible(principal, 'chart')),
    )
    .leftJoin('dashboards', (join) =>
      join
        .onRef('dashboards.id', '=', 'action_log.dashboard_id')
        .on('dashboards.deleted_at', 'is', null)
        .on(isVisible(principal, 'dashboard')),
    )
    .select(['action', 'dttm', 'slice_name', 'charts.id as chart', 'dashboard_title', 'slug', 'dashboards.id as dashboard'])
    .where('action_log.user_id', '=', userId)
    .where('action', 'in', actions)
    .where((eb) => eb.or([eb('charts.id', 'is not', null), eb('dashboards.id', 'is not', null)]))
    .orderBy('action_log.id', 'desc')
    .limit(1000)
    .execute()
  const seen = new Set<string>()
  const now = ctx.now()
  const items = lines.flatMap(({ action, dttm, ...line }) => {
    const item =
      line.dashboard === null
        ? { item_type: 'slice' as const, item_title: line.slice_name ?? '', item_url: `/explore/?slice_id=${line.chart}` }
        : {
            item_type: 'dashboard' as const,
            item_title: line.dashboard_title ?? '',
            item_url: `/superset/dashboard/${encodeURIComponent(line.slug ?? line.dashboard)}/`,
          }
    if (distinct && seen.has(item.item_url)) return []
    seen.add(item.item_url)
    return [{ action, ...item, time: Date.parse(dttm), time_delta_humanized: humanizeAge(dttm, now) }]
  })
  return items.slice(page * size, (page + 1) * size)
}
