import type { TableDifferences } from '#api/upload.ts'
import { genericType } from '#core/table.ts'
import { duckdbDialect } from '#engines/duckdb/dialect.ts'
import type { Dialect } from '#engines/dialect.ts'

type Column = { name: string; type: string }

/** Names are compared as the engine does: house tables, DuckDB and SQLite ignore case. */
export const compareTables = (
  known: readonly Column[],
  sent: readonly Column[],
  { dialect, ignoresCase }: { dialect: Dialect; ignoresCase: boolean },
): TableDifferences => {
  const keyOf = (name: string) => (ignoresCase ? name.toLowerCase() : name)
  const knownByKey = new Map(known.map((column) => [keyOf(column.name), column]))
  const sentKeys = new Set(sent.map(({ name }) => keyOf(name)))
  return {
    added: sent.filter(({ name }) => !knownByKey.has(keyOf(name))).map(({ name, type }) => ({ name, type })),
    missing: known.filter(({ name }) => !sentKeys.has(keyOf(name))).map(({ name, type }) => ({ name, type })),
    changed: sent.flatMap(({ name, type }) => {
      const before = knownByKey.get(keyOf(name))
      if (!before || genericType[dialect.columnType(before.type)] === genericType[duckdbDialect.columnType(type)]) return []
      return [{ name, type, before: before.type }]
    }),
  }
}
