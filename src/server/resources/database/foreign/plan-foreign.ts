import type { Principal } from '#core/access/principal.ts'
import { AppError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import type { TableNeeds } from '#core/sql/foreign/needs.ts'
import { LostName, renameTables } from '#core/sql/foreign/rename.ts'
import type { TableName } from '#core/sql/inspect.ts'
import { fetchSql } from '#engines/compile/foreign/fetch-sql.ts'
import type { Dialect } from '#engines/dialect.ts'
import type { RelationColumn } from '#engines/engine.ts'
import type { ConnectionSpec, Fetch } from '#engines/host/protocol.ts'
import type { Context } from '../../../context.ts'
import type { Row } from '../../../db/tables.ts'
import { addRules, cannotApplyError } from '../../chart-data/prepare/limit-rows.ts'
import { databaseRules } from '../../chart-data/prepare/rules.ts'
import { templateParamsOf } from '../../chart-data/prepare/templates.ts'
import { renderSql } from '../../chart-data/prepare/virtual-sql.ts'
import { readQuery } from '../../sqllab/script/check.ts'
import { requireTables } from '../../sqllab/script/table-access.ts'
import { runCatalogJob, type CatalogAccess } from '../catalog.ts'
import { connectionOf, engineFor } from '../connection/connection.ts'
import { parseUri } from '../connection/uri.ts'
import { databaseOf, namedDatabases, type NamedDatabases } from './named-databases.ts'

export type ForeignScope = {
  ctx: Pick<Context, 'config' | 'db' | 'host' | 'sql' | 'tableFiles'>
  principal: Principal
  signal: AbortSignal
  named: NamedDatabases
}

/** A statement of the house that reads temporary tables in place of other databases', and how these are filled. */
export type ForeignPlan = { sql: string; fetches: readonly Fetch[] }

type Place = { database: Row<'databases'>; connection: ConnectionSpec; dialect: Dialect; schema: string; table: string }

const labelOf = ({ database_name: name }: Row<'databases'>, { schema, table }: { schema: string; table: string }): string =>
  [name, schema, table].join('.')

const noTable = (label: string) =>
  new AppError(
    'TABLE_DOES_NOT_EXIST_ERROR',
    t('The table "%(table)s" does not exist. A valid table must be used to run this query.', { table: label }),
  )

/** The table as it is written, or in lower case, as engines read names without quotes; without columns if it is neither. */
const findTable = async (access: CatalogAccess, written: { schema: string; table: string }) => {
  const lower = { schema: written.schema.toLowerCase(), table: written.table.toLowerCase() }
  for (const place of [written, lower]) {
    const columns = await runCatalogJob<'columns'>(access, { kind: 'columns', relation: { catalog: null, ...place } })
    if (columns.length) return { ...place, columns }
  }
  return { ...written, columns: [] as RelationColumn[] }
}

/** The statement for a table, limited to the rows and columns that the principal may read. @throws AppError, MessageError 403 */
const withRules = async (scope: ForeignScope, { database, connection, dialect, schema }: Place, sql: string): Promise<string> => {
  const { ctx, principal } = scope
  const facts = await readQuery(ctx.sql, sql, dialect)
  await requireTables({ ...scope, database }, facts, { catalog: null, schema })
  const templateParams = templateParamsOf(null, database.extra)
  const renderClause = (clause: string) =>
    renderSql(ctx, { sql: clause, templateParams, dialect, principal }).catch((error: unknown) => {
      throw cannotApplyError(error)
    })
  const rules = await databaseRules(ctx, principal, { databaseId: database.id, catalog: null, schema, connection, dialect }, renderClause)
  return rules ? (await addRules(sql, { parser: ctx.sql, dialect, rules: rules.tables, render: (text) => text })).sql : sql
}

const fetchOf = async (
  scope: ForeignScope,
  database: Row<'databases'>,
  { schema, table, needs }: { schema: string; table: string; needs: Omit<TableNeeds, 'start'> },
): Promise<Omit<Fetch, 'table'>> => {
  const { ctx, principal } = scope
  const { dialect } = engineFor(parseUri(database.sqlalchemy_uri))
  const connection = await connectionOf(ctx, database, principal)
  const found = await findTable({ ...scope, database }, { schema, table })
  const label = labelOf(database, found)
  const place = { database, connection, dialect, schema: found.schema, table: found.table }
  const sql = await withRules(scope, place, fetchSql(found, needs, dialect))
  if (!found.columns.length) throw noTable(label)
  return { label, connection, schema: found.schema, sql, maxRows: ctx.config.joinRowLimit }
}

/** A fetch under a name that no other has; the same rows are fetched once. */
const addFetch = (fetches: Fetch[], fetch: Omit<Fetch, 'table'>): Fetch => {
  const known = fetches.find(({ sql, connection }) => sql === fetch.sql && connection.key === fetch.connection.key)
  if (known) return known
  const same = fetches.filter(({ label }) => label === fetch.label).length
  const added = { ...fetch, table: same ? `${fetch.label} (${same + 1})` : fetch.label }
  fetches.push(added)
  return added
}

const everything = { names: null, comparisons: [] }

/**
 * Plans how a statement of the house reads tables of other databases: each is fetched through its own driver, only the columns that are
 * used and the rows that pass the comparisons with values, with the rights that the caller has in that database. `before`: fetches of
 * statements that run on the same connection before.
 * @throws AppError, MessageError 403 for a table that may not be read; AppError for one that is not there
 */
export const planForeign = async (
  scope: ForeignScope,
  { sql, dialect, before = [] }: { sql: string; dialect: Dialect; before?: readonly Fetch[] },
): Promise<ForeignPlan> => {
  const { ctx, named } = scope
  if (!named.size) return { sql, fetches: before }
  const parsed = await ctx.sql.parse({ text: sql, dialect: dialect.parser })
  if ('fault' in parsed) return { sql, fetches: before }
  const places = parsed.statements.flatMap((statement) => statement.places)
  const needsOf = new Map(parsed.needs?.map((needs) => [needs.start, needs]))
  const fetches = [...before]
  const names = new Map<number, string>()
  for (const place of places) {
    const database = databaseOf(named, place)
    if (!database || place.schema === null) continue
    const needs = needsOf.get(place.start) ?? everything
    const { table } = addFetch(fetches, await fetchOf(scope, database, { schema: place.schema, table: place.table, needs }))
    names.set(place.start, table)
  }
  const nameOf = (place: TableName & { start: number }) => names.get(place.start) ?? null
  try {
    return { sql: renameTables(sql, places, { nameOf, quote: dialect.quote, dialect: dialect.parser }), fetches }
  } catch (error) {
    if (!(error instanceof LostName)) throw error
    throw new AppError('INVALID_SQL_ERROR', t('The table %(table)s cannot be read from here.', { table: error.message }))
  }
}

/** A statement of a database, planned like `planForeign` where that is the house. */
export const planStatement = async (
  scope: Omit<ForeignScope, 'named'> & { ctx: Pick<Context, 'now'> },
  database: Pick<Row<'databases'>, 'is_house'>,
  { sql, dialect }: { sql: string; dialect: Dialect },
): Promise<ForeignPlan> => {
  const parsed = database.is_house ? await scope.ctx.sql.parse({ text: sql, dialect: dialect.parser }) : { statements: [] }
  const tables = 'statements' in parsed ? parsed.statements.flatMap((statement) => statement.tables) : []
  const named = await namedDatabases(scope.ctx, scope.principal, tables)
  return planForeign({ ...scope, named }, { sql, dialect })
}

/** What is fetched, before the statement itself, for people to read. */
export const planText = ({ sql, fetches }: ForeignPlan): string => [...fetches.map(fetchComment), sql].join('\n\n')

const fetchComment = ({ label, sql }: Fetch): string =>
  `-- ${t('Fetched for %(table)s', { table: label })}:\n${sql.replaceAll(/^/gm, '-- ')}`
