import { AppError, MessageError } from '#core/errors.ts'
import { checkExpression, checkQuery, judgeExpression, judgeQuery, type Refusal, type Verdict } from '#core/sql/check.ts'
import type { TableName } from '#core/sql/inspect.ts'
import { t } from '#core/i18n/t.ts'
import type { Dialect } from '#engines/dialect.ts'
import { QueryError } from '#engines/compile/query-error.ts'
import type { Fragment, Place } from '#engines/compile/scope.ts'
import type { SqlParser } from '../../../sql/client.ts'
import type { Source } from '../source.ts'

const subqueryText = () => t('Custom SQL fields cannot contain sub-queries.')

const subqueryError = (place: Place): Error =>
  place === 'metric' || place === 'dimension'
    ? new MessageError(400, t('Error: %(error)s', { error: subqueryText() }))
    : new AppError('ADHOC_SUBQUERY_NOT_ALLOWED_ERROR', subqueryText(), { status: 403 })

/** Fields of a dataset may have sub-queries, because their authors could also write the dataset's SQL. */
const canHaveSubquery = (place: Place) => place === 'calculated' || place === 'saved-metric' || place === 'predicate'

export const invalidSql = (message: string, { sql, engine, refusal }: { sql: string; engine: string; refusal?: Refusal }): AppError =>
  new AppError('INVALID_SQL_ERROR', message, {
    status: 422,
    extra: { sql, engine, line: refusal?.line ?? null, column: refusal?.column ?? null },
  })

const clauses: Place[] = ['where', 'having', 'predicate']

const setOperation = /\b(?:union|intersect|except)\b/i

/** The syntax error of a condition with a set operation, which becomes invalid only inside the statement. */
const setOperationError = (text: string, engine: string): AppError | null => {
  const found = setOperation.exec(text)
  if (!found) return null
  const [near] = found
  const sql = `SELECT …\nFROM …\nWHERE (${text})`
  const before = sql.slice(0, sql.length - text.length - 1 + found.index + near.length).split('\n')
  const refusal: Refusal = { reason: 'syntax', near, line: before.length, column: before.at(-1)?.length ?? 0 }
  return invalidSql(parsingError(refusal), { sql, engine, refusal })
}

export const parsingError = ({ near = '', line = 1, column = 0 }: Refusal): string =>
  t("Error parsing near '%(near)s' at line %(line)s:%(column)s", { near, line, column })

const refusalError = ({ place, text, written = text }: Fragment, refusal: Refusal, engine: string): Error => {
  const sql = place === 'dataset' ? text : `SELECT ${text}`
  switch (refusal.reason) {
    case 'subquery':
      return subqueryError(place)
    case 'function':
      return new QueryError(t('The function %(name)s may not be used here.', { name: refusal.near ?? '' }))
    case 'relation':
      return new QueryError(deniedTableText(refusal.near ?? ''))
    case 'write':
      return place === 'dataset'
        ? new QueryError(t('Only `SELECT` statements are allowed'))
        : invalidSql(t('Only expressions are allowed here.'), { sql, engine })
  }
  if (clauses.includes(place))
    return setOperationError(text, engine) ?? new MessageError(400, t('Invalid SQL clause: %(clause)s', { clause: written }))
  if (refusal.reason === 'statements') {
    return place === 'dataset'
      ? new QueryError(t('Virtual dataset query cannot consist of multiple statements'))
      : invalidSql('SQLStatement should have exactly one statement', { sql, engine })
  }
  const at = place === 'dataset' ? 0 : 'SELECT '.length
  const column = refusal.line === 1 && refusal.column !== undefined ? refusal.column + at : refusal.column
  return invalidSql(
    parsingError({ reason: 'syntax', near: refusal.near || text.slice(0, 20), line: refusal.line ?? 1, column: column ?? at }),
    {
      sql,
      engine,
      refusal: { ...refusal, ...(column !== undefined && { column }) },
    },
  )
}

const topLevelFrom = /^[^()']*(?:\([^()']*\)[^()']*)*\bfrom\b/i

/** Whether an expression has a top-level FROM, which would make it a query. */
const readsTable = ({ place, text }: Fragment) => place !== 'dataset' && !clauses.includes(place) && topLevelFrom.test(text)

const check = ({ place, text }: Fragment, { parser, deny }: Dialect): Verdict =>
  place === 'dataset' ? checkQuery(text, parser, deny) : checkExpression(text, parser, deny)

/** Why a fragment is rejected, or the tables that it reads. */
type Reading = { refusal: Refusal } | { refusal: null; tables: TableName[] }

const readFragment = async (parser: SqlParser, fragment: Fragment, dialect: Dialect): Promise<Reading> => {
  const { deny } = dialect
  const verdict = check(fragment, dialect)
  if ('allowed' in verdict) return { refusal: null, tables: [] }
  if ('refusal' in verdict) return verdict
  const parsed = await parser.parse({ text: verdict.question, dialect: dialect.parser })
  const refusal = fragment.place === 'dataset' ? judgeQuery(parsed, deny) : judgeExpression(parsed, deny, canHaveSubquery(fragment.place))
  if (refusal) return { refusal: refusal.reason === 'syntax' && readsTable(fragment) ? { reason: 'subquery' } : refusal }
  return { refusal: null, tables: 'fault' in parsed ? [] : parsed.statements.flatMap(({ tables }) => tables) }
}

const refusalOf = async (parser: SqlParser, fragment: Fragment, dialect: Dialect): Promise<Refusal | null> =>
  (await readFragment(parser, fragment, dialect)).refusal

/** Whether an expression reads tables, or could after its templates are rendered. */
export const readsTables = async (parser: SqlParser, text: string, dialect: Dialect): Promise<boolean> => {
  if (/\{[{%#]/.test(text)) return true
  const refusal = await refusalOf(parser, { place: 'metric', text }, dialect)
  return refusal?.reason === 'subquery' || refusal?.reason === 'relation'
}

/** The name of a physical dataset's table if reading it is denied, else null. */
export const deniedTable = (
  { table_name: table, schema, catalog, sql }: { table_name: string; schema: string | null; catalog: string | null; sql: string | null },
  { deny }: Dialect,
): string | null => (!sql && deny.relations?.({ table, schema, catalog }) ? table : null)

export const deniedTableText = (name: string): string => t('The table %(name)s may not be read.', { name })

/** @throws QueryError for a dataset whose table user SQL may not read either */
export const requireReadableTable = ({ dataset, dialect }: Pick<Source, 'dataset' | 'dialect'>): void => {
  const denied = deniedTable(dataset, dialect)
  if (denied !== null) throw new QueryError(deniedTableText(denied))
}

/** Why a SELECT statement would be rejected as a dataset's SQL (functions, relations, syntax); null if it is fine. */
export const checkStatement = (parser: SqlParser, text: string, dialect: Dialect): Promise<Refusal | null> =>
  refusalOf(parser, { place: 'dataset', text }, dialect)

export const refusalText = (refusal: Refusal): string => {
  const { reason, near = '' } = refusal
  if (reason === 'function') return t('The function %(name)s may not be used here.', { name: near })
  if (reason === 'relation') return deniedTableText(near)
  if (reason === 'statements') return t('Only one statement may be run at a time.')
  if (reason === 'write') return t('Only `SELECT` statements are allowed')
  return parsingError(refusal)
}

/** Tables that user SQL reads: in the dataset's SQL, and in sub-queries of expressions. */
export type TablesRead = { bySource: TableName[]; byExpressions: TableName[] }

/**
 * Checks all user SQL in a statement before it runs, each text once.
 * @throws AppError, MessageError, QueryError for the first rejected text
 */
export const checkFragments = async (parser: SqlParser, fragments: Fragment[], dialect: Dialect): Promise<TablesRead> => {
  const found: TablesRead = { bySource: [], byExpressions: [] }
  const distinct = new Map(fragments.map((fragment) => [`${fragment.place} ${fragment.text}`, fragment]))
  for (const fragment of distinct.values()) {
    const reading = await readFragment(parser, fragment, dialect)
    if (reading.refusal) throw refusalError(fragment, reading.refusal, dialect.id)
    found[fragment.place === 'dataset' ? 'bySource' : 'byExpressions'].push(...reading.tables)
  }
  return found
}
