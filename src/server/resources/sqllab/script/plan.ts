import type { Principal } from '#core/access/principal.ts'
import { t } from '#core/i18n/t.ts'
import { limitOf, withLimit } from '#core/sql/limit.ts'
import { splitScript, type Statement } from '#core/sql/script.ts'
import type { Engine } from '#engines/engine.ts'
import type { ConnectionSpec, Fetch } from '#engines/host/protocol.ts'
import type { Context } from '../../../context.ts'
import type { Row } from '../../../db/tables.ts'
import { addRules, cannotApplyError, requireOpenCalls } from '../../chart-data/prepare/limit-rows.ts'
import { databaseRules, type TableRules } from '../../chart-data/prepare/rules.ts'
import { templateParamsOf } from '../../chart-data/prepare/templates.ts'
import { renderSql } from '../../chart-data/prepare/virtual-sql.ts'
import type { TableRef } from '../../../house/house.ts'
import { connectionOf, engineFor } from '../../database/connection/connection.ts'
import { parseUri } from '../../database/connection/uri.ts'
import { databaseOf, namedDatabases, withoutForeign } from '../../database/foreign/named-databases.ts'
import { planForeign } from '../../database/foreign/plan-foreign.ts'
import { checkWrite, dmlNotAllowed, forbiddenStatement, readQuery, statementsOf, writeNotAllowed } from './check.ts'
import { createSql, requireSelect, selectSql, type CreateAs } from './ctas.ts'
import { foldNames } from './fold-names.ts'
import { explainedQuery, isKnownVerb, kindOf, type StatementKind } from './kinds.ts'
import { renderScript } from './render.ts'
import { requireDatabase, requireTables, type Namespace } from './table-access.ts'

export type ScriptContext = Pick<Context, 'config' | 'db' | 'host' | 'now' | 'sql' | 'tableFiles'>

export type Script = {
  database: Row<'databases'>
  namespace: Namespace
  sql: string
  templateParams: string | null
  /** Rows wanted. */
  limit: number
  createAs?: CreateAs | undefined
}

/** What cut the result: the chosen limit, the statement's own, or neither. */
export type LimitingFactor = 'DROPDOWN' | 'QUERY' | 'QUERY_AND_DROPDOWN' | 'NOT_LIMITED'

/** A script that may run, as it runs. */
export type Plan = {
  connection: ConnectionSpec
  engine: Engine
  /** Rows of other databases that its statements read. */
  fetches: readonly Fetch[]
  /** Statements that run before the last one, on the same connection. */
  before: string[]
  sql: string
  /** The last statement without the chosen limit. */
  unlimited: string
  readOnly: boolean
  /** Statements that read each table with rules by itself, as its rules leave it to the caller. */
  ruledReads: string[]
  /** The last statement gives rows of a query. */
  isQuery: boolean
  limitingFactor: LimitingFactor
  /** That many rows may not be all. */
  cutAt: number
  /** The table of the house that the rows become. */
  into: TableRef | null
  /** Reads what CTAS or CVAS creates. */
  selectSql: string | null
}

/** Whose scripts are planned and run, until when. */
export type ScriptAccess<C = ScriptContext> = { ctx: C; principal: Principal; signal: AbortSignal }

const limited = (statement: Statement, limit: number): Pick<Plan, 'sql' | 'limitingFactor' | 'cutAt'> => {
  const own = limitOf(statement)
  if (own === null || own > limit) return { sql: withLimit(statement, limit + 1), limitingFactor: 'DROPDOWN', cutAt: limit }
  return { sql: statement.text, limitingFactor: own === limit ? 'QUERY_AND_DROPDOWN' : 'QUERY', cutAt: own }
}

/** Where CREATE TABLE AS puts a table of the house unless its database names a schema. */
const houseSchema = 'main'

/**
 * Renders and splits a script, checks each statement, the rights of its author and the row-level conditions on its tables.
 * @throws AppError for the first statement that may not run
 */
export const planScript = async ({ ctx, principal, signal }: ScriptAccess, script: Script): Promise<Plan> => {
  const { database, namespace, limit, createAs } = script
  const engine = engineFor(parseUri(database.sqlalchemy_uri))
  const { dialect } = engine
  const connection = await connectionOf(ctx, database, principal)
  const access = { ctx, principal, database, signal }
  const renderClause = (sql: string) =>
    renderSql(ctx, { sql, templateParams: templateParamsOf(null, database.extra), dialect, principal }).catch((error: unknown) => {
      throw cannotApplyError(error)
    })
  const rules = await databaseRules(ctx, principal, { databaseId: database.id, ...namespace, connection, dialect }, renderClause)

  const ruledReads = new Set<string>()

  /** Row-level conditions can be added to queries alone. */
  const requireAllRows = ({ verb }: Statement) => {
    if (rules)
      throw forbiddenStatement(
        t('Row level security limits what you may read of this database: statements of the kind %(verb)s may not be run.', {
          verb: verb.toUpperCase(),
        }),
      )
  }

  const requireWrites = () => {
    if (engine.embedded) throw writeNotAllowed(t('Files of %(engine)s are opened only for reading.', { engine: engine.name }))
    requireDatabase(access)
  }

  let fetches: readonly Fetch[] = []
  /** Checks a query, limits its tables to the rows that may be read, and plans what is fetched from other databases. */
  const checkedQuery = async (sql: string): Promise<string> => {
    const facts = await readQuery(ctx.sql, sql, dialect)
    // Offsets count from the beginning of the text, which is one statement here.
    const read = engine.id === 'postgresql' ? facts.map((statement) => foldNames(statement, sql)) : facts
    if (rules) requireOpenCalls(sql, dialect, rules.closedFunctions)
    const tables = read.flatMap((statement) => statement.tables)
    const named = await namedDatabases(ctx, principal, database.is_house ? tables : [])
    await requireTables(
      access,
      read.map((statement) => withoutForeign(statement, named)),
      namespace,
    )
    const ownRules: TableRules = (table) => (databaseOf(named, table) ? null : (rules?.tables(table) ?? null))
    const ruled = rules ? await addRules(sql, { parser: ctx.sql, dialect, rules: ownRules, render: (text) => text }) : { sql, reads: [] }
    for (const alone of ruled.reads) ruledReads.add(alone)
    const planned = await planForeign({ ctx, principal, signal, named }, { sql: ruled.sql, dialect, before: fetches })
    fetches = planned.fetches
    return planned.sql
  }

  const check: Record<StatementKind, (statement: Statement) => Promise<string>> = {
    query: ({ text }) => checkedQuery(text),
    explain: async (statement) => {
      const query = explainedQuery(statement)
      if (query === null) throw forbiddenStatement(t('Only queries can be explained.'))
      return `${statement.text.slice(0, statement.text.length - query.length)}${await checkedQuery(query)}`
    },
    describe: async (statement) => {
      requireDatabase(access)
      requireAllRows(statement)
      checkWrite(statement.text, dialect)
      return statement.text
    },
    write: async (statement) => {
      if (!database.allow_dml) throw dmlNotAllowed()
      requireWrites()
      requireAllRows(statement)
      checkWrite(statement.text, dialect)
      return statement.text
    },
    other: async ({ text, verb }) => {
      if (!isKnownVerb(verb)) await readQuery(ctx.sql, text, dialect)
      throw forbiddenStatement(t('Statements of the kind %(verb)s may not be run here.', { verb: verb.toUpperCase() }))
    },
  }

  const rendered = await renderScript(ctx, { ...script, dialect, principal })
  const statements = statementsOf(rendered, dialect)
  const kinds = statements.map(kindOf)
  const isQuery = kinds.at(-1) === 'query'
  if (createAs) requireSelect(createAs, { statements: statements.length, endsWithQuery: isQuery })
  const texts: string[] = []
  for (const [i, statement] of statements.entries()) texts.push(await check[kinds[i] ?? 'other'](statement))
  const into = createAs?.method === 'TABLE' && database.is_house ? { schema: createAs.schema ?? houseSchema, table: createAs.table } : null
  if (into) requireDatabase(access)
  else if (createAs) requireWrites()

  const unlimited = texts.pop() ?? ''
  const readOnly = (!createAs || into !== null) && !kinds.includes('write')
  const plan = {
    into,
    connection,
    engine,
    fetches,
    before: texts,
    readOnly,
    ruledReads: [...ruledReads],
    unlimited,
    isQuery: isQuery && !createAs,
  }
  if (createAs)
    return {
      ...plan,
      sql: into ? unlimited : createSql(createAs, unlimited, dialect),
      limitingFactor: 'NOT_LIMITED',
      cutAt: limit,
      selectSql: selectSql(createAs, dialect, limit),
    }
  const [last] = isQuery ? splitScript(unlimited, dialect.parser) : []
  return { ...plan, ...(last ? limited(last, limit) : { sql: unlimited, limitingFactor: 'DROPDOWN', cutAt: limit }), selectSql: null }
}
