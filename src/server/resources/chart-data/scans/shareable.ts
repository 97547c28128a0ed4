import type { Dataset } from '#engines/compile/dataset.ts'
import type { SharedCondition } from '#engines/compile/query.ts'
import type { KeptRows } from '#engines/compile/scope.ts'
import type { DataJob } from '#engines/host/protocol.ts'
import { findEngine } from '#engines/index.ts'
import type { Prepared } from '../prepare/prepare.ts'
import type { Source } from '../source.ts'

/** What a query can share with others. */
export type Shareable = {
  /** Only queries with the same connection, source SQL and row rules can share. */
  place: string
  dataset: number
  /** The source as SQL. */
  from: string
  isTable: boolean
  /** Conditions that all rows of the query meet. */
  conditions: string[]
  /** Those conditions that are not only about time. */
  filters: string[]
  /** The query on kept rows, and the columns that it needs of them; null if they are unknown. */
  onKept(kept: KeptRows): { job: DataJob; columns: string[] } | null
}

/** Whether a condition is about time columns only, by which engines skip blocks efficiently anyway. */
const isTimeOnly = ({ columns }: SharedCondition, dataset: Dataset): boolean =>
  Boolean(columns?.length && columns.every((name) => dataset.columns.find((column) => column.column_name === name)?.is_dttm))

/** Null for a query that would not gain, or could give other results: raw records depend on the order of the source. */
export const shareableOf = (source: Source, prepared: Prepared, jobOf: (of: Pick<Prepared, 'compiled'>) => DataJob): Shareable | null => {
  const { dataset, connection } = source
  const { compiled, plan, rules, tables, compileAs } = prepared
  if (!findEngine(connection.engine)?.keepsScans || plan.metrics === null) return null
  if (!compiled.isOneSource || tables.byExpressions.length > 0) return null
  const filters = compiled.conditions.filter((condition) => !isTimeOnly(condition, dataset)).map(({ sql }) => sql)
  if (!filters.length) return null
  return {
    place: JSON.stringify([connection.key, dataset.catalog, dataset.schema, compiled.from, rules]),
    dataset: dataset.id,
    from: compiled.from,
    isTable: !dataset.sql && !dataset.masked,
    conditions: compiled.conditions.map(({ sql }) => sql),
    filters,
    onKept: (kept) => {
      const onRows = compileAs({ kept })
      return onRows.columns && { job: jobOf({ compiled: onRows }), columns: onRows.columns }
    },
  }
}
