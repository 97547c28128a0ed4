import { nameOf, tokenize, UnclosedToken, type Token } from '#core/sql/lexer.ts'
import type { Lexicon } from '#core/sql/lexicon.ts'
import type { Dataset } from './dataset.ts'

/** User SQL in a statement, and the names in it for which something else is written: calculated columns, saved metrics. */
type Piece = { text: string; replaced: Set<string> }

/** What a statement, or a part of it, uses of its source: recorded while it is written. */
export type Uses = {
  /** Columns of the source that the compiler named itself. */
  columns: Set<string>
  /** User SQL, which may name further columns. */
  pieces: Piece[]
  /** Names that the dataset does not have were written, too. */
  hasUnknown: boolean
}

export const noUses = (): Uses => ({ columns: new Set(), pieces: [], hasUnknown: false })

export const addUses = (to: Uses, from: Uses): void => {
  for (const column of from.columns) to.columns.add(column)
  to.pieces.push(...from.pieces)
  to.hasUnknown ||= from.hasUnknown
}

/** Words that are never a column when unquoted. Without `select`: a sub-query may read anything. */
const keywords = new Set(
  `and as asc at between by case cast current day desc distinct dow doy else end epoch extract false filter first following from group
  hour ilike in interval is isodow isoyear last like limit minute month not null nulls on or order over partition
  preceding quarter range row rows second similar then to true unbounded using week when where within year zone`.split(/\s+/),
)

/** Functions whose value depends on the order of rows, or that see more of a row than they name. */
const rowDependent = new Set(
  `any_value arbitrary arg_max arg_min argmax argmin array_agg columns first first_value group_concat json_agg json_arrayagg json_group_array
  json_group_object json_object_agg jsonb_agg jsonb_object_agg lag last last_value lead list listagg list_aggregate max_by min_by mode nth_value
  ntile row_number row_to_json string_agg xmlagg unnest`.split(/\s+/),
)

/** Columns of a dataset's source by their names in lower case, and the other names that user SQL may use. */
type Known = { columns: ReadonlyMap<string, string>; outputs: ReadonlySet<string>; source: string }

class Unclear extends Error {}

/** The source's column that a token names, if it does. @throws Unclear when it may mean something else than a known column */
const columnAt = (tokens: Token[], i: number, { replaced, known }: { replaced: ReadonlySet<string>; known: Known }): string | undefined => {
  const [qualifier, before, token, next] = [tokens[i - 2], tokens[i - 1], tokens[i] as Token, tokens[i + 1]]
  const name = nameOf(token)?.toLowerCase()
  if (token.kind === 'operator' && token.text.startsWith('*')) {
    const after = before?.text.toLowerCase()
    const isEverything =
      !before || before.kind === 'dot' || before.kind === 'comma' || (after === '(' && qualifier?.text.toLowerCase() !== 'count')
    if (isEverything) throw new Unclear()
  }
  if (name === undefined) return undefined
  if (next?.kind === 'open' && before?.kind !== 'dot') {
    if (rowDependent.has(name)) throw new Unclear()
    return undefined
  }
  const column = known.columns.get(name)
  if (before?.kind === 'dot') {
    const owner = qualifier && nameOf(qualifier)?.toLowerCase()
    if (owner === known.source && column === undefined) throw new Unclear()
    return owner === known.source ? column : undefined
  }
  if (column !== undefined) return column
  if (next?.kind === 'dot' && name === known.source) return undefined
  const isType = before?.text === '::' || before?.text.toLowerCase() === 'as'
  if (token.kind === 'word' && (isType || next?.kind === 'string')) return undefined
  if (replaced.has(name)) return undefined
  if (token.kind === 'name' && known.outputs.has(name)) return undefined
  if (token.kind === 'name') throw new Unclear()
  const isField = before?.kind === 'open' && qualifier?.text.toLowerCase() === 'extract'
  if (keywords.has(name) && (isField || !known.outputs.has(name))) return undefined
  throw new Unclear()
}

export type UsedInput = {
  dataset: Dataset
  /** What columns of the source may be qualified with. */
  source: string
  lexicon: Lexicon
  /** Names of the statement's outputs. */
  outputs: readonly string[]
}

/**
 * The source's columns that are used; null when user SQL may mean something that is no column of the dataset, or depends on more
 * than the values in the rows.
 */
export const usedColumns = ({ columns, pieces, hasUnknown }: Uses, { dataset, source, lexicon, outputs }: UsedInput): string[] | null => {
  if (hasUnknown) return null
  const physical = dataset.columns.filter((column) => !column.expression).map(({ column_name }) => column_name)
  const known: Known = {
    columns: new Map(physical.map((name) => [name.toLowerCase(), name])),
    outputs: new Set(outputs.map((name) => name.toLowerCase())),
    source: source.toLowerCase(),
  }
  try {
    const named = pieces.flatMap(({ text, replaced }) => {
      const tokens = tokenize(text, lexicon).filter(({ kind }) => kind !== 'comment')
      return tokens.flatMap((_, i) => columnAt(tokens, i, { replaced, known }) ?? [])
    })
    return [...new Set([...columns, ...named])]
  } catch (error) {
    if (error instanceof Unclear || error instanceof UnclosedToken) return null
    throw error
  }
}
