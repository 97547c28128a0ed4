import { zipSync } from 'fflate'
import type { ResultFormat } from '#core/query/query-object.ts'
import type { CachedBody } from '../../../doors/cache.ts'

const contentTypes: Record<Exclude<ResultFormat, 'json'>, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** `20260131_235959` in UTC. */
const timeStamp = (now: Date): string => now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '_')

const attachment = (now: Date, extension: string): string => `attachment; filename=${timeStamp(now)}.${extension}`

/** A single file, or several as `query_1.csv`, `query_2.csv`, … in a ZIP. */
export const buildDownload = (files: Uint8Array[], format: 'csv' | 'xlsx', now: Date): CachedBody => {
  const [only] = files
  if (only && files.length === 1) return { contentType: contentTypes[format], disposition: attachment(now, format), bytes: only }
  const named = Object.fromEntries(files.map((bytes, i) => [`query_${i + 1}.${format}`, bytes]))
  return { contentType: 'application/zip', disposition: attachment(now, 'zip'), bytes: zipSync(named, { level: 6, mtime: now }) }
}

export const csvHeaders = (now: Date) => ({ 'content-type': contentTypes.csv, 'content-disposition': attachment(now, 'csv') })
