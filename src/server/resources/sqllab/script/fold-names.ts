import type { StatementFacts, TableName } from '#core/sql/inspect.ts'
import { inUnits } from '#core/sql/row-rules.ts'

/** Parts of a written name: in quotes, where a doubled quote stands for one, or plain. */
const part = /"(?:[^"]|"")*"|[^."]+/g

/** A table as Postgres reads its name: plain parts in lower case, quoted ones as they are. */
const foldName = (table: TableName, written: string): TableName => {
  const isPlain = [...written.matchAll(part)].map(([text]) => !text.trim().startsWith('"')).toReversed()
  const fold = (name: string, at: number) => (isPlain[at] ? name.toLowerCase() : name)
  return {
    table: fold(table.table, 0),
    schema: table.schema === null ? null : fold(table.schema, 1),
    catalog: table.catalog === null ? null : fold(table.catalog, 2),
  }
}

const isSame = (a: TableName, b: TableName) => a.table === b.table && a.schema === b.schema && a.catalog === b.catalog

/** The facts of a statement with its tables named as the server finds them; one that is written in both ways counts as both. */
export const foldNames = (facts: StatementFacts, sql: string): StatementFacts => {
  const tables: TableName[] = []
  const units = inUnits(sql)
  for (const table of facts.tables) {
    const places = facts.places.filter((place) => isSame(place, table) && place.start >= 0)
    const read = places.length > 0 ? places.map(({ start, end }) => foldName(table, sql.slice(units(start), units(end)))) : [table]
    for (const found of read) if (!tables.some((known) => isSame(known, found))) tables.push(found)
  }
  return { ...facts, tables }
}
