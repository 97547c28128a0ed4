import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { dataFolder, tableNames } from '../../engines/tables.ts'
import type { Case, Json } from './corpus.ts'
import type { EngineName } from './stage.ts'

/** Which values an engine can hold, as a condition on a column `c` of the Parquet files, by type; what is not named is held. */
export const held: Partial<Record<EngineName, [type: RegExp, condition: string][]>> = {
  // NaN is stored as null, decimals as doubles.
  sqlite: [
    [/^(DOUBLE|FLOAT)/, 'NOT isnan(c)'],
    [/^DECIMAL/, 'CAST(CAST(CAST(c AS DOUBLE) AS VARCHAR) AS DECIMAL(38, 9)) = c'],
  ],
  // Neither NaN nor infinities; the calendar begins in the year 1000.
  mysql: [
    [/^(DOUBLE|FLOAT)/, 'isfinite(c)'],
    [/^(DATE|TIMESTAMP)/, 'year(c) >= 1000'],
  ],
}

/** Engines whose times are texts: a person's SQL that compares or casts one does so as with texts. Our own SQL knows it. */
const timesAreTexts: ReadonlySet<EngineName> = new Set(['sqlite'])

export type Unheld = { table: string; column: string; /** Only a person's SQL meets it. */ inSql?: true }[]

/** Columns of the tables with a value that the engine cannot hold. */
export const unheldColumns = async (engine: EngineName): Promise<Unheld> => {
  const rules = held[engine]
  if (!rules) return []
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  const rows = async (sql: string) => (await connection.runAndReadAll(sql)).getRowObjectsJS()
  try {
    const found: Unheld = []
    for (const table of await tableNames()) {
      const from = `'${join(dataFolder, `${table}.parquet`)}'`
      for (const { column_name: name, column_type: type } of await rows(`DESCRIBE FROM ${from}`)) {
        const column = String(name)
        const condition = rules.find(([pattern]) => pattern.test(String(type)))?.[1]
        const read = `SELECT "${column.replaceAll('"', '""')}" AS c FROM ${from}`
        if (condition && (await rows(`SELECT 1 FROM (${read}) WHERE c IS NOT NULL AND NOT (${condition}) LIMIT 1`)).length)
          found.push({ table, column })
        if (timesAreTexts.has(engine) && /^(DATE|TIMESTAMP)/.test(String(type))) found.push({ table, column, inSql: true })
      }
    }
    return found
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}

const recordTypes = new Set<Json | undefined>(['samples', 'drill_detail'])

const sqlKeys = ['sqlExpression', 'where', 'having', 'expression', 'sql', 'fetch_values_predicate']

/** All SQL of people in a part of a case. */
const sqlIn = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(sqlIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) => (typeof item === 'string' ? (sqlKeys.includes(key) ? [item] : []) : sqlIn(item)))
}

/** Whether a case reads a value that the engine cannot hold: it names such a column, or shows all columns of such a table. */
export const readsUnheld = ({ dataset, setup, request }: Case, unheld: Unheld): boolean => {
  const sources = [dataset, ...(setup ?? []).map((each) => (each.kind === 'dataset' ? each.sql : ''))]
  const text = JSON.stringify([request, setup ?? null], (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
  const queries = request?.['queries']
  const everything = [request, ...(Array.isArray(queries) ? (queries as (typeof request)[]) : [])].some((part) =>
    recordTypes.has(part?.['result_type']),
  )
  const people = sqlIn([request, setup])
  return unheld.some(({ table, column, inSql }) => {
    if (!sources.some((source) => source !== null && new RegExp(`\\b${table}\\b`).test(source))) return false
    const named = new RegExp(`\\b${column}\\b`)
    if (inSql) return people.some((sql) => sql.trim() !== column && named.test(sql))
    return everything || named.test(text)
  })
}
