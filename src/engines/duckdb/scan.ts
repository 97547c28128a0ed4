import type { Scan } from '../engine.ts'
import { maxRows, scanSql, type ScanSize } from '../shared/scan.ts'
import { doubleQuoted } from '../shared/sql-text.ts'

/** Of the blocks of a table; their rows are counted as if they were all. */
const sampledPercent = 5

/** Bytes of a number, or of a text with its handle; longer texts spill to disk by the engine's own limit. */
const widthOfValue = 24

/** One row: the sampled rows, and how many of them match. Measuring texts would cost too much. */
export const sampleSql = ({ from, where }: Scan): string =>
  `SELECT count(*), count(*) FILTER (WHERE ${where.join(' AND ')}) FROM ${from} TABLESAMPLE SYSTEM (${sampledPercent} PERCENT)`

export const sizeOf = ({ columns }: Scan, sampled: number, matching: number): ScanSize => ({
  source: (sampled * 100) / sampledPercent,
  rows: (matching * 100) / sampledPercent,
  width: columns.length * widthOfValue,
})

/**
 * A filter leaves few rows of each vector, and a table takes vectors as they come: a materialized expression fills them up first, which
 * halves the work. A source that cannot be sampled is cut one row behind the bound.
 */
export const keepSql = (scan: Scan): string => {
  const name = doubleQuoted(scan.table)
  const limit = scan.isTable ? '' : `\nLIMIT ${maxRows(scan) + 1}`
  return `CREATE TEMP TABLE ${name} AS WITH ${name} AS MATERIALIZED (\n${scanSql(scan, doubleQuoted)}${limit}\n) FROM ${name}`
}
