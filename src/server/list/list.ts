import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import type { ListQ } from '#api/declare/q.ts'
import { isAdmin } from '#core/access/principal.ts'
import { MessageError } from '#core/errors.ts'
import { isVisible } from '../access/is-visible.ts'
import { peopleOf, type Reader, type Row } from './field.ts'
import { capitalizeName, pickParts } from './envelope.ts'
import type { Listing, Spec } from './spec.ts'

export type Listed = { count: number; ids: number[]; result: Record<string, unknown>[] } & Partial<{
  label_columns: Record<string, string>
  description_columns: Record<string, string>
  list_columns: string[]
  order_columns: string[]
  list_title: string
}>

const defaultPageSize = 20

export const pageOf = (q: { page?: number | undefined; page_size?: number | undefined }, max: number): { page: number; size: number } => {
  const asked = q.page_size || defaultPageSize
  return { page: Math.max(0, q.page ?? 0), size: asked < 0 ? max : Math.min(asked, max) }
}

/** Conditions for the rows that the caller may see; owned objects must be visible and not deleted. */
export const visibleConditions = (spec: Listing | Spec, reader: Reader, reach: 'all' | 'few' = 'few'): Expression<SqlBool>[] => [
  ...('kind' in spec ? [isVisible(reader.principal, spec.kind, reach), sql<SqlBool>`${sql.ref(`${spec.table}.deleted_at`)} is null`] : []),
  spec.always ? spec.always(reader) : sql<SqlBool>`1 = 1`,
]

/** The conditions of the filters of a list. @throws MessageError 400 */
export const filtersOf = (spec: Listing, reader: Reader, filters: ListQ['filters'] = []) =>
  filters.map(({ col, opr, value }) => {
    const known = Object.hasOwn(spec.filters, col) ? spec.filters[col] : undefined
    if (!known) throw new MessageError(400, `Filter column: ${col} not allowed to filter`)
    const operator = Object.hasOwn(known, opr) ? known[opr] : undefined
    if (!operator) throw new MessageError(400, `Filter operation: ${opr} not allowed on column: ${col}`)
    return operator.condition(value, reader)
  })

const orderOf = (spec: Listing, { order_column, order_direction }: ListQ) => {
  const id = sql.ref(`${spec.table}.id`)
  if (!order_column) return sql`${spec.defaultOrder} desc, ${id} desc`
  const expression = Object.hasOwn(spec.orderColumns, order_column) ? spec.orderColumns[order_column] : undefined
  if (!expression) throw new MessageError(400, `Invalid order by column: ${order_column}`)
  const direction = order_direction === 'desc' ? sql`desc` : sql`asc`
  return sql`${expression} ${direction}, ${id} ${direction}`
}

type PageQuery = { where: RawBuilder<unknown>; order: RawBuilder<unknown>; limit: RawBuilder<unknown> }

/** The ids of a page and the total count; in one statement if every row must be visited anyway, because of filters or costly permission checks. */
const findPage = async (spec: Listing, { db }: Reader['ctx'], { where, order, limit }: PageQuery, isPartial: boolean) => {
  const [table, id] = [sql.table(spec.table), sql.ref(`${spec.table}.id`)]
  const total = isPartial ? sql`, count(*) over () as total` : sql``
  const { rows } = await sql<{
    id: number
    total?: number
  }>`select ${id}${total} from ${table} where ${where} order by ${order} ${limit}`.execute(db)
  const ids = rows.map((row) => row.id)
  if (rows[0]?.total !== undefined) return { ids, count: Number(rows[0].total) }
  const counted = await sql<{ count: number }>`select count(*) as count from ${table} where ${where}`.execute(db)
  return { ids, count: Number(counted.rows[0]?.count ?? 0) }
}

/** Reads a page: its ids by an index, the requested columns of those rows, and one statement per requested relation. */
export const list = async (spec: Listing, reader: Reader, q: ListQ): Promise<Listed> => {
  const order = orderOf(spec, q)
  const filters = filtersOf(spec, reader, q.filters)
  const where = sql.join([...visibleConditions(spec, reader, 'all'), ...filters], sql` and `)
  const { page, size } = pageOf(q, spec.maxPageSize)
  const limit = Number.isFinite(size) ? sql`limit ${size} offset ${page * size}` : sql``
  const { ids, count } = await findPage(
    spec,
    reader.ctx,
    { where, order, limit },
    filters.length > 0 || (spec.onePass === true && !isAdmin(reader.principal)),
  )
  const asked = askedColumns(spec, q)
  const columns = asked.length ? asked : spec.listColumns
  return {
    count,
    ids,
    result: await readRows(spec, reader, ids, asked.length ? asked : (spec.rowColumns ?? columns)),
    ...pickParts(envelope(spec, columns, asked.length > 0), q.keys),
  }
}

/** The columns that a call asks for and that there are. @throws MessageError 400 when it asks under both names */
export const askedColumns = (spec: Listing, { columns = [], select_columns = [] }: Pick<ListQ, 'columns' | 'select_columns'>): string[] => {
  if (columns.length && select_columns.length) throw new MessageError(400, 'Cannot use both select and sel columns')
  return [...columns, ...select_columns].filter((name) => spec.listColumns.includes(name) || spec.moreColumns?.includes(name))
}

const envelope = (spec: Listing, columns: readonly string[], narrowed: boolean) => ({
  description_columns: {},
  label_columns: Object.fromEntries(columns.map((name) => [name, spec.labels?.[name] ?? capitalizeName(name)])),
  list_columns: [...columns],
  list_title: spec.listTitle ?? `List ${spec.title}`,
  order_columns: Object.keys(spec.orderColumns).filter((name) => !narrowed || columns.includes(name)),
})

/** The requested fields of rows, in the order of `ids`; unknown ids are left out. */
export const readRows = async (
  spec: Pick<Listing, 'table' | 'fields'>,
  reader: Reader,
  ids: readonly number[],
  columns: readonly string[],
): Promise<Record<string, unknown>[]> => {
  if (ids.length === 0) return []
  const asked = partsByField(columns)
  const fields = [...asked].flatMap(([name, parts]) => (spec.fields[name] ? [{ name, parts, field: spec.fields[name] }] : []))
  const needed = [...new Set(['id', ...fields.flatMap(({ field }) => field.columns)])]
  const selected = sql.join(needed.map((name) => sql.ref(name)))
  const { rows } = await sql<Row>`select ${selected} from ${sql.table(spec.table)} where id in (${sql.join([...ids])})`.execute(
    reader.ctx.db,
  )
  if (rows.length === 0) return []
  const people = await peopleOf(reader.ctx.db, peopleIdsIn(rows, needed))
  const page = { ...reader, people }
  const values: { name: string; parts: string[]; value: (row: Row) => unknown }[] = []
  for (const { name, parts, field } of fields) values.push({ name, parts, value: await field.read(rows, page) })
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row ? [Object.fromEntries(values.map(({ name, parts, value }) => [name, pickPaths(value(row), parts)]))] : []
  })
}

const peopleIdsIn = (rows: readonly Row[], columns: readonly string[]): number[] =>
  columns
    .filter((name) => name.endsWith('_fk'))
    .flatMap((name) => rows.flatMap((row) => (typeof row[name] === 'number' ? [row[name]] : [])))

/** `owners.id`, `owners.email` → owners: id, email. An empty list means the whole value. */
const partsByField = (columns: readonly string[]): Map<string, string[]> => {
  const fields = new Map<string, string[]>()
  for (const path of columns) {
    const [name = '', ...rest] = path.split('.')
    fields.set(name, [...(fields.get(name) ?? []), ...(rest.length ? [rest.join('.')] : [])])
  }
  return fields
}

const pickPaths = (value: unknown, parts: readonly string[]): unknown => {
  if (!parts.length || value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map((item) => pickPaths(item, parts))
  return Object.fromEntries(Object.entries(value).filter(([name]) => parts.includes(name)))
}
