import type { Scan } from '../engine.ts'

/** What a row takes beside its values, as engines keep them: a header, a pointer. */
const bytesOfRow = 16

/** The statement that reads a scan, `SELECT columns FROM from WHERE where`. */
export const scanSql = ({ columns, from, where }: Scan, quote: (name: string) => string): string => {
  const list = columns.length ? columns.map(quote).join(', ') : 'NULL AS nothing'
  return [`SELECT ${list}`, `FROM ${from}`, ...(where.length ? [`WHERE ${where.join('\n  AND ')}`] : [])].join('\n')
}

/** Rows of the source and of the scan, bytes of one row of the scan; each may be an estimate. */
export type ScanSize = { source: number; rows: number; width: number }

/** Whether a scan is small enough to be kept, and its source large enough that keeping it saves anything. */
export const isWorthKeeping = ({ source, rows, width }: ScanSize, { bytes, share, sourceRows }: Scan['bounds']): boolean =>
  source >= sourceRows && rows <= source * share && rows * (width + bytesOfRow) <= bytes

/** Row limit of a scan, for sources that cannot be estimated. */
export const maxRows = ({ columns, bounds }: Scan): number => Math.floor(bounds.bytes / (bytesOfRow * (columns.length + 1)))
