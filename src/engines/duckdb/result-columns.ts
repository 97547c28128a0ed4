import duckdb from '@duckdb/node-bindings'
import { DuckDBLogicalType } from '@duckdb/node-api'
import type { ColumnType } from '#core/table.ts'
import { duckdbDialect } from './dialect.ts'

const { Type } = duckdb

/** A column that a statement will give, known before it runs. */
export type ResultColumn = {
  name: string
  /** DuckDB's own text, `DECIMAL(38,9)`. */
  native: string
  /** The type of what is read: whatever has no reader is text. */
  type: ColumnType
  typeId: number
  scale: number
  labels: string[] | undefined
}

const readable: Partial<Record<number, true>> = Object.fromEntries(
  [
    Type.BOOLEAN,
    Type.TINYINT,
    Type.SMALLINT,
    Type.INTEGER,
    Type.BIGINT,
    Type.UTINYINT,
    Type.USMALLINT,
    Type.UINTEGER,
    Type.UBIGINT,
    Type.HUGEINT,
    Type.UHUGEINT,
    Type.FLOAT,
    Type.DOUBLE,
    Type.DECIMAL,
    Type.DATE,
    Type.TIMESTAMP,
    Type.TIMESTAMP_S,
    Type.TIMESTAMP_MS,
    Type.TIMESTAMP_NS,
    Type.TIMESTAMP_TZ,
    Type.VARCHAR,
    Type.ENUM,
  ].map((type) => [type, true]),
)

const dictionary = (type: duckdb.LogicalType): string[] =>
  Array.from({ length: duckdb.enum_dictionary_size(type) }, (_, i) => duckdb.enum_dictionary_value(type, i))

const describe = (name: string, logical: duckdb.LogicalType): ResultColumn => {
  const typeId = duckdb.get_type_id(logical)
  const native = duckdb.logical_type_get_alias(logical) ?? String(DuckDBLogicalType.create(logical).asType())
  const known = duckdbDialect.columnType(native)
  return {
    name,
    native,
    type: known === 'json' || !readable[typeId] ? 'string' : known,
    typeId: typeId === Type.DECIMAL ? duckdb.decimal_internal_type(logical) : typeId,
    scale: typeId === Type.DECIMAL ? duckdb.decimal_scale(logical) : 0,
    labels: typeId === Type.ENUM ? dictionary(logical) : undefined,
  }
}

export const preparedColumns = (statement: duckdb.PreparedStatement): ResultColumn[] =>
  Array.from({ length: duckdb.prepared_statement_column_count(statement) }, (_, i) =>
    describe(duckdb.prepared_statement_column_name(statement, i), duckdb.prepared_statement_column_logical_type(statement, i)),
  )

const nested = /\]$|^(STRUCT|MAP|UNION)\b/

/** An expression whose values can be read, or null where the column itself can: nested values become JSON text, exotic ones their own text. */
export const readableAs = (column: ResultColumn, expression: string): string | null => {
  if (nested.test(column.native)) return `CAST(to_json(${expression}) AS VARCHAR)`
  if (column.type === 'string' && column.native !== 'VARCHAR' && !column.labels) return `CAST(${expression} AS VARCHAR)`
  return null
}
