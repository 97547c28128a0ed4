import { isAllowed } from '#core/access/can.ts'
import { notFound } from '#core/errors.ts'
import { bare } from '#engines/compile/scope.ts'
import type { Dialect } from '#engines/dialect.ts'
import type { Context } from '../../context.ts'
import { checkStatement, refusalText } from '../chart-data/prepare/check-fragments.ts'
import { faultText } from '../chart-data/prepare/fault-text.ts'
import { templateParamsOf } from '../chart-data/prepare/templates.ts'
import { renderSql } from '../chart-data/prepare/virtual-sql.ts'
import { findFaultPlace } from '../datasource/find-fault.ts'
import { runCatalogJob, subjectFor, type CatalogAccess } from './catalog.ts'
import { engineFor } from './connection/connection.ts'
import { parseUri } from './connection/uri.ts'
import { planStatement } from './foreign/plan-foreign.ts'

type Statement = {
  sql: string
  schema?: string | null | undefined
  catalog?: string | null | undefined
  template_params?: Record<string, unknown> | null | undefined
}
type Fault = { message: string; line_number: number; start_column: number; end_column: number }
type Validating = CatalogAccess & { ctx: Pick<Context, 'now' | 'sql'> }

/** A fault of a whole line. */
const faultOf = (sql: string, message: string, line = 1): Fault => {
  const lines = sql.split('\n')
  const known = Math.min(Math.max(line, 1), lines.length)
  return { message, line_number: known, start_column: 0, end_column: lines[known - 1]?.length ?? 0 }
}

/** A fault that the engine reports, at the name that it rejects, else of the whole line that it reports. */
const engineFault = (sql: string, message: string): Fault => {
  const reported = /\bline (\d+)/i.exec(message)?.[1]
  const whole = faultOf(sql, message, Number(reported ?? 1))
  const line = sql.split('\n')[whole.line_number - 1] ?? ''
  const place = findFaultPlace(reported === undefined ? sql : line, message)
  if (!place) return whole
  const line_number = reported === undefined ? place.line : whole.line_number
  return { message, line_number, start_column: place.from, end_column: place.to }
}

const render = ({ ctx, principal, database }: Validating, { sql, template_params }: Statement, dialect: Dialect): Promise<string> =>
  renderSql(ctx, {
    sql,
    templateParams: templateParamsOf(JSON.stringify(template_params ?? {}), database.extra),
    dialect,
    principal,
  })

/**
 * Renders a statement and validates it with our checks and the engine, without running it. Lines are those of the rendered text.
 * @throws 404 when the principal may not query the database
 */
export const statementFaults = async (access: Validating, statement: Statement): Promise<Fault[]> => {
  const { sql, schema = null, catalog = null } = statement
  if (!isAllowed(access.principal, 'query', subjectFor(access.database))) throw notFound()
  const { dialect } = engineFor(parseUri(access.database.sqlalchemy_uri))
  try {
    const rendered = await render(access, statement, dialect)
    // Checked first: to determine columns, some engines execute functions in FROM.
    const refusal = await checkStatement(access.ctx.sql, bare(rendered), dialect)
    if (refusal) return [faultOf(sql, refusalText(refusal), refusal.line)]
    const planned = await planStatement(access, access.database, { sql: rendered, dialect })
    await runCatalogJob<'describe'>(access, { kind: 'describe', ...planned, schema, catalog })
    return []
  } catch (error) {
    return [engineFault(sql, faultText(error))]
  }
}
