import { lexiconOf } from './lexicon.ts'

/**
 * What a statement is and which objects it touches, read from the parser's tree: objects with one key, which names the node (`{select: {…}}`).
 * Only the facts that safety and access checks need are read; the tree is never written back to SQL.
 */
export type TableName = { catalog: string | null; schema: string | null; table: string }

/** A table reference in FROM, JOIN and the like. */
export type TablePlace = TableName & {
  /** Offsets of its name in the text, schema and catalog included. */
  start: number
  end: number
  hasAlias: boolean
  /** It has at most an alias: no sample, hint or partition. */
  isPlain: boolean
}

export type StatementFacts = {
  /** The node's name: `select`, `union`, `insert`, `command`, … */
  kind: string
  /** Tables read or written, without names of CTEs. */
  tables: TableName[]
  /** Every name in the place of a table, names of CTEs too: one may hide a table of its name only in places. */
  places: TablePlace[]
  /** Functions in the place of a table, in lower case. */
  tableFunctions: string[]
  /** A node that writes or sets something, at any depth: inside a CTE, as SELECT … INTO. */
  writes: boolean
  /** SELECT … FOR UPDATE and the like. */
  locks: boolean
  hasSubquery: boolean
  /** Whether the only output is one expression in parentheses. */
  isEnclosed: boolean
}

export type Tree = unknown
export type Fields = Record<string, unknown>

export const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

export const walk = (tree: Tree, visit: (kind: string, data: unknown) => void): void => {
  if (Array.isArray(tree)) for (const item of tree) walk(item, visit)
  else if (isObject(tree)) {
    for (const [kind, data] of Object.entries(tree)) {
      if (data === null || typeof data !== 'object') continue
      visit(kind, data)
      walk(data, visit)
    }
  }
}

/** Statements that only read. */
const queries = new Set(['select', 'union', 'except', 'intersect', 'subquery', 'values'])

const unionLike = new Set(['union', 'except', 'intersect'])

const writers =
  /^(insert|update|delete|merge|truncate|replace|copy|attach|detach|install|load|export|import|grant|revoke|command|refresh|vacuum|drop_\w+|alter_\w+|create_\w+|rename_\w+|set_statement|pragma|describe|summarize|show|next_value_for|transaction|commit|rollback|lock\w*|call|do|use|kill|cache|uncache)$/

/** Clauses of a SELECT that write, or change how the server answers. */
const changing = ['into', 'settings', 'format', 'option']

export const textOf = (value: unknown): string | null => (isObject(value) && typeof value['name'] === 'string' ? value['name'] : null)

/** A path of names in one pair of quotes: its last part is the table, the one before it the schema. */
const tableOfPath = (path: string[]): TableName => ({
  table: path.at(-1) ?? '',
  schema: path.at(-2) ?? null,
  catalog: path.slice(0, -2).join('.') || null,
})

const tableOf = (data: unknown, dottedNames: boolean): TableName | null => {
  if (!isObject(data)) return null
  const table = textOf(data['name'])
  if (table === null) return null
  const [schema, catalog] = [textOf(data['schema']), textOf(data['catalog'])]
  return dottedNames ? tableOfPath([catalog, schema, table].flatMap((part) => part?.split('.') ?? [])) : { table, schema, catalog }
}

export const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === false || (Array.isArray(value) && !value.length)

export const spanOf = (name: unknown): { start: number; end: number } | null => {
  const span = isObject(name) ? name['span'] : null
  return isObject(span) ? (span as { start: number; end: number }) : null
}

const ownParts = new Set(['name', 'schema', 'catalog', 'alias', 'alias_explicit_as', 'span'])

const placeOf = (data: Fields, table: TableName): TablePlace => {
  const name = spanOf(data['name'])
  const first = spanOf(data['catalog']) ?? spanOf(data['schema']) ?? name
  return {
    ...table,
    start: first?.start ?? -1,
    end: name?.end ?? -1,
    hasAlias: !isEmpty(data['alias']),
    isPlain: Object.entries(data).every(([part, value]) => ownParts.has(part) || part.endsWith('comments') || isEmpty(value)),
  }
}

const cteNames = (statement: Tree): Set<string> => {
  const names = new Set<string>()
  walk(statement, (kind, data) => {
    if (kind !== 'with' || !isObject(data) || !Array.isArray(data['ctes'])) return
    for (const cte of data['ctes'] as Fields[]) names.add((textOf(cte['alias']) ?? '').toLowerCase())
  })
  return names
}

/** The name of a call; of `TABLE(f(…))` that of the call inside. */
const callName = (node: unknown): string | null => {
  if (node === undefined) return null
  const call = isObject(node) && isObject(node['function']) ? node['function'] : null
  const name = call && typeof call['name'] === 'string' ? call['name'].toLowerCase().replace(/ with ordinality$/, '') : null
  const [inner] = name === 'table' && Array.isArray(call?.['args']) ? (call['args'] as unknown[]) : []
  return callName(inner) ?? name
}

/** What may be around a source. */
const wrappers = new Set(['alias', 'paren', 'lateral', 'table_sample', 'pivot', 'unpivot', 'joined_table', 'match_recognize', 'subquery'])

/** Nodes whose names differ from the function's. */
const spelled: Record<string, string> = { j_s_o_n_table: 'json_table' }

/** The calls that a source is or wraps; any other node that is neither table nor query counts as a call of its name. */
const callsOf = (source: unknown): string[] => {
  const call = callName(source)
  if (call !== null) return [call]
  if (!isObject(source)) return []
  return Object.entries(source).flatMap(([kind, data]) => {
    if (wrappers.has(kind) && isObject(data)) return [...callsOf(data['this']), ...callsOf(data['left'])]
    return kind === 'table' || queries.has(kind) ? [] : [spelled[kind] ?? kind]
  })
}

/** Calls in FROM and JOIN. */
const functionsIn = (data: unknown): string[] => {
  if (!isObject(data)) return []
  return [...((data['expressions'] as unknown[] | undefined) ?? []), data['this']].flatMap(callsOf)
}

/** `PIVOT t ON a`, a statement of its own: its source is read as an expression, in which no table shows. */
const isPivotStatement = (data: Fields): boolean =>
  isObject(data['this']) && ['column', 'dot', 'literal', 'paren'].some((kind) => kind in (data['this'] as Fields))

/** Beside its outputs a SELECT may have only comments here. */
const onlyOutputs = (select: Fields): boolean =>
  Object.entries(select).every(([name, value]) => name === 'expressions' || name.endsWith('comments') || isEmpty(value))

const enclosedOnly = (statement: Tree): boolean => {
  const select = isObject(statement) ? statement['select'] : null
  if (!isObject(select) || !onlyOutputs(select)) return false
  const outputs = select['expressions'] as unknown[]
  return outputs.length === 1 && isObject(outputs[0]) && ('paren' in outputs[0] || 'subquery' in outputs[0])
}

/** What `ANY (…)` and `ALL (…)` compare with when that is an array: the parser keeps it under the same key as a query. */
const arrays = new Set(['array', 'array_func', 'cast', 'column', 'function', 'literal', 'placeholder', 'subscript'])

const isArray = (operand: unknown): boolean => {
  if (!isObject(operand)) return false
  const [kind = ''] = Object.keys(operand)
  const inside = operand[kind]
  return kind === 'paren' && isObject(inside) ? isArray(inside['this']) : arrays.has(kind)
}

/** The facts of one statement of the parser's answer. */
export const inspectStatement = (statement: Tree, dialect: string): StatementFacts => {
  const { dottedNames } = lexiconOf(dialect)
  const kind = isObject(statement) ? (Object.keys(statement)[0] ?? '') : ''
  const hidden = cteNames(statement)
  const tables = new Map<string, TableName>()
  const places: TablePlace[] = []
  const tableFunctions = new Set<string>()
  let selects = 0
  let unions = 0
  let writes = !queries.has(kind)
  let locks = false
  let hasWith = false
  walk(statement, (node, data) => {
    if (node === 'table') {
      const table = tableOf(data, dottedNames)
      if (table && isObject(data)) places.push(placeOf(data, table))
      if (table && (table.schema !== null || !hidden.has(table.table.toLowerCase()))) tables.set(JSON.stringify(table), table)
    } else if (node === 'from' || node === 'joins') {
      for (const source of Array.isArray(data) ? data : [data]) for (const name of functionsIn(source)) tableFunctions.add(name)
    } else if (queries.has(node) && isObject(data) && !(node === 'subquery' && isArray(data))) {
      selects++
      if (unionLike.has(node)) unions++
      if (changing.some((clause) => !isEmpty(data[clause]))) writes = true
      if (!isEmpty(data['locks'])) locks = true
    } else if (node === 'with') {
      hasWith = true
    } else if (isObject(data) && ((writers.test(node) && node !== 'replace') || (node === 'pivot' && isPivotStatement(data)))) writes = true
  })
  return {
    kind,
    tables: [...tables.values()],
    places,
    tableFunctions: [...tableFunctions],
    writes,
    locks,
    // A union is made of two queries side by side; what a WITH names may also write.
    hasSubquery: hasWith || selects - 2 * unions > 1,
    isEnclosed: enclosedOnly(statement),
  }
}
