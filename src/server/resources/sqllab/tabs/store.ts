import { z } from 'zod'
import type { TabState } from '#api/sqllab.ts'
import { BodyError, MessageError } from '#core/errors.ts'
import { applySplice, isSpliceOf, type Splice } from '#core/encoding/splice.ts'
import { t } from '#core/i18n/t.ts'
import { readObject } from '#core/encoding/read-object.ts'
import type { Context } from '../../../context.ts'
import type { Db } from '../../../db/open.ts'
import type { Row } from '../../../db/tables.ts'
import { transact } from '../../../db/transact.ts'
import { queryState } from '../../query/state.ts'

export type Tab = Row<'tab_states'>
type Store = Pick<Context, 'db' | 'now'>

const badRequest = () =>
  new BodyError(400, { error: '400 Bad Request: The browser (or proxy) sent a request that this server could not understand.' })

export type Form = Record<string, string> | null | undefined

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new BodyError(400, badRequest().body, { cause })
  }
}

/** A JSON field of a form. @throws BodyError 400 */
export const formField = <T>(form: Form, name: string, schema: z.ZodType<T>): T => {
  const text = form?.[name]
  const parsed = text === undefined ? undefined : schema.safeParse(parseJson(text))
  if (!parsed?.success) throw badRequest()
  return parsed.data
}

const id = z.int().min(0).max(2_147_483_647)
const words = z.string().max(256).nullable()

const flag = z.boolean().transform(Number)

/** The fields of a tab that a form may change, each by itself. */
const columns = {
  label: words,
  database_id: id.nullable(),
  catalog: words,
  schema: words,
  sql: z.string().nullable(),
  query_limit: id.nullable(),
  latest_query_id: words,
  autorun: flag,
  template_params: z.string().nullable(),
  hide_left_bar: flag,
  saved_query_id: id.nullable(),
  extra_json: z.union([z.string(), z.record(z.string(), z.unknown()).transform((value) => JSON.stringify(value))]),
  position: id,
}
const patch = z.object(columns).partial()

/** How the editor names them when it opens a tab. */
const editor = z
  .object({
    name: words,
    title: words,
    dbId: id.nullable(),
    catalog: words,
    schema: words,
    sql: z.string().nullable(),
    queryLimit: id.nullable(),
    autorun: flag.nullable(),
    templateParams: z.string().nullable(),
    hideLeftBar: flag.nullable(),
    remoteId: id.nullable(),
    latestQueryId: words,
  })
  .partial()

/** Opens a tab behind the others. */
export const createTab = ({ db, now }: Store, userId: number, form: Form): Promise<number> => {
  const given = formField(form, 'queryEditor', editor)
  return transact(db, async (trx) => {
    const time = now().toISOString()
    const last = await trx
      .selectFrom('tab_states')
      .select(({ fn }) => fn.max('position').as('position'))
      .where('user_id', '=', userId)
      .executeTakeFirst()
    await trx.updateTable('tab_states').set({ active: 0 }).where('user_id', '=', userId).execute()
    const made = await trx
      .insertInto('tab_states')
      .values({
        user_id: userId,
        label: given.name ?? given.title ?? 'Untitled Query',
        active: 1,
        database_id: given.dbId ?? null,
        catalog: given.catalog ?? null,
        schema: given.schema ?? null,
        sql: given.sql ?? null,
        query_limit: given.queryLimit ?? null,
        latest_query_id: given.latestQueryId ?? null,
        autorun: given.autorun ?? 0,
        template_params: given.templateParams ?? null,
        hide_left_bar: given.hideLeftBar ?? 0,
        saved_query_id: given.remoteId ?? null,
        position: (last?.position ?? 0) + 1,
        closed_on: null,
        created_on: time,
        changed_on: time,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return made.id
  })
}

/** The version of a tab and its text, for `If-Match` of a later splice. */
const tabTag = (tab: Pick<Tab, 'id' | 'changed_on' | 'sql'>): string =>
  `"tab-${tab.id}-${Date.parse(tab.changed_on)}-${tab.sql?.length ?? 0}"`

const splice = z.object({ from: z.int().min(0), to: z.int().min(0), insert: z.string() })

/** The text that a splice makes of the one that a version has. @throws MessageError 412 where it is not that version any more */
const splicedText = (tab: Tab, change: Splice, ifMatch: string | undefined): string => {
  const text = tab.sql ?? ''
  if (ifMatch !== tabTag(tab)) throw new MessageError(412, t('The text was changed elsewhere.'))
  if (!isSpliceOf(text, change)) throw badRequest()
  return applySplice(text, change)
}

/** Changes fields of a tab; `sql_splice` instead of `sql` changes a part of its text. Returns its version. */
export const updateTab = ({ db, now }: Store, tab: Tab, form: Form, ifMatch: string | undefined): Promise<string> => {
  const given = Object.fromEntries(Object.entries(form ?? {}).flatMap(([name, text]) => (name in columns ? [[name, parseJson(text)]] : [])))
  const parsed = patch.safeParse(given)
  if (!parsed.success) throw badRequest()
  const change = form?.['sql_splice'] === undefined ? null : formField(form, 'sql_splice', splice)
  return transact(db, async (trx) => {
    const before = await trx.selectFrom('tab_states').selectAll().where('id', '=', tab.id).executeTakeFirstOrThrow()
    const sql = change ? { sql: splicedText(before, change, ifMatch) } : {}
    const values = { ...parsed.data, ...sql, changed_on: now().toISOString() }
    await trx.updateTable('tab_states').set(values).where('id', '=', tab.id).execute()
    return tabTag({ ...before, ...values })
  })
}

/** Makes a tab the active one, and opens it if it is closed. */
export const activateTab = ({ db }: Pick<Store, 'db'>, tab: Tab): Promise<void> =>
  transact(db, async (trx) => {
    await trx.updateTable('tab_states').set({ active: 0 }).where('user_id', '=', tab.user_id).execute()
    await trx.updateTable('tab_states').set({ active: 1, closed_on: null }).where('id', '=', tab.id).execute()
  })

export const closeTab = async ({ db, now }: Store, tab: Tab): Promise<void> => {
  await db.updateTable('tab_states').set({ active: 0, closed_on: now().toISOString() }).where('id', '=', tab.id).execute()
}

/** Attaches a query of the tab's owner to the tab. */
export const migrateQuery = async ({ db }: Pick<Store, 'db'>, tab: Tab, form: Form): Promise<void> => {
  const clientId = formField(form, 'queryId', z.string())
  await db
    .updateTable('queries')
    .set({ sql_editor_id: String(tab.id) })
    .where('client_id', '=', clientId)
    .where('user_id', '=', tab.user_id)
    .execute()
}

/** Removes a query from the tab's history; if it was the tab's last one, the one before it takes its place. */
export const deleteTabQuery = ({ db }: Pick<Store, 'db'>, tab: Tab, clientId: string): Promise<void> =>
  transact(db, async (trx) => {
    const own = { sql_editor_id: String(tab.id), user_id: tab.user_id }
    await trx
      .deleteFrom('queries')
      .where('client_id', '=', clientId)
      .where('user_id', '=', own.user_id)
      .where('sql_editor_id', '=', own.sql_editor_id)
      .where('status', 'not in', ['pending', 'running'])
      .execute()
    if (tab.latest_query_id !== clientId) return
    const latest = await trx
      .selectFrom('queries')
      .select('client_id')
      .where('user_id', '=', own.user_id)
      .where('sql_editor_id', '=', own.sql_editor_id)
      .orderBy('id', 'desc')
      .executeTakeFirst()
    await trx
      .updateTable('tab_states')
      .set({ latest_query_id: latest?.client_id ?? null })
      .where('id', '=', tab.id)
      .execute()
  })

const table = z
  .object({
    dbId: id,
    catalog: words.optional(),
    schema: words.optional(),
    name: z.string().max(256),
    queryEditorId: z.union([
      id,
      z
        .string()
        .regex(/^\d{1,9}$/)
        .transform(Number),
    ]),
  })
  .catchall(z.unknown())

/** The table that a form keeps open, and the tab that it is for. @throws BodyError 400 */
export const tableOf = (form: Form) => formField(form, 'table', table)

/** Keeps a table open in a tab, in place of what was known of it. */
export const openTable = ({ db }: Pick<Store, 'db'>, tab: Tab, opened: z.output<typeof table>): Promise<number> =>
  transact(db, async (trx) => {
    const { dbId: database_id, catalog = null, schema = null, name } = opened
    await trx
      .deleteFrom('table_schemas')
      .where('tab_state_id', '=', tab.id)
      .where('database_id', '=', database_id)
      .where('catalog', 'is not distinct from', catalog)
      .where('schema', 'is not distinct from', schema)
      .where('table', '=', name)
      .execute()
    const made = await trx
      .insertInto('table_schemas')
      .values({ tab_state_id: tab.id, database_id, catalog, schema, table: name, description: JSON.stringify(opened), expanded: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    return made.id
  })

const tablesOf = async (db: Db, tab: Tab) =>
  (await db.selectFrom('table_schemas').selectAll().where('tab_state_id', '=', tab.id).orderBy('id').execute()).map((row) => ({
    ...row,
    description: readObject(row.description),
    expanded: row.expanded === 1,
  }))

/** A tab with the tables opened in it and its last query. */
export const tabState = async (ctx: Pick<Context, 'db' | 'host'>, tab: Tab): Promise<TabState> => {
  const { db } = ctx
  const latest = tab.latest_query_id
    ? await db
        .selectFrom('queries')
        .selectAll()
        .where('client_id', '=', tab.latest_query_id)
        .where('user_id', '=', tab.user_id)
        .executeTakeFirst()
    : undefined
  return {
    id: tab.id,
    user_id: tab.user_id,
    label: tab.label,
    active: tab.active === 1,
    database_id: tab.database_id,
    catalog: tab.catalog,
    schema: tab.schema,
    table_schemas: await tablesOf(db, tab),
    sql: tab.sql,
    query_limit: tab.query_limit,
    latest_query: latest ? await queryState(ctx, latest) : null,
    autorun: tab.autorun === 1,
    template_params: tab.template_params,
    hide_left_bar: tab.hide_left_bar === 1,
    saved_query: tab.saved_query_id === null ? null : { id: tab.saved_query_id },
    extra_json: readObject(tab.extra_json),
  }
}
