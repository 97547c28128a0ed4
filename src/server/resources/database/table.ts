import type { Engine } from '#engines/engine.ts'
import { columnsOf, demandTable, typeText, type Looking } from './catalog.ts'
import { engineFor } from './connection/connection.ts'
import { parseUri } from './connection/uri.ts'

type Table = { table: string; schema: string | null; catalog: string | null }

/** Names that need no quotes are written without them, for people to read. */
const plainName = /^[a-z_][a-z0-9_]*$/

const nameIn = ({ dialect }: Engine, name: string) => (plainName.test(name) ? name : dialect.quote(name))

/** `SELECT * FROM schema.table LIMIT 100`, laid out over lines. */
export const selectStar = (
  engine: Engine,
  { table, schema }: Pick<Table, 'table' | 'schema'>,
  columns: readonly string[] = ['*'],
): string => {
  const relation = [...(schema ? [schema] : []), table].map((name) => nameIn(engine, name)).join('.')
  const selected = columns.map((name) => `  ${name === '*' ? name : nameIn(engine, name)}`).join(',\n')
  return `SELECT\n${selected}\nFROM ${relation}\n${engine.dialect.limit(100, 0)}`
}

const engineBehind = ({ database }: Looking) => engineFor(parseUri(database.sqlalchemy_uri))

export const tableMetadata = async (looking: Looking, table: Table, gone: () => Error) => {
  await demandTable(looking, table)
  const columns = await columnsOf(looking, table)
  if (!columns.length) throw gone()
  const names = columns.map((column) => column.name)
  return {
    name: table.table,
    columns: columns.map(({ name, type, comment }) => ({
      name,
      type: typeText(type).replace(/\(.*$/s, ''),
      longType: typeText(type),
      keys: [],
      comment: comment ?? null,
    })),
    selectStar: selectStar(engineBehind(looking), table, names),
    primaryKey: { constrained_columns: null, name: null },
    foreignKeys: [],
    indexes: [],
    comment: null,
  }
}

/** @param gone the error for a table that is not there, or null when that does not matter */
export const selectStarOf = async (looking: Looking, table: Table, gone: () => Error | null): Promise<string> => {
  await demandTable(looking, table)
  const error = gone()
  if (error && !(await columnsOf(looking, table)).length) throw error
  return selectStar(engineBehind(looking), table)
}
