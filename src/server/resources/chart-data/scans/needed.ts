import { nameOf, tokenize, UnclosedToken, type Token } from '#core/sql/lexer.ts'
import { lexiconOf } from '#core/sql/lexicon.ts'
import type { Dataset } from '#engines/compile/dataset.ts'
import type { Compiled } from '#engines/compile/query.ts'
import { sourceName } from '#engines/compile/statement-of.ts'
import type { Dialect } from '#engines/dialect.ts'

/** Words that are never a column where they stand bare. */
const words = new Set(
  `and as asc at between by case cast current day desc distinct dow doy else end epoch extract false filter first following from group
  having hour ilike in interval is isodow isoyear join last left like limit minute month not null nulls offset on or order over partition
  preceding quarter range row rows second select similar then to true unbounded using week when where within year zone`.split(/\s+/),
)

/** What the compiler itself calls its parts. */
const parts = ['series_limit', 'mme_inner__', 'ranked', 'kept__', 'rowcount_qry', 'rowcount']

/** Functions whose value depends on the order of rows, or that see more of a row than they name. */
const orderly = new Set(
  `any_value arbitrary arg_max arg_min argmax argmin array_agg columns first first_value group_concat json_agg json_arrayagg json_group_array
  json_group_object json_object_agg jsonb_agg jsonb_object_agg lag last last_value lead list listagg list_aggregate max_by min_by mode nth_value
  ntile row_number row_to_json string_agg xmlagg unnest`.split(/\s+/),
)

class Unclear extends Error {}

type Known = { columns: ReadonlyMap<string, string>; names: ReadonlySet<string>; outputs: ReadonlySet<string>; source: string }

/** Column of the source that a token needs, or none. @throws Unclear when it may mean something else than a known column */
const neededBy = (tokens: Token[], i: number, known: Known): string | undefined => {
  const [qualifier, before, token, next] = [tokens[i - 2], tokens[i - 1], tokens[i] as Token, tokens[i + 1]]
  const name = nameOf(token)?.toLowerCase()
  if (token.kind === 'operator' && token.text.startsWith('*')) {
    const after = before?.text.toLowerCase()
    const isEverything = before?.kind === 'dot' || before?.kind === 'comma' || (after === '(' && qualifier?.text.toLowerCase() !== 'count')
    if (isEverything) throw new Unclear()
  }
  if (name === undefined) return undefined
  if (next?.kind === 'open' && before?.kind !== 'dot') {
    if (orderly.has(name)) throw new Unclear()
    return undefined
  }
  const column = known.columns.get(name)
  if (before?.kind === 'dot') {
    const owner = qualifier && nameOf(qualifier)?.toLowerCase()
    if (owner === known.source && column === undefined) throw new Unclear()
    return owner === known.source ? column : undefined
  }
  if (column !== undefined) return column
  if (token.kind === 'name') {
    if (known.names.has(name) || known.outputs.has(name)) return undefined
    throw new Unclear()
  }
  if (next?.kind === 'dot' && known.names.has(name)) return undefined
  const isType = before?.text === '::' || before?.text.toLowerCase() === 'as'
  if (isType || next?.kind === 'string') return undefined
  const isField = before?.kind === 'open' && qualifier?.text.toLowerCase() === 'extract'
  if (words.has(name) && (isField || !known.outputs.has(name))) return undefined
  throw new Unclear()
}

type Given = { compiled: Compiled; dataset: Dataset; dialect: Dialect; table: string }

const tokensOf = (sql: string, dialect: Dialect): Token[] =>
  tokenize(sql, lexiconOf(dialect.parser)).filter(({ kind }) => kind !== 'comment')

/** Whether a person's SQL reads tables of its own. */
const readsTables = ({ fragments }: Compiled, dialect: Dialect): boolean =>
  fragments.some(({ place, text }) => place !== 'dataset' && tokensOf(text, dialect).some((token) => /^select$/i.test(token.text)))

/**
 * The source's columns that a query on kept rows needs; null when its text may mean something that is no column of the dataset, or
 * depends on more than the rows.
 */
export const neededColumns = ({ compiled, dataset, dialect, table }: Given): string[] | null => {
  const physical = dataset.columns.filter((column) => !column.expression).map(({ column_name }) => column_name)
  const source = sourceName(dataset).toLowerCase()
  const outputs = new Set(compiled.outputs.map((name) => name.toLowerCase()))
  const known: Known = {
    columns: new Map(physical.map((name) => [name.toLowerCase(), name])),
    outputs,
    names: new Set([source, table, ...parts, ...[...outputs].map((name) => `${name}__`)]),
    source,
  }
  try {
    if (readsTables(compiled, dialect)) return null
    const needed = [compiled.sql, ...compiled.offsets.map(({ sql }) => sql)].flatMap((sql) => {
      const tokens = tokensOf(sql, dialect)
      return tokens.flatMap((_, i) => neededBy(tokens, i, known) ?? [])
    })
    return [...new Set(needed)]
  } catch (error) {
    if (error instanceof Unclear || error instanceof UnclosedToken) return null
    throw error
  }
}

/** Whether a condition is about time columns only: what a table skips by itself. */
export const isOfTime = (condition: string, { columns }: Dataset, dialect: Dialect): boolean => {
  const named = tokensOf(condition, dialect).flatMap((token) => {
    const name = nameOf(token)?.toLowerCase()
    return columns.find((column) => column.column_name.toLowerCase() === name) ?? []
  })
  return named.length > 0 && named.every((column) => column.is_dttm)
}
