import { lexiconOf } from '#core/sql/lexicon.ts'
import { nameOf, tokenize, UnclosedToken, type Token } from '#core/sql/lexer.ts'
import { reserved } from '#core/sql/simple-words.ts'
import { t } from '#core/i18n/t.ts'
import type { Output } from './order.ts'
import { QueryError } from '../query-error.ts'
import type { Scope } from '../scope.ts'

const aggregates = new Set(
  `any_value avg bit_and bit_or bit_xor count group_concat json_arrayagg json_group_array json_group_object json_objectagg max median min
  percentile_cont percentile_disc std stddev stddev_pop stddev_samp string_agg sum total var_pop var_samp variance`.split(/\s+/),
)

/** Functions of one row. Any other could be an aggregate that somebody made, or one that only the engine knows. */
const scalars = new Set(
  `abs ascii cast ceil ceiling char_length coalesce concat concat_ws convert date date_add date_format date_sub datediff datetime day
  dayofmonth dayofweek dayofyear exp extract floor format from_unixtime glob greatest hex hour if ifnull iif instr isnull json_extract
  json_unquote json_value julianday last_day least left length like ln locate log lower lpad ltrim makedate md5 minute mod month nullif
  pow power printf quarter repeat replace right round rpad rtrim second sign sqrt str_to_date strftime substr substring substring_index
  time timestampadd timestampdiff trim truncate typeof unicode unix_timestamp unixepoch upper week weekday year yearweek`.split(/\s+/),
)

const closing = (tokens: Token[], open: number): number => {
  let depth = 0
  for (let i = open; i < tokens.length; i++) {
    if (tokens[i]?.kind === 'open') depth++
    if (tokens[i]?.kind === 'close' && --depth === 0) return i
  }
  return tokens.length
}

const isAggregateCall = (tokens: Token[], i: number): boolean => {
  const token = tokens[i]
  return token?.kind === 'word' && tokens[i + 1]?.kind === 'open' && aggregates.has(token.text.toLowerCase())
}

/** Whether what stands in parentheses behind a word may be values of many rows: `COUNT(*) FILTER (WHERE …)`, too. */
const mayAggregate = (tokens: Token[], i: number): boolean => {
  const [token, next] = [tokens[i], tokens[i + 1]]
  if (token?.kind !== 'word' || next?.kind !== 'open') return false
  const word = token.text.toLowerCase()
  return word === 'filter' || !(reserved.has(word) || scalars.has(word))
}

/** Names in an expression outside of its aggregates, in lower case. */
const namesOutside = (tokens: Token[]): string[] => {
  const names: string[] = []
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] as Token
    const called = tokens[i + 1]?.kind === 'open'
    if (mayAggregate(tokens, i)) i = closing(tokens, i + 1)
    else if ((token.kind === 'word' || token.kind === 'name') && !called) names.push((nameOf(token) ?? '').toLowerCase())
  }
  return names
}

const tokensOf = (sql: string, scope: Scope): Token[] => {
  try {
    return tokenize(sql, lexiconOf(scope.dialect.parser))
  } catch (error) {
    if (error instanceof UnclosedToken) return []
    throw error
  }
}

/** Whether an expression aggregates rows; windows keep them. */
export const isAggregate = (scope: Scope, sql: string): boolean => {
  const tokens = tokensOf(sql, scope)
  return tokens.some((_, i) => isAggregateCall(tokens, i) && tokens[closing(tokens, i + 1) + 1]?.text.toLowerCase() !== 'over')
}

/**
 * Where an engine would take any row's value for a column that is neither grouped by nor inside an aggregate, and conditions on groups
 * without groups, they are rejected as other engines do.
 * @throws QueryError that names the metric and the column
 */
export const requireGroups = (
  scope: Scope,
  outputs: Output[],
  { grouped, having, orderBy }: { grouped: boolean; having: string[]; orderBy: string[] },
): void => {
  if (scope.dialect.capabilities.strictGroups) return
  if (!grouped && having.length) throw new QueryError(t('Raw records have no groups that HAVING could choose from.'))
  const dimensions = new Set(
    outputs
      .filter(({ kind }) => kind !== 'metric')
      .flatMap(({ sql }) => tokensOf(sql, scope).map((token) => (nameOf(token) ?? '').toLowerCase())),
  )
  const columns = new Map(scope.dataset.columns.map(({ column_name }) => [column_name.toLowerCase(), column_name]))
  for (const { kind, label, sql } of outputs) {
    const loose =
      kind === 'metric' ? namesOutside(tokensOf(sql, scope)).find((name) => columns.has(name) && !dimensions.has(name)) : undefined
    if (loose === undefined) continue
    throw new QueryError(
      t('The metric %(metric)s must have the column %(column)s inside an aggregate', {
        metric: label,
        column: columns.get(loose) ?? loose,
      }),
    )
  }
  const shown = new Set([...dimensions, ...outputs.map(({ name }) => name.toLowerCase())])
  const order = grouped
    ? orderBy.flatMap((sql) => namesOutside(tokensOf(sql, scope))).find((name) => columns.has(name) && !shown.has(name))
    : undefined
  if (order === undefined) return
  throw new QueryError(
    t('Groups cannot be ordered by the column %(column)s: it is none of theirs', { column: columns.get(order) ?? order }),
  )
}
