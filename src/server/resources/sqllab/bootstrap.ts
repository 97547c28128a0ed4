import { userOf, type Principal } from '#core/access/principal.ts'
import { isVisible } from '../../access/is-visible.ts'
import type { Context } from '../../context.ts'
import { readRows } from '../../list/list.ts'
import { databaseSpec } from '../database/spec.ts'
import { queryStates } from '../query/state.ts'
import { tabState } from './tabs/store.ts'

/** Latest queries that the page starts with. */
const maxQueries = 1000

const databaseColumns = `allow_file_upload allow_ctas allow_cvas allow_dml allow_run_async allows_subquery allow_multi_catalog
  allows_virtual_table_explore backend database_name disable_data_preview disable_drill_to_detail expose_in_sqllab
  force_ctas_schema id`.split(/\s+/)

/** What SQL Lab starts with. */
export const bootstrap = async (ctx: Pick<Context, 'db' | 'host' | 'now' | 'config'>, principal: Principal) => {
  const { db } = ctx
  const userId = userOf(principal)?.id ?? -1
  const open = await db
    .selectFrom('tab_states')
    .selectAll()
    .where('user_id', '=', userId)
    .where('closed_on', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
  const active = open.find((tab) => tab.active === 1) ?? open.at(-1)
  const ids = await db
    .selectFrom('databases')
    .select('id')
    .where('deleted_at', 'is', null)
    .where(isVisible(principal, 'database'))
    .orderBy('id')
    .execute()
  const databases = await readRows(
    databaseSpec,
    { ctx, principal },
    ids.map(({ id }) => id),
    databaseColumns,
  )
  const queries = await db
    .selectFrom('queries')
    .selectAll()
    .where('user_id', '=', userId)
    .where('sql_editor_id', 'in', ['', ...open.map(({ id }) => String(id))])
    .orderBy('id', 'desc')
    .limit(maxQueries)
    .execute()
  return {
    active_tab: active ? await tabState(ctx, active) : null,
    databases: Object.fromEntries(databases.map((database) => [String(database['id']), database])),
    queries: Object.fromEntries((await queryStates(ctx, queries)).map((state) => [state.id, state])),
    tab_state_ids: open.map(({ id, label }) => ({ id, label })),
  }
}
