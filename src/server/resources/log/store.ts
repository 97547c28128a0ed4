import type { Principal } from '#core/access/principal.ts'
import { isVisible } from '../../access/is-visible.ts'
import type { Context } from '../../context.ts'
import { humanizeAge } from '../../list/times.ts'

type Visit = { action: string; slice_id: number | null; dashboard_id: number | null }

const visits = ['mount_explorer', 'mount_dashboard']

/** Actions that count as recent activity by default. */
const activity = [...visits, 'chart.create', 'chart.update', 'dashboard.create', 'dashboard.update']

const maxEntries = 100

const idOf = (value: unknown): number | null => (Number.isSafeInteger(Number(value)) && Number(value) > 0 ? Number(value) : null)

/** The visits among a page's events; other events are ignored. */
export const readVisits = (text: string): Visit[] => {
  const events = parse(text)
  return events.slice(0, maxEntries).flatMap((event) => {
    const action = String(event['event_name'] ?? event['source'] ?? '')
    if (!visits.includes(action)) return []
    const slice_id = action === 'mount_explorer' ? idOf(event['slice_id'] ?? event['source_id']) : null
    const dashboard_id = action === 'mount_dashboard' ? idOf(event['dashboard_id'] ?? event['source_id']) : null
    return slice_id === null && dashboard_id === null ? [] : [{ action, slice_id, dashboard_id }]
  })
}

const parse = (text: string): Record<string, unknown>[] => {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value.filter((item): item is Record<string, unknown> => typeof item === 'object' && item !== null) : []
  } catch {
    return []
  }
}

export const logVisits = async (ctx: Pick<Context, 'db' | 'now'>, userId: number | null, found: Visit[]): Promise<void> => {
  if (found.length === 0) return
  const dttm = ctx.now().toISOString()
  await ctx.db
    .insertInto('action_log')
    .values(found.map((visit) => ({ ...visit, user_id: userId, dttm, json: null, duration_ms: null, referrer: null })))
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
