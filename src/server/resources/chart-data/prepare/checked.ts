import { AppError, MessageError } from '#core/errors.ts'
import { checkExpression, checkQuery, judgeExpression, judgeQuery, type Refusal, type Verdict } from '#core/sql/check.ts'
import type { TableName } from '#core/sql/inspect.ts'
import { t } from '#core/i18n/t.ts'
import type { Dialect } from '#engines/dialect.ts'
import { QueryError } from '#engines/compile/query-error.ts'
import type { Fragment, Place } from '#engines/compile/scope.ts'
import type { SqlParser } from '../../../sql/client.ts'
import type { Source } from '../source.ts'

const noSubqueries = () => t('Custom SQL fields cannot contain sub-queries.')

const subqueryError = (place: Place): Error =>
  place === 'metric' || place === 'dimension'
    ? new MessageError(400, t('Error: %(error)s', { error: noSubqueries() }))
    : new AppError('ADHOC_SUBQUERY_NOT_ALLOWED_ERROR', noSubqueries(), { status: 403 })

/** Fields of a dataset may look into other tables: whoever writes them may write its SQL too. */
const maySubquery = (place: Place) => place === 'calculated' || place === 'saved-metric' || place === 'predicate'

const invalidSql = (message: string, { sql, engine, refusal }: { sql: string; engine: string; refusal?: Refusal }): AppError =>
  new AppError('INVALID_SQL_ERROR', message, {
    status: 422,
    extra: { sql, engine, line: refusal?.line ?? null, column: refusal?.column ?? null },
  })

const clauses: Place[] = ['where', 'having', 'predicate']

const setOperation = /\b(?:union|intersect|except)\b/i

/** A condition that goes on as a query of its own reads well by itself, and only inside of the statement no more. */
const setOperationError = (text: string, engine: string): AppError | null => {
  const found = setOperation.exec(text)
  if (!found) return null
  const [near] = found
  const sql = `SELECT …\nFROM …\nWHERE (${text})`
  const before = sql.slice(0, sql.length - text.length - 1 + found.index + near.length).split('\n')
  const refusal: Refusal = { reason: 'syntax', near, line: before.length, column: before.at(-1)?.length ?? 0 }
  return invalidSql(parsingError(refusal), { sql, engine, refusal })
}

const parsingError = ({ near = '', line = 1, column = 0 }: Refusal): string =>
  t("Error parsing near '%(near)s' at line %(line)s:%(column)s", { near, line, column })

const refusalError = ({ place, text, written = text }: Fragment, refusal: Refusal, engine: string): Error => {
  const sql = place === 'dataset' ? text : `SELECT ${text}`
  switch (refusal.reason) {
    case 'subquery':
      return subqueryError(place)
    case 'function':
      return new QueryError(t('The function %(name)s may not be used here.', { name: refusal.near ?? '' }))
    case 'relation':
      return new QueryError(tableMayNotBeRead(refusal.near ?? ''))
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

const fromOutside = /^[^()']*(?:\([^()']*\)[^()']*)*\bfrom\b/i

/** A FROM at the top level of an expression would make it a query of its own. */
const readsTable = ({ place, text }: Fragment) => place !== 'dataset' && !clauses.includes(place) && fromOutside.test(text)

const verdictOn = ({ place, text }: Fragment, { parser, deny }: Dialect): Verdict =>
  place === 'dataset' ? checkQuery(text, parser, deny) : checkExpression(text, parser, deny)

/** Why a fragment is refused, or the tables that it reads. */
type Reading = { refusal: Refusal } | { refusal: null; tables: TableName[] }

const read = async (parser: SqlParser, fragment: Fragment, dialect: Dialect): Promise<Reading> => {
  const { deny } = dialect
  const verdict = verdictOn(fragment, dialect)
  if ('allowed' in verdict) return { refusal: null, tables: [] }
  if ('refusal' in verdict) return verdict
  const parsed = await parser.parse({ text: verdict.question, dialect: dialect.parser })
  const refusal = fragment.place === 'dataset' ? judgeQuery(parsed, deny) : judgeExpression(parsed, deny, maySubquery(fragment.place))
  if (refusal) return { refusal: refusal.reason === 'syntax' && readsTable(fragment) ? { reason: 'subquery' } : refusal }
  return { refusal: null, tables: 'fault' in parsed ? [] : parsed.statements.flatMap(({ tables }) => tables) }
}

const refusalOf = async (parser: SqlParser, fragment: Fragment, dialect: Dialect): Promise<Refusal | null> =>
  (await read(parser, fragment, dialect)).refusal

/** Whether an expression looks into tables, or may once its templates are filled. */
export const readsTables = async (parser: SqlParser, text: string, dialect: Dialect): Promise<boolean> => {
  if (/\{[{%#]/.test(text)) return true
  const refusal = await refusalOf(parser, { place: 'metric', text }, dialect)
  return refusal?.reason === 'subquery' || refusal?.reason === 'relation'
}

/** The denied relation that a dataset is, not its SQL; null when people may read it. */
export const deniedTable = (
  { table_name: table, schema, catalog, sql }: { table_name: string; schema: string | null; catalog: string | null; sql: string | null },
  { deny }: Dialect,
): string | null => (!sql && deny.relations?.({ table, schema, catalog }) ? table : null)

export const tableMayNotBeRead = (name: string): string => t('The table %(name)s may not be read.', { name })

/** @throws QueryError for a dataset of a table that nobody's SQL may read either */
export const demandTable = ({ dataset, dialect }: Pick<Source, 'dataset' | 'dialect'>): void => {
  const denied = deniedTable(dataset, dialect)
  if (denied !== null) throw new QueryError(tableMayNotBeRead(denied))
}

/** Why a statement that only reads would be refused as a dataset's SQL: functions, relations, syntax; null when nothing is wrong with it. */
export const statementRefusal = (parser: SqlParser, text: string, dialect: Dialect): Promise<Refusal | null> =>
  refusalOf(parser, { place: 'dataset', text }, dialect)

export const refusalText = (refusal: Refusal): string => {
  const { reason, near = '' } = refusal
  if (reason === 'function') return t('The function %(name)s may not be used here.', { name: near })
  if (reason === 'relation') return tableMayNotBeRead(near)
  if (reason === 'statements') return t('Only one statement may be run at a time.')
  if (reason === 'write') return t('Only `SELECT` statements are allowed')
  return parsingError(refusal)
}

/** Tables that people's SQL reads: those of the dataset's own SQL, and those of sub-queries in expressions. */
export type TablesRead = { bySource: TableName[]; byExpressions: TableName[] }

/**
 * Reads all of people's SQL in a statement, each text once, before it runs.
 * @throws AppError, MessageError, QueryError for the first text that is refused
 */
export const checkFragments = async (parser: SqlParser, fragments: Fragment[], dialect: Dialect): Promise<TablesRead> => {
  const found: TablesRead = { bySource: [], byExpressions: [] }
  const distinct = new Map(fragments.map((fragment) => [`${fragment.place} ${fragment.text}`, fragment]))
  for (const fragment of distinct.values()) {
    const reading = await read(parser, fragment, dialect)
    if (reading.refusal) throw refusalError(fragment, reading.refusal, dialect.id)
    found[fragment.place === 'dataset' ? 'bySource' : 'byExpressions'].push(...reading.tables)
  }
  return found
}
