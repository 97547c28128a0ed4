/** A table of a join with the columns that the result has. */
export type JoinedTable = {
  /** Unique in the join; the table's name where it is joined once. */
  alias: string
  schema: string | null
  table: string
  columns: { name: string; type: string }[]
  /** Empty where the database names none. */
  primaryKey: string[]
  shown: string[]
}

export type KeyPair = { left: string; right: string }

/** How a table after the first is joined to an earlier one. */
export type Join = { to: string; kind: 'left' | 'inner'; keys: KeyPair[] }

/** `joins[i]` joins `tables[i + 1]`. */
export type JoinPlan = { tables: JoinedTable[]; joins: Join[] }

type Family = 'number' | 'time' | 'boolean' | 'text'

const familyOf = (type: string): Family => {
  if (/BOOL/i.test(type)) return 'boolean'
  if (/DATE|TIME/i.test(type)) return 'time'
  return /INT|NUM|DEC|DOUBLE|FLOAT|REAL|SERIAL/i.test(type) ? 'number' : 'text'
}

const plain = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

const singular = (name: string) => plain(name).replace(/ies$/, 'y').replace(/s$/, '')

/** How much the names of two columns say that one refers to the other; 0 = nothing. */
const nameScore = (left: { table: string; name: string }, right: { table: string; name: string }): number => {
  const refersTo = (one: typeof left, other: typeof left) =>
    ['id', 'key', 'code', 'no'].some((end) => plain(other.name) === end && plain(one.name) === singular(other.table) + end)
  if (refersTo(left, right) || refersTo(right, left)) return 4
  if (plain(left.name) !== plain(right.name)) return 0
  if (/(id|key|code|uuid)$/i.test(left.name)) return plain(left.name) === 'id' ? 1 : 3
  return 2
}

/** The most likely pair of key columns of two tables, by names and types; null where nothing fits. */
export const proposeKey = (left: JoinedTable, right: JoinedTable): KeyPair | null => {
  let best: { pair: KeyPair; score: number } | null = null
  for (const one of left.columns)
    for (const other of right.columns) {
      const score = nameScore({ table: left.table, name: one.name }, { table: right.table, name: other.name })
      if (score === 0 || familyOf(one.type) !== familyOf(other.type)) continue
      const weight = score + (right.primaryKey.length === 1 && right.primaryKey[0] === other.name ? 1 : 0)
      if (!best || weight > best.score) best = { pair: { left: one.name, right: other.name }, score: weight }
    }
  return best?.pair ?? null
}

/** The table and keys that a new table is joined by: the best of the tables before it. */
export const proposeJoin = (tables: readonly JoinedTable[], added: JoinedTable): Join => {
  for (const table of tables) {
    const pair = proposeKey(table, added)
    if (pair) return { to: table.alias, kind: 'left', keys: [pair] }
  }
  return { to: tables[0]?.alias ?? '', kind: 'left', keys: [] }
}

/** A name for a table in the join: its own, or with a number. */
export const aliasFor = (table: string, taken: readonly string[]): string => {
  for (let n = 1; ; n++) {
    const alias = n === 1 ? table : `${table}_${n}`
    if (!taken.includes(alias)) return alias
  }
}

/** Columns of the result by default: a right key only repeats the left one. */
export const shownByDefault = (table: Pick<JoinedTable, 'columns'>, keys: readonly KeyPair[]): string[] =>
  table.columns.map(({ name }) => name).filter((name) => !keys.some(({ right }) => right === name))

/** Whether the keys identify one row of the joined table, as far as the database says. */
export const isKnownUnique = ({ primaryKey }: JoinedTable, keys: readonly KeyPair[]): boolean =>
  primaryKey.length > 0 && primaryKey.every((column) => keys.some(({ right }) => right === column))

export type JoinFault = 'too few tables' | 'no keys' | 'no columns'

export const faultOf = ({ tables, joins }: JoinPlan): JoinFault | null => {
  if (tables.length < 2) return 'too few tables'
  if (joins.some(({ keys }) => keys.length === 0)) return 'no keys'
  return tables.every(({ shown }) => shown.length === 0) ? 'no columns' : null
}

const backquoted = ['mysql', 'mariadb', 'bigquery', 'databricks', 'starrocks', 'doris']

const quoteFor = (backend: string | null) => {
  const sign = backquoted.includes(backend ?? '') ? '`' : '"'
  return (name: string) => sign + name.replaceAll(sign, sign + sign) + sign
}

/** Names of the result: a column's own where it is the only one, otherwise with its table before it. */
const resultNames = (tables: readonly JoinedTable[]) => {
  const all = tables.flatMap(({ alias, shown }) => shown.map((name) => ({ alias, name })))
  const taken = new Set<string>()
  return all.map(({ alias, name }) => {
    const isShared = all.filter((other) => other.name.toLowerCase() === name.toLowerCase()).length > 1
    const label = aliasFor(isShared ? `${alias}_${name}` : name, [...taken])
    taken.add(label)
    return { alias, name, label }
  })
}

/** The statement of a join. Every name is quoted, so that none is taken for a keyword. */
export const joinSql = ({ tables, joins }: JoinPlan, backend: string | null): string => {
  const quote = quoteFor(backend)
  const [first, ...others] = tables
  if (!first) return ''
  const source = ({ schema, table, alias }: JoinedTable) =>
    `${[schema, table].flatMap((part) => (part ? [quote(part)] : [])).join('.')} AS ${quote(alias)}`
  const columns = resultNames(tables).map(({ alias, name, label }) => `  ${quote(alias)}.${quote(name)} AS ${quote(label)}`)
  const clauses = others.map((table, i) => {
    const { kind = 'left', to = first.alias, keys = [] } = joins[i] ?? {}
    const on = keys.map(({ left, right }) => `${quote(to)}.${quote(left)} = ${quote(table.alias)}.${quote(right)}`)
    return `${kind === 'left' ? 'LEFT JOIN' : 'INNER JOIN'} ${source(table)} ON ${on.join(' AND ')}`
  })
  return [`SELECT`, columns.join(',\n'), `FROM ${source(first)}`, ...clauses].join('\n')
}
