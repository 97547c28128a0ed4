import { hasPair, isAdmin, userOf, type Principal } from '#core/access/principal.ts'
import { MessageError } from '#core/errors.ts'
import { readObject } from '#core/encoding/read-object.ts'
import { t } from '#core/i18n/t.ts'
import type { DatasourceRef } from '#core/query/query-object.ts'
import { genericType } from '#core/table.ts'
import type { ResultColumn } from '#api/sqllab.ts'
import type { Context } from '../../../context.ts'
import type { Row } from '../../../db/tables.ts'
import { subjectFor, typeText } from '../../database/catalog.ts'
import { canSeeQuery } from '../../query/state.ts'
import { requireSeenDatabase } from '../../sqllab/execute.ts'
import { planScript } from '../../sqllab/script/plan.ts'
import { templateParamsOf } from '../prepare/templates.ts'
import type { Source } from '../source.ts'

type Reader = Pick<Context, 'db' | 'config' | 'host' | 'sql' | 'tableFiles' | 'now' | 'closing'>

/** A statement of SQL Lab: one that was run, or a saved one. */
type Statement = {
  name: string
  databaseId: number
  catalog: string | null
  schema: string | null
  sql: string
  templateParams: string | null
  changedOn: string
  /** Of its last result; null: unknown. */
  columns: ResultColumn[] | null
}

/** A statement as charts read it, and the columns of its rows. */
export type QuerySource = Source & {
  type: QueryType
  id: number
  database: Row<'databases'>
  columns: ResultColumn[]
  /** JSON of the parameters of its templates. */
  parametersText: string | null
}

export type QueryType = 'query' | 'saved_query'

export const isQueryType = (type: unknown): type is QueryType => type === 'query' || type === 'saved_query'

const findRun = async ({ db }: Reader, principal: Principal, id: number): Promise<Statement | null> => {
  const row = await db.selectFrom('queries').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row || !hasPair(principal, 'can_read', 'Query') || !canSeeQuery(principal, row)) return null
  const { columns } = readObject(row.extra_json) as { columns?: ResultColumn[] }
  return {
    name: row.tab_name || t('Query %(id)s', { id }),
    databaseId: row.database_id,
    catalog: row.catalog,
    schema: row.schema,
    sql: row.select_sql ?? row.sql,
    templateParams: row.select_sql === null ? row.template_params : null,
    changedOn: row.changed_on,
    columns: columns ?? null,
  }
}

const findSaved = async ({ db }: Reader, principal: Principal, id: number): Promise<Statement | null> => {
  const row = await db.selectFrom('saved_queries').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row?.sql || row.db_id === null || !hasPair(principal, 'can_read', 'SavedQuery')) return null
  if (!isAdmin(principal) && row.created_by_fk !== (userOf(principal)?.id ?? -1)) return null
  return {
    name: row.label || t('Query %(id)s', { id }),
    databaseId: row.db_id,
    catalog: row.catalog,
    schema: row.schema,
    sql: row.sql,
    templateParams: row.template_parameters,
    changedOn: row.changed_on,
    columns: null,
  }
}

/**
 * A statement of SQL Lab as the source of a chart, with the rights that running it needs: it is the viewer's own, and the viewer may read
 * its tables. Null if there is none, or none that the viewer sees.
 * @throws AppError for a statement that the viewer may not run; MessageError for one without rows
 */
export const findQuerySource = async (
  ctx: Reader,
  { id, type }: { id: DatasourceRef['id']; type: QueryType },
  principal: Principal,
): Promise<QuerySource | null> => {
  const user = userOf(principal)
  if (typeof id !== 'number' || user === null) return null
  const statement = await (type === 'query' ? findRun : findSaved)(ctx, principal, id)
  if (!statement) return null
  const { name, catalog, schema, sql, templateParams, changedOn } = statement
  const database = await requireSeenDatabase(ctx, principal, statement.databaseId)
  const script = { database, namespace: { catalog, schema }, sql, templateParams, limit: ctx.config.sqlMaxRow }
  const plan = await planScript({ ctx, principal, signal: ctx.closing }, script)
  if (!plan.isQuery || plan.before.length > 0) throw new MessageError(400, t('Only a script of one query can be explored.'))
  const { connection, engine } = plan
  const { dialect } = engine
  const describe = async (): Promise<ResultColumn[]> => {
    const described = await ctx.host.run({ kind: 'describe', connection, sql: plan.unlimited, catalog, schema, fetches: plan.fetches })
    return described.map((column) => {
      const generic = genericType[dialect.columnType(column.type)]
      return { column_name: column.name, name: column.name, type: typeText(column.type), type_generic: generic, is_dttm: generic === 2 }
    })
  }
  const columns = statement.columns ?? (await describe())
  return {
    type,
    id,
    database,
    columns,
    parametersText: templateParams,
    dataset: {
      // No dataset has this id, so that none of their rules is taken for this one.
      id: -id,
      uuid: '',
      catalog,
      schema,
      table_name: name,
      sql,
      columns: columns.map((column) => ({
        column_name: column.column_name,
        verbose_name: null,
        type: column.type,
        is_dttm: column.is_dttm,
        expression: null,
        python_date_format: null,
      })),
      metrics: [],
      main_dttm_col: columns.find((column) => column.is_dttm)?.column_name ?? null,
      always_filter_main_dttm: false,
      fetch_values_predicate: null,
      offset: 0,
    },
    subject: { kind: 'dataset', id: -id, name, owners: [user.id], database: subjectFor(database), catalog, schema },
    dialect,
    connection,
    stamp: [type, id, changedOn, database.version, connection.key].join(' '),
    timezone: ctx.config.timezone,
    dataOn: null,
    cacheTimeout: database.cache_timeout,
    templateParams: templateParamsOf(templateParams, database.extra),
  }
}
