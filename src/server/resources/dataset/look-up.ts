import { refusal } from '#core/access/demand.ts'
import { can } from '#core/access/can.ts'
import type { Principal } from '#core/access/principal.ts'
import { MessageError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/tables.ts'
import { ask, columnsOf, subjectFor, type Looking } from '../database/catalog.ts'
import { templateParamsOf } from '../chart-data/templates.ts'
import { virtualSql } from '../chart-data/virtual-sql.ts'
import { engineFor } from '../database/connection.ts'
import { parseUri } from '../database/uri.ts'
import type { Physical } from './parts.ts'

/** What a dataset is made of, as the engine has it now. */
export type Source = {
  catalog: string | null
  schema: string | null
  table_name: string
  sql: string | null
  template_params?: string | null
}

type Asking = { ctx: Pick<Context, 'db' | 'config' | 'host' | 'sql'>; principal: Principal; signal: AbortSignal }

/** Catalog and schema where none are named: those that the connection begins in. */
export const placeOf = async (asking: Asking, database: Row<'databases'>, source: Source): Promise<Source> => {
  const { capabilities } = engineFor(parseUri(database.sqlalchemy_uri)).dialect
  const looking: Looking = { ...asking, database }
  const catalog = source.catalog || (capabilities.catalogs ? (await ask<'catalogs'>(looking, { kind: 'catalogs' })).default : null)
  const schema = source.schema || (capabilities.schemas ? (await ask<'schemas'>(looking, { kind: 'schemas', catalog })).default : null)
  return { ...source, catalog, schema }
}

/** @throws 403 when the person may not read there; SQL may reach anywhere, so it needs the whole database */
export const demandSource = (principal: Principal, database: Row<'databases'>, { catalog, schema, sql }: Source): void => {
  const subject = subjectFor(database)
  const decision = can(principal, 'query', sql ? subject : { kind: 'schema', database: subject, catalog, schema })
  if (!decision.allowed) throw refusal(decision)
}

/** The columns of a table or of a statement's result. @throws 422 for a table that is not there, EngineError for a faulty statement */
export const lookUp = async (
  asking: Asking,
  database: Row<'databases'>,
  { catalog, schema, table_name: table, sql, template_params: own }: Source,
): Promise<Physical> => {
  const looking: Looking = { ...asking, database }
  const { dialect } = engineFor(parseUri(database.sqlalchemy_uri))
  if (sql) {
    const templateParams = templateParamsOf(own, database.extra)
    const text = await virtualSql(asking.ctx, { sql, templateParams, dialect, principal: asking.principal })
    return { dialect, columns: await ask<'describe'>(looking, { kind: 'describe', sql: text, catalog, schema }) }
  }
  const columns = await columnsOf(looking, { catalog, schema, table })
  if (columns.length) return { dialect, columns }
  const text = t('Table [%(table)s] could not be found, please double check your database connection, schema, and table name', {
    table: [catalog, schema, table].filter(Boolean).join('.'),
  })
  throw new MessageError(422, { table: [text] })
}
