import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import {
  sqllabClosedTabs,
  tabActivate,
  tabCreate,
  tabDelete,
  tabDeleteQuery,
  tabGet,
  tabMigrateQuery,
  tableSchemaCreate,
  tableSchemaDelete,
  tableSchemaExpanded,
  tabUpdate,
} from '#api/sqllab.ts'
import { userOf, type Principal } from '#core/access/principal.ts'
import { forbidden } from '#core/errors.ts'
import { serve, type App } from '../../../http/serve.ts'
import { stopQueriesOf } from '../run/stop.ts'
import {
  activateTab,
  closeTab,
  createTab,
  deleteTabQuery,
  formField,
  migrateQuery,
  openTable,
  tableOf,
  tabState,
  updateTab,
  type Tab,
} from './store.ts'

/** Closed tabs that are offered. */
const maxClosed = 50

/** These views refuse without a word. */
const refuse = (reply: FastifyReply, status: number): FastifyReply => reply.code(status).type('text/html; charset=utf-8').send('')

/** A text alone as JSON. */
const asJson = (reply: FastifyReply, text: string): FastifyReply => reply.type('application/json; charset=utf-8').send(JSON.stringify(text))

/** Tabs of the editor: each is only for its owner. */
export const tabs = (app: App): void => {
  const { ctx } = app
  const { db } = ctx

  const userIdOf = (principal: Principal): number => {
    const user = userOf(principal)
    if (!user) throw forbidden()
    return user.id
  }

  /** The tab, or the status of the refusal. */
  const ownTab = async (principal: Principal, id: number, which: 'open' | 'any' = 'open'): Promise<Tab | 403 | 404> => {
    const tab = await db.selectFrom('tab_states').selectAll().where('id', '=', id).executeTakeFirst()
    if (!tab || (which === 'open' && tab.closed_on !== null)) return 404
    return tab.user_id === userIdOf(principal) ? tab : 403
  }

  const ownTable = async (principal: Principal, id: number) => {
    const table = await db.selectFrom('table_schemas').selectAll().where('id', '=', id).executeTakeFirst()
    const tab = table ? await ownTab(principal, table.tab_state_id, 'any') : 404
    return table && typeof tab !== 'number' ? table : tab === 403 ? 403 : 404
  }

  serve(app, tabCreate, async ({ principal, body }) => ({ id: await createTab(ctx, userIdOf(principal), body) }))

  serve(app, tabGet, async ({ principal, params, reply }) => {
    const tab = await ownTab(principal, params.tab_state_id)
    return typeof tab === 'number' ? refuse(reply, tab) : tabState(ctx, tab)
  })

  serve(app, tabUpdate, async ({ principal, params, body, request, reply }) => {
    const tab = await ownTab(principal, params.tab_state_id)
    if (typeof tab === 'number') return refuse(reply, tab)
    reply.header('etag', await updateTab(ctx, tab, body, request.headers['if-match']))
    return tab.id
  })

  serve(app, tabDelete, async ({ principal, params, reply }) => {
    const tab = await ownTab(principal, params.tab_state_id)
    if (typeof tab === 'number') return refuse(reply, tab)
    await closeTab(ctx, tab)
    await stopQueriesOf(ctx, tab)
    return asJson(reply, 'OK')
  })

  serve(app, tabActivate, async ({ principal, params, reply }) => {
    const tab = await ownTab(principal, params.tab_state_id, 'any')
    if (typeof tab === 'number') return refuse(reply, tab)
    await activateTab(ctx, tab)
    return tab.id
  })

  serve(app, tabMigrateQuery, async ({ principal, params, body, reply }) => {
    const tab = await ownTab(principal, params.tab_state_id)
    if (typeof tab === 'number') return refuse(reply, tab)
    await migrateQuery(ctx, tab, body)
    return tab.id
  })

  serve(app, tabDeleteQuery, async ({ principal, params, reply }) => {
    const tab = await ownTab(principal, params.tab_state_id)
    if (typeof tab === 'number') return refuse(reply, tab)
    await deleteTabQuery(ctx, tab, params.client_id)
    return asJson(reply, 'OK')
  })

  serve(app, tableSchemaCreate, async ({ principal, body, reply }) => {
    const opened = tableOf(body)
    const tab = await ownTab(principal, opened.queryEditorId)
    return typeof tab === 'number' ? refuse(reply, tab) : { id: await openTable(ctx, tab, opened) }
  })

  serve(app, tableSchemaExpanded, async ({ principal, params, body, reply }) => {
    const table = await ownTable(principal, params.table_schema_id)
    if (typeof table === 'number') return refuse(reply, table)
    const expanded = formField(body, 'expanded', z.boolean())
    await db
      .updateTable('table_schemas')
      .set({ expanded: Number(expanded) })
      .where('id', '=', table.id)
      .execute()
    return { id: table.id, expanded }
  })

  serve(app, tableSchemaDelete, async ({ principal, params, reply }) => {
    const table = await ownTable(principal, params.table_schema_id)
    if (typeof table === 'number') return refuse(reply, table)
    await db.deleteFrom('table_schemas').where('id', '=', table.id).execute()
    return asJson(reply, 'OK')
  })

  serve(app, sqllabClosedTabs, async ({ principal }) => ({
    result: (
      await db
        .selectFrom('tab_states')
        .select(['id', 'label', 'sql', 'closed_on'])
        .where('user_id', '=', userIdOf(principal))
        .where('closed_on', 'is not', null)
        .orderBy('closed_on', 'desc')
        .limit(maxClosed)
        .execute()
    ).map((tab) => ({ ...tab, closed_on: tab.closed_on ?? '' })),
  }))
}
