import type { KeptRows } from '#engines/compile/scope.ts'
import type { DataJob } from '#engines/host/protocol.ts'
import { findEngine } from '#engines/index.ts'
import type { Prepared } from '../prepare.ts'
import type { Source } from '../source.ts'
import { isOfTime, neededColumns } from './needed.ts'

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

/** Null for a query that gains nothing, or that may answer otherwise: raw records come in the order of their source. */
export const shareableOf = (source: Source, prepared: Prepared, jobOf: (of: Pick<Prepared, 'compiled'>) => DataJob): Shareable | null => {
  const { dataset, dialect, connection } = source
  const { compiled, plan, rules, onKept } = prepared
  if (!findEngine(connection.engine)?.keepsScans || plan.metrics === null || !compiled.isOneSource) return null
  const filters = compiled.conditions.filter((condition) => !isOfTime(condition, dataset, dialect))
  if (!filters.length) return null
  return {
    place: JSON.stringify([connection.key, dataset.catalog, dataset.schema, compiled.from, rules]),
    dataset: dataset.id,
    from: compiled.from,
    isTable: !dataset.sql,
    conditions: compiled.conditions,
    filters,
    onKept: (kept) => {
      const onRows = onKept(kept)
      const columns = neededColumns({ compiled: onRows, dataset, dialect, table: kept.table })
      return columns && { job: jobOf({ compiled: onRows }), columns }
    },
  }
}
