import type { Scan } from '../engine.ts'
import { isWorthKeeping, maxRows, scanSql } from '../shared/scan.ts'
import { doubleQuoted } from '../shared/sql-text.ts'

/** Runs a statement in a separate transaction. */
type Step = (sql: string, transaction: { begin: 'BEGIN' | 'BEGIN READ ONLY'; end: 'COMMIT' | 'ROLLBACK' }) => Promise<(string | null)[][]>

type Explained = { Plan: { 'Plan Rows': number; 'Plan Width': number } }[]

const reading = { begin: 'BEGIN READ ONLY', end: 'ROLLBACK' } as const

const planOf = async (step: Step, sql: string) => {
  const [row] = await step(`EXPLAIN (FORMAT JSON) ${sql}`, reading)
  const [explained] = JSON.parse(row?.[0] ?? '[]') as Explained
  return { rows: explained?.Plan['Plan Rows'] ?? Infinity, width: explained?.Plan['Plan Width'] ?? 0 }
}

/**
 * The planner's estimate decides. A read-only transaction may fill a temporary table but not make one: it is made empty first, so that
 * nothing of the source runs where it could write.
 */
export const keepScan = async (scan: Scan, step: Step): Promise<boolean> => {
  const select = scanSql(scan, doubleQuoted)
  const { rows, width } = await planOf(step, select)
  const { rows: source } = await planOf(step, `SELECT 1 FROM ${scan.from}`)
  if (!isWorthKeeping({ source, rows, width }, scan.bounds)) return false
  const table = `pg_temp.${doubleQuoted(scan.table)}`
  const rowLimit = maxRows(scan)
  await step(`CREATE TEMP TABLE ${doubleQuoted(scan.table)} AS ${select} WITH NO DATA`, { begin: 'BEGIN', end: 'COMMIT' })
  await step(`INSERT INTO ${table} ${select} LIMIT ${rowLimit + 1}`, { begin: 'BEGIN READ ONLY', end: 'COMMIT' })
  const beyond = await step(`SELECT 1 FROM ${table} OFFSET ${rowLimit} LIMIT 1`, reading)
  return beyond.length === 0
}

export const dropSql = ({ table }: Pick<Scan, 'table'>): string => `DROP TABLE IF EXISTS pg_temp.${doubleQuoted(table)}`
