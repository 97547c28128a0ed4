import { isEmpty, isObject, spanOf, textOf, walk, type Fields, type Tree } from '../inspect.ts'

/** A value as the text of a statement holds it. */
export type WrittenValue = { type: 'string' | 'number' | 'boolean' | 'date' | 'timestamp'; value: string }

/** A comparison that every row passes which a statement uses of a table; none of them is true of a missing value. */
export type Comparison =
  | { column: string; op: '=' | '<' | '<=' | '>' | '>=' | 'IN'; values: WrittenValue[] }
  | { column: string; op: 'IS NOT NULL' }

/** What a statement needs of a table in one place. */
export type TableNeeds = {
  /** Where its name begins, as in `TablePlace`. */
  start: number
  /** Names in lower case, among which are those of its columns that are used; null: all of its columns may be. */
  names: string[] | null
  comparisons: Comparison[]
}

/** A comparison of a column as it is written, `o.total > 5`. */
type Written = Comparison & { table: string | null }

type Source = { kind: 'table'; data: Fields } | { kind: 'query'; data: Fields; select: Fields }

/** Joins behind which a comparison in WHERE keeps no row that it would not keep before them. */
const plainJoins = new Set(['Inner', 'Left', 'Right', 'Full', 'Cross', 'Implicit', 'Outer', 'LeftOuter', 'RightOuter', 'FullOuter'])

/** Joins whose condition decides which rows of the table on their right are used. */
const joinsToTheLeft = new Set(['Inner', 'Left', 'LeftOuter'])

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

const only = (node: unknown): [kind: string, data: unknown] => (isObject(node) ? (Object.entries(node)[0] ?? ['', null]) : ['', null])

const valueOf = (node: unknown): WrittenValue | null => {
  const [kind, data] = only(node)
  if (!isObject(data)) return null
  if (kind === 'paren') return valueOf(data['this'])
  if (kind === 'boolean') return { type: 'boolean', value: String(data['value']) }
  if (kind === 'neg') {
    const value = valueOf(data['this'])
    return value?.type === 'number' && !value.value.startsWith('-') ? { type: 'number', value: `-${value.value}` } : null
  }
  const { literal_type: type, value } = data
  if (kind !== 'literal' || typeof value !== 'string') return null
  return type === 'string' || type === 'number' || type === 'date' || type === 'timestamp' ? { type, value } : null
}

const columnOf = (node: unknown): Pick<Written, 'column' | 'table'> | null => {
  const [kind, data] = only(node)
  if (!isObject(data)) return null
  if (kind === 'paren') return columnOf(data['this'])
  const column = kind === 'column' ? textOf(data['name']) : null
  return column === null ? null : { column, table: textOf(data['table']) }
}

const operators: Record<string, ['=' | '<' | '<=' | '>' | '>=', mirrored: '=' | '<' | '<=' | '>' | '>=']> = {
  eq: ['=', '='],
  lt: ['<', '>'],
  lte: ['<=', '>='],
  gt: ['>', '<'],
  gte: ['>=', '<='],
}

const ofSides = (kind: string, { left, right }: Fields): Written[] => {
  const [op, mirrored] = operators[kind] ?? []
  const [column, value] = [columnOf(left), valueOf(right)]
  if (op && column && value) return [{ ...column, op, values: [value] }]
  const [other, first] = [columnOf(right), valueOf(left)]
  return mirrored && other && first ? [{ ...other, op: mirrored, values: [first] }] : []
}

const ofColumn = (kind: string, data: Fields): Written[] => {
  const column = columnOf(data['this'])
  if (!column || (data['not'] === true) !== (kind === 'is_null')) return []
  if (kind === 'is_null') return [{ ...column, op: 'IS NOT NULL' }]
  if (kind === 'between') {
    const [low, high] = [valueOf(data['low']), valueOf(data['high'])]
    if (data['symmetric'] || !low || !high) return []
    return [
      { ...column, op: '>=', values: [low] },
      { ...column, op: '<=', values: [high] },
    ]
  }
  if (kind !== 'in' || !isEmpty(data['query']) || !Array.isArray(data['expressions'])) return []
  const values = data['expressions'].flatMap((item) => valueOf(item) ?? [])
  return values.length > 0 && values.length === data['expressions'].length ? [{ ...column, op: 'IN', values }] : []
}

/** The comparisons that a condition is made of by AND; its other parts are left. */
const comparisonsIn = (condition: unknown): Written[] => {
  const [kind, data] = only(condition)
  if (!isObject(data)) return []
  if (kind === 'and') return [...comparisonsIn(data['left']), ...comparisonsIn(data['right'])]
  if (kind === 'paren') return comparisonsIn(data['this'])
  return kind in operators ? ofSides(kind, data) : ofColumn(kind, data)
}

const sourceOf = (node: unknown): Source | null => {
  const [kind, data] = only(node)
  if (!isObject(data)) return null
  if (kind === 'table') return { kind, data }
  const [inner, select] = kind === 'subquery' ? only(data['this']) : ['', null]
  return inner === 'select' && isObject(select) ? { kind: 'query', data, select } : null
}

const nameOf = ({ kind, data }: Source): string | null => textOf(data['alias']) ?? (kind === 'table' ? textOf(data['name']) : null)

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Whether a node is in a tree. */
const has = (tree: Tree, sought: (kind: string, data: unknown) => boolean): boolean => {
  let found = false
  walk(tree, (kind, data) => {
    found ||= sought(kind, data)
  })
  return found
}

/** Clauses that depend on which rows there are. */
const limiting = [
  'group_by',
  'having',
  'qualify',
  'limit',
  'offset',
  'distinct',
  'distinct_on',
  'sample',
  'fetch',
  'top',
  'windows',
  'with',
]

/** Whether a comparison of a column that a query gives may as well be made on its rows before. */
const isTransparent = (select: Fields): boolean =>
  limiting.every((part) => isEmpty(select[part])) && !has(select['expressions'], (kind) => kind.includes('window'))

/** The column of a query's source that it gives under a name. */
const givenAs = (select: Fields, name: string): Pick<Written, 'column' | 'table'> | null => {
  const given: Pick<Written, 'column' | 'table'>[] = []
  let isOfStar = false
  for (const item of listOf(select['expressions'])) {
    const [kind, data] = only(item)
    if (!isObject(data)) return null
    if (kind === 'star') isOfStar = true
    const column = columnOf(kind === 'alias' ? data['this'] : item)
    const label = kind === 'alias' ? textOf(data['alias']) : (column?.column ?? null)
    if (label !== null && isSame(label, name)) given.push(column ?? { column: '', table: null })
  }
  const [first, ...more] = given
  if (first && !more.length && !isOfStar) return first.column === '' ? null : first
  return !first && isOfStar && isPlainStar(select) ? { column: name, table: null } : null
}

/** `SELECT * FROM t`, nothing replaced, renamed or left out. */
const isPlainStar = (select: Fields): boolean => {
  const [star, ...more] = listOf(select['expressions'])
  const [kind, data] = only(star)
  return (
    kind === 'star' && !more.length && isObject(data) && ['except', 'exclude', 'replace', 'rename'].every((part) => isEmpty(data[part]))
  )
}

type Findings = {
  /** The comparisons on a table, by where its name begins. */
  byPlace: Map<number, Comparison[]>
  /** What queries inherit from those around them. */
  passed: Map<Fields, Written[]>
}

const collect = (select: Fields, { byPlace, passed }: Findings): void => {
  const joins = listOf(select['joins']).filter(isObject)
  const froms = isObject(select['from']) ? listOf(select['from']['expressions']) : []
  const sources = [...froms, ...joins.map((join) => join['this'])].map(sourceOf)
  if (!isEmpty(select['sample']) || !joins.every(({ kind }) => plainJoins.has(String(kind)))) return
  const where = isObject(select['where_clause']) ? comparisonsIn(select['where_clause']['this']) : []
  for (const [i, source] of sources.entries()) {
    if (!source) continue
    const join = joins[i - froms.length]
    const on = join && joinsToTheLeft.has(String(join['kind'])) ? comparisonsIn(join['on']) : []
    const name = nameOf(source)
    const isOwn = ({ table }: Written) => (table === null ? sources.length === 1 : name !== null && isSame(table, name))
    const own = [...(passed.get(select) ?? []), ...where, ...on].filter(isOwn)
    if (source.kind === 'table') {
      const { start } = spanOf(source.data['catalog']) ?? { start: -1 }
      byPlace.set(
        start,
        own.map(({ table: _table, ...comparison }) => comparison),
      )
    } else if (isTransparent(source.select)) {
      const given = own.flatMap((comparison) => {
        const column = givenAs(source.select, comparison.column)
        return column ? [{ ...comparison, ...column }] : []
      })
      passed.set(source.select, given)
    }
  }
}

/** Every name in a statement: of columns, and of whatever else, which does no harm. */
const namesIn = (tree: Tree): string[] => {
  const names = new Set<string>()
  walk({ statement: tree }, (_kind, data) => {
    for (const item of Array.isArray(data) ? data : [data]) {
      const name = textOf(item)
      if (name !== null) names.add(name.toLowerCase())
    }
  })
  return [...names]
}

/** Names of columns are not all that is read: `*`, `COLUMNS(…)`, pivots, a NATURAL JOIN, and rows as values. */
const readsUnnamed = (tree: Tree, tables: ReadonlySet<string>): boolean =>
  has(tree, (kind, data) => {
    if (kind === 'joins') return listOf(data).some((join) => isObject(join) && !plainJoins.has(String(join['kind'])))
    if (!isObject(data)) return false
    if (kind === 'star' || /pivot|^columns$|^summarize$|^describe$/.test(kind)) return true
    if (kind === 'function') return /^columns$/i.test(String(data['name']))
    return kind === 'column' && isEmpty(data['table']) && tables.has((textOf(data['name']) ?? '').toLowerCase())
  })

/** What a statement needs of the tables that it names with a catalog. */
export const needsOf = (statement: Tree): TableNeeds[] => {
  const findings: Findings = { byPlace: new Map(), passed: new Map() }
  const starts: number[] = []
  const tables = new Set<string>()
  walk(statement, (kind, data) => {
    if (!isObject(data)) return
    if (kind === 'select') collect(data, findings)
    if (kind !== 'table') return
    for (const name of [textOf(data['alias']), textOf(data['name'])]) if (name !== null) tables.add(name.toLowerCase())
    const span = spanOf(data['catalog'])
    if (span) starts.push(span.start)
  })
  const names = readsUnnamed(statement, tables) ? null : namesIn(statement)
  return starts.map((start) => ({ start, names, comparisons: findings.byPlace.get(start) ?? [] }))
}
