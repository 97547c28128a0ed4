import type { Principal } from '#core/access/principal.ts'
import { AppError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { asList, asRecord } from '#core/query/read.ts'
import type { QueryContext, QueryObject } from '#core/query/query-object.ts'
import type { Context } from '../../context.ts'
import { savedQueryContext } from './saved-chart.ts'

/** A value as text, without the grain that a dashboard may give to an axis. */
const frozen = (value: unknown): string =>
  JSON.stringify(value, (key, item: unknown) => {
    if (key === 'timeGrain' || key === 'optionName') return undefined
    return typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : typeof item === 'bigint'
        ? String(item)
        : item
  })

/** What decides which values leave the dataset. */
const shownBy = (query: QueryObject): unknown[] => [
  ...(query.columns ?? []),
  ...(query.groupby ?? []),
  ...(query.metrics ?? []),
  ...(query.series_columns ?? []),
  ...(query.orderby ?? []).map((item: unknown) => asList(item)[0]),
  ...[query.series_limit_metric, query.timeseries_limit_metric].filter(Boolean),
  ...(query.filters ?? []).map(({ col }) => col).filter((col) => typeof col === 'object'),
]

const conditionsOf = (query: QueryObject): unknown[] =>
  [query.extras?.where, query.extras?.having, query.where, query.having].filter(Boolean)

const holds = (saved: QueryContext, asked: QueryContext): boolean => {
  const known = new Set(saved.queries.flatMap(shownBy).map(frozen))
  const conditions = new Set(saved.queries.flatMap(conditionsOf))
  return asked.queries.every(
    (query) =>
      shownBy(query).every((value) => known.has(frozen(value))) &&
      conditionsOf(query).every((text) => conditions.has(text)) &&
      !query.annotation_layers?.length,
  )
}

/** Choices of a filter: its own column, and least and greatest of it. */
const asksForChoices = ({ queries }: QueryContext, columns: Set<unknown>): boolean =>
  queries.every(
    (query) =>
      conditionsOf(query).length === 0 &&
      shownBy(query).every((value) => {
        const column = asRecord(asRecord(value)['column'])['column_name']
        return columns.has(value) || (asRecord(value)['expressionType'] === 'SIMPLE' && columns.has(column))
      }),
  )

const filterColumns = async ({ db }: Context, form: Record<string, unknown>): Promise<Set<unknown>> => {
  const id = Number(form['dashboardId'] ?? form['dashboard_id'])
  if (!Number.isInteger(id)) return new Set()
  const row = await db.selectFrom('dashboards').select('json_metadata').where('id', '=', id).executeTakeFirst()
  const metadata = asRecord(JSON.parse(row?.json_metadata || '{}'))
  const filter = asList<Record<string, unknown>>(metadata['native_filter_configuration']).find(
    (each) => each['id'] === form['native_filter_id'],
  )
  return new Set(asList<Record<string, unknown>>(filter?.['targets']).map((target) => asRecord(target['column'])['name']))
}

/**
 * An embedded viewer asks what the charts and filters of the dashboard ask, nothing else of their datasets.
 * @throws AppError 403
 */
export const demandOwnPayload = async (ctx: Context, context: QueryContext, principal: Principal): Promise<void> => {
  if (principal.kind !== 'guest') return
  const form = asRecord(context.form_data)
  const slice = Number(form['slice_id'])
  const isOwn =
    typeof form['native_filter_id'] === 'string'
      ? asksForChoices(context, await filterColumns(ctx, form))
      : Number.isInteger(slice) && slice > 0 && holds(await savedQueryContext(ctx, slice), context)
  if (!isOwn) {
    throw new AppError('DASHBOARD_SECURITY_ACCESS_ERROR', t('Guest user cannot modify chart payload'), { status: 403, level: 'warning' })
  }
}
