import { refusal } from '#core/access/refusal.ts'
import { can } from '#core/access/can.ts'
import type { Principal } from '#core/access/principal.ts'
import { AppError, MessageError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/tables.ts'
import { QueryError } from '#engines/compile/query-error.ts'
import { runCatalogJob, columnsOf, subjectFor, type CatalogAccess } from '../database/catalog.ts'
import { deniedTable, deniedTableText } from '../chart-data/prepare/check-fragments.ts'
import { templateParamsOf } from '../chart-data/prepare/templates.ts'
import { renderVirtualSql } from '../chart-data/prepare/virtual-sql.ts'
import { engineFor } from '../database/connection/connection.ts'
import { abilitiesOf } from '../database/connection/describe.ts'
import { parseUri } from '../database/connection/uri.ts'
import { planStatement } from '../database/foreign/plan-foreign.ts'
import type { PhysicalTable } from './parts.ts'

/** The source of a dataset: a table or SQL. */
export type Source = {
  catalog: string | null
  schema: string | null
  table_name: string
  sql: string | null
  template_params?: string | null
}

type SourceAccess = {
  ctx: Pick<Context, 'db' | 'config' | 'host' | 'now' | 'sql' | 'tableFiles'>
  principal: Principal
  signal: AbortSignal
}

/** Completes catalog and schema with the connection's defaults. */
export const placeOf = async (access: SourceAccess, database: Row<'databases'>, source: Source): Promise<Source> => {
  const { capabilities } = engineFor(parseUri(database.sqlalchemy_uri)).dialect
  const catalogAccess: CatalogAccess = { ...access, database }
  const catalog =
    source.catalog || (capabilities.catalogs ? (await runCatalogJob<'catalogs'>(catalogAccess, { kind: 'catalogs' })).default : null)
  const schema =
    source.schema || (capabilities.schemas ? (await runCatalogJob<'schemas'>(catalogAccess, { kind: 'schemas', catalog })).default : null)
  return { ...source, catalog, schema }
}

/** @throws AppError 403 when the principal may not read the source; SQL requires access to the whole database */
export const requireSource = (principal: Principal, database: Row<'databases'>, { catalog, schema, sql }: Source): void => {
  const subject = subjectFor(database)
  const decision = can(principal, 'query', sql ? subject : { kind: 'schema', database: subject, catalog, schema })
  if (!decision.allowed) throw refusal(decision)
}

const readableSql = async (
  { ctx, principal }: SourceAccess,
  database: Row<'databases'>,
  { sql, template_params: own }: Source & { sql: string },
) => {
  const { dialect } = engineFor(parseUri(database.sqlalchemy_uri))
  const templateParams = templateParamsOf(own, database.extra)
  try {
    return await renderVirtualSql(ctx, { sql, templateParams, dialect, principal })
  } catch (error) {
    if (!(error instanceof AppError) || error.type !== 'INVALID_SQL_ERROR') throw error
    throw new MessageError(422, { sql: [t('Invalid SQL: %(fault)s', { fault: error.message })] }, { cause: error })
  }
}

/** @throws MessageError 422 for SQL that cannot be parsed; other errors come up when it runs */
export const requireReadableSql = async (
  access: SourceAccess,
  database: Row<'databases'>,
  source: Source & { sql: string },
): Promise<void> => {
  try {
    await readableSql(access, database, source)
  } catch (error) {
    const isOfRunning = error instanceof AppError || error instanceof QueryError || (error instanceof MessageError && error.status === 400)
    if (!isOfRunning) throw error
  }
}

/** @throws MessageError 422 for another catalog than the default, if the engine does not support catalogs */
export const requireCatalog = async (access: SourceAccess, database: Row<'databases'>, source: Source): Promise<void> => {
  if (!source.catalog || abilitiesOf(database).allow_multi_catalog) return
  const own = await placeOf(access, database, { ...source, catalog: null })
  if (source.catalog !== own.catalog)
    throw new MessageError(422, { catalog: [t('Only the default catalog is supported for this connection')] })
}

/** Reads the columns of a table or statement from the engine. @throws MessageError 422 for an unknown table, EngineError for an invalid statement */
export const readColumns = async (access: SourceAccess, database: Row<'databases'>, source: Source): Promise<PhysicalTable> => {
  const catalogAccess: CatalogAccess = { ...access, database }
  const { dialect } = engineFor(parseUri(database.sqlalchemy_uri))
  const { catalog, schema, table_name: table, sql } = source
  if (sql) {
    const text = await readableSql(access, database, { ...source, sql })
    const planned = await planStatement(access, database, { sql: text, dialect })
    return { dialect, columns: await runCatalogJob<'describe'>(catalogAccess, { kind: 'describe', ...planned, catalog, schema }) }
  }
  const denied = deniedTable(source, dialect)
  if (denied !== null) throw new MessageError(422, { table: [deniedTableText(denied)] })
  const columns = await columnsOf(catalogAccess, { catalog, schema, table })
  if (columns.length) return { dialect, columns }
  const text = t('Table [%(table)s] could not be found, please double check your database connection, schema, and table name', {
    table: [catalog, schema, table].filter(Boolean).join('.'),
  })
  throw new MessageError(422, { table: [text] })
}
