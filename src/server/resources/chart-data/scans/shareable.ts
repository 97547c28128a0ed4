import type { Dataset } from '#engines/compile/dataset.ts'
import type { SharedCondition } from '#engines/compile/query.ts'
import type { KeptRows } from '#engines/compile/scope.ts'
import type { DataJob } from '#engines/host/protocol.ts'
import { findEngine } from '#engines/index.ts'
import type { Prepared } from '../prepare/prepare.ts'
import type { Source } from '../source.ts'

/** What of a query others may read with it. */
export type Shareable = {
  /** Only queries of one place share: one connection, one text of the source, the same row rules. */
  place: string
  dataset: number
  /** The source as SQL. */
  from: string
  isTable: boolean
  /** Conditions of all rows that the query reads. */
  conditions: string[]
  /** Those among them that are not about time alone. */
  filters: string[]
  /** The same query on rows for which some of its conditions hold, and the columns that it needs of them; null when that is not sure. */
  onKept(kept: KeptRows): { job: DataJob; columns: string[] } | null
}

/** Whether a condition is about time columns only: what a table skips by itself. */
const isOfTime = ({ columns }: SharedCondition, dataset: Dataset): boolean =>
  Boolean(columns?.length && columns.every((name) => dataset.columns.find((column) => column.column_name === name)?.is_dttm))

/** Null for a query that gains nothing, or that may answer otherwise: raw records come in the order of their source. */
export const shareableOf = (source: Source, prepared: Prepared, jobOf: (of: Pick<Prepared, 'compiled'>) => DataJob): Shareable | null => {
  const { dataset, connection } = source
  const { compiled, plan, rules, tables, onKept } = prepared
  if (!findEngine(connection.engine)?.keepsScans || plan.metrics === null) return null
  if (!compiled.isOneSource || tables.byExpressions.length > 0) return null
  const filters = compiled.conditions.filter((condition) => !isOfTime(condition, dataset)).map(({ sql }) => sql)
  if (!filters.length) return null
  return {
    place: JSON.stringify([connection.key, dataset.catalog, dataset.schema, compiled.from, rules]),
    dataset: dataset.id,
    from: compiled.from,
    isTable: !dataset.sql,
    conditions: compiled.conditions.map(({ sql }) => sql),
    filters,
    onKept: (kept) => {
      const onRows = onKept(kept)
      return onRows.columns && { job: jobOf({ compiled: onRows }), columns: onRows.columns }
    },
  }
}
