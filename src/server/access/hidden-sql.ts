import { createHmac } from 'node:crypto'
import { hiddenSqlPrefix } from '#core/query/drill/hidden-sql.ts'
import type { GuestPrincipal } from '#core/access/principal.ts'
import { readObject } from '#core/encoding/read-object.ts'
import type { Context } from '../context.ts'
import { cachedUntilChange } from '../db/cached-until-change.ts'
import { derivedKey } from '../secrets/secrets.ts'

/**
 * Custom SQL of the charts and filters of an embedded dashboard. Its viewers get a name for each text, which their requests send back and
 * which is replaced by the text before anything reads it.
 */
const anyName = /hidden_sql_[\da-f]{32}/g

type Configured = Pick<Context, 'config'>

const nameOf = ({ config }: Configured, text: string): string =>
  hiddenSqlPrefix + createHmac('sha256', derivedKey(config.secretKey, 'hidden SQL')).update(text).digest('hex').slice(0, 32)

const sqlKeys: ReadonlySet<string> = new Set(['sqlExpression', 'where', 'having'])
const documentKeys: ReadonlySet<string> = new Set(['params', 'query_context', 'json_metadata', 'form_data'])

type Fields = Record<string, unknown>
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A metric or column without a label is named by its SQL, which is the heading that viewers see. */
const isHeading = (fields: Fields): boolean =>
  fields['clause'] === undefined && (typeof fields['label'] !== 'string' || fields['label'] === '')

const isSql = (fields: Fields, key: string): boolean => sqlKeys.has(key) && !(key === 'sqlExpression' && isHeading(fields))

/** The value with each custom SQL text replaced, also in the documents that it holds as texts. */
const replaceSql = (value: unknown, replacement: (sql: string) => string): unknown => {
  if (Array.isArray(value)) return value.map((item) => replaceSql(item, replacement))
  if (!isFields(value)) return value
  const changed = Object.entries(value).map(([key, item]): [string, unknown] => {
    if (typeof item !== 'string' || item.trim() === '') return [key, replaceSql(item, replacement)]
    if (isSql(value, key)) return [key, replacement(item)]
    if (documentKeys.has(key) && item.startsWith('{')) return [key, JSON.stringify(replaceSql(readObject(item), replacement))]
    return [key, item]
  })
  return Object.fromEntries(changed)
}

/** What a guest is sent: no custom SQL. */
export const hideSql = (ctx: Configured, answer: unknown): unknown => replaceSql(answer, (sql) => nameOf(ctx, sql))

/** The custom SQL of a dashboard, or of a chart, by the names that its viewers know. */
const namesOf = cachedUntilChange(
  async (ctx: Configured & Pick<Context, 'db'>, type: string, uuid: string): Promise<Map<string, string>> => {
    const names = new Map<string, string>()
    const note = (sql: string) => {
      names.set(nameOf(ctx, sql), sql)
      return sql
    }
    if (type === 'chart') {
      replaceSql(await ctx.db.selectFrom('charts').select(['params', 'query_context']).where('uuid', '=', uuid).execute(), note)
      return names
    }
    const dashboard = await ctx.db.selectFrom('dashboards').select(['id', 'json_metadata']).where('uuid', '=', uuid).executeTakeFirst()
    if (!dashboard) return names
    replaceSql(readObject(dashboard.json_metadata), note)
    const charts = await ctx.db
      .selectFrom('dashboard_charts')
      .innerJoin('charts', 'charts.id', 'dashboard_charts.chart_id')
      .select(['charts.params', 'charts.query_context'])
      .where('dashboard_charts.dashboard_id', '=', dashboard.id)
      .execute()
    replaceSql(charts, note)
    return names
  },
)

const mapTexts = (value: unknown, change: (text: string) => string): unknown => {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change))
  if (!isFields(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapTexts(item, change)]))
}

/** The body of a guest's request with the SQL that its names stand for; names of other dashboards stay names. */
export const restoreSql = async (ctx: Configured & Pick<Context, 'db'>, { resources }: GuestPrincipal, body: unknown): Promise<unknown> => {
  if (!JSON.stringify(body ?? null).includes(hiddenSqlPrefix)) return body
  const known = await Promise.all(resources.map(({ type, id }) => namesOf(ctx, type, id)))
  const textOf = (name: string) => known.find((names) => names.has(name))?.get(name) ?? name
  const isDocument = (text: string) => /^\s*[[{]/.test(text)
  return mapTexts(body, (text) =>
    text.replaceAll(anyName, (name) => (isDocument(text) ? JSON.stringify(textOf(name)).slice(1, -1) : textOf(name))),
  )
}
