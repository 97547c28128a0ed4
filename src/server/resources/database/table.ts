import type { TableExtra } from '#api/database-catalogue.ts'
import type { Engine } from '#engines/engine.ts'
import { columnsOf, partitionsOf, requireTable, typeText, type CatalogAccess } from './catalog.ts'
import { engineFor } from './connection/connection.ts'
import { parseUri } from './connection/uri.ts'

type Table = { table: string; schema: string | null; catalog: string | null }

/** Names that are written without quotes, for readability. */
const plainName = /^[a-z_][a-z0-9_]*$/

const writeName = ({ dialect }: Engine, name: string) => (plainName.test(name) ? name : dialect.quote(name))

/** `SELECT * FROM schema.table LIMIT 100`, formatted. */
export const selectStar = (
  engine: Engine,
  { table, schema }: Pick<Table, 'table' | 'schema'>,
  columns: readonly string[] = ['*'],
): string => {
  const relation = [...(schema ? [schema] : []), table].map((name) => writeName(engine, name)).join('.')
  const selected = columns.map((name) => `  ${name === '*' ? name : writeName(engine, name)}`).join(',\n')
  return `SELECT\n${selected}\nFROM ${relation}\n${engine.dialect.limit(100, 0)}`
}

const engineBehind = ({ database }: CatalogAccess) => engineFor(parseUri(database.sqlalchemy_uri))

export const tableMetadata = async (access: CatalogAccess, table: Table, gone: () => Error) => {
  await requireTable(access, table)
  const columns = await columnsOf(access, table)
  if (!columns.length) throw gone()
  const names = columns.map((column) => column.name)
  const keys = columns.flatMap(({ name, isKey }) => (isKey ? [name] : []))
  return {
    name: table.table,
    columns: columns.map(({ name, type, comment }) => ({
      name,
      type: typeText(type).replace(/\(.*$/s, ''),
      longType: typeText(type),
      keys: [],
      comment: comment ?? null,
    })),
    selectStar: selectStar(engineBehind(access), table, names),
    primaryKey: { constrained_columns: keys.length > 0 ? keys : null, name: null },
    foreignKeys: [],
    indexes: [],
    comment: null,
  }
}

/** @param gone the error for a missing table, or null to ignore it */
export const selectStarOf = async (access: CatalogAccess, table: Table, gone: () => Error | null): Promise<string> => {
  await requireTable(access, table)
  const error = gone()
  if (error && !(await columnsOf(access, table)).length) throw error
  return selectStar(engineBehind(access), table)
}

/** How a table is partitioned; empty for one that is not. */
export const tableExtra = async (access: CatalogAccess, table: Table): Promise<TableExtra> => {
  await requireTable(access, table)
  const found = await partitionsOf(access, table)
  return found ? { partitions: { cols: found.columns, latest: found.latest ?? {}, is_range: found.isRange } } : {}
}
