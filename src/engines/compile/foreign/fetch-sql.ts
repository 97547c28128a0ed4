import type { Comparison, TableNeeds, WrittenValue } from '#core/sql/foreign/needs.ts'
import type { ColumnType } from '#core/table.ts'
import type { Dialect, Literal } from '../../dialect.ts'
import type { RelationColumn } from '../../engine.ts'

const day = /^\d{4}-\d\d-\d\d$/
const moment = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d:\d\d(?:\.\d{1,6})?))?$/

type Op = Comparison['op']

/** A column's value as its engine's literal; null where the engine could compare with it in another way than we do. */
const literals: Partial<Record<ColumnType, (value: WrittenValue, op: Op) => Literal | null>> = {
  // Collations may take more texts for equal, which is then found out here; how they sort them is their own.
  string: ({ type, value }, op) => (type === 'string' && (op === '=' || op === 'IN') ? { type, value } : null),
  integer: ({ type, value }) => (type === 'number' && /^-?\d+(\.\d+)?$/.test(value) ? { type, value } : null),
  decimal: ({ type, value }) => (type === 'number' && /^-?\d+(\.\d+)?$/.test(value) ? { type, value } : null),
  // A fraction may not be the same number in each width.
  float: ({ type, value }) => (type === 'number' && /^-?\d{1,7}$/.test(value) ? { type, value } : null),
  boolean: ({ type, value }) => (type === 'boolean' ? { type, value: value === 'true' } : null),
  date: ({ type, value }) => ((type === 'string' || type === 'date') && day.test(value) ? { type: 'date', value } : null),
  timestamp: ({ type, value }) => {
    const [, date, time = '00:00:00'] = (type === 'string' || type === 'date' || type === 'timestamp' ? moment.exec(value) : null) ?? []
    return date ? { type: 'timestamp', value: `${date}T${time}` } : null
  },
}

const isCertain = (type: ColumnType, { holdsAnyType }: Dialect): boolean =>
  !holdsAnyType || type === 'string' || type === 'integer' || type === 'float' || type === 'decimal'

/** A comparison in the engine's words; null where it stays with us. */
const conditionSql = (comparison: Comparison, { name, type: native }: RelationColumn, dialect: Dialect): string | null => {
  const column = dialect.quote(name)
  if (comparison.op === 'IS NOT NULL') return `${column} IS NOT NULL`
  const type = dialect.columnType(native)
  if (!isCertain(type, dialect)) return null
  const written = comparison.values.flatMap((value) => literals[type]?.(value, comparison.op) ?? [])
  if (written.length < comparison.values.length) return null
  const values = written.map((value) => dialect.literal(value))
  return comparison.op === 'IN' ? `${column} IN (${values.join(', ')})` : `${column} ${comparison.op} ${values[0]}`
}

export type ForeignTable = { schema: string; table: string; columns: readonly RelationColumn[] }

/** Names that differ in case only are one name to DuckDB: the first one has it. */
const distinct = (columns: readonly RelationColumn[]): RelationColumn[] =>
  [...new Map(columns.toReversed().map((column) => [column.name.toLowerCase(), column])).values()].toReversed()

/** The statement that fetches what is needed of a table from its own database. */
export const fetchSql = (
  { schema, table, columns }: ForeignTable,
  { names, comparisons }: Omit<TableNeeds, 'start'>,
  dialect: Dialect,
): string => {
  const all = distinct(columns)
  const used = names ? all.filter(({ name }) => names.includes(name.toLowerCase())) : all
  // To count rows one column is enough.
  const selected = used.length ? used : all.slice(0, 1)
  const where = comparisons.flatMap((comparison) => {
    const column = all.find(({ name }) => name.toLowerCase() === comparison.column.toLowerCase())
    return (column && conditionSql(comparison, column, dialect)) ?? []
  })
  const list = selected.map(({ name }) => dialect.quote(name)).join(', ')
  const conditions = [...new Set(where)].join(' AND ')
  return `SELECT ${list}\nFROM ${dialect.quote(schema)}.${dialect.quote(table)}${conditions && `\nWHERE ${conditions}`}`
}
