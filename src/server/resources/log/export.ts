import { sql, type SqlBool } from 'kysely'
import type { ListQ } from '#api/declare/q.ts'
import { csvCell } from '#core/encoding/csv-cell.ts'
import { filtersOf, readRows } from '../../list/list.ts'
import { allOf, type Condition } from '../../list/filters.ts'
import type { Reader } from '../../list/field.ts'
import { logSpec } from './spec.ts'

const batchSize = 1000
const columns = ['dttm', 'user', 'action', 'dashboard_id', 'slice_id', 'duration_ms', 'referrer', 'json'] as const

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' && 'username' in value ? String(value.username) : String(value)
}

type Batch = { ids: number[]; text: string }

/** Lines of the log older than an id, newest first. */
const readBatch = async (reader: Reader, conditions: Condition[], before: number | null): Promise<Batch> => {
  const where = allOf(before === null ? conditions : [sql<SqlBool>`action_log.id < ${before}`, ...conditions])
  const { rows } = await sql<{
    id: number
  }>`select action_log.id from action_log where ${where} order by action_log.id desc limit ${batchSize}`.execute(reader.ctx.db)
  const ids = rows.map(({ id }) => id)
  const lines = await readRows(logSpec, reader, ids, columns)
  return { ids, text: lines.map((line) => `${columns.map((name) => csvCell(textOf(line[name]))).join(',')}\r\n`).join('') }
}

/** The lines that match the filters as CSV, newest first, read in batches. @throws MessageError 400 before the first, for wrong filters */
export const exportLog = async (reader: Reader, { filters }: Pick<ListQ, 'filters'>): Promise<AsyncIterable<string>> => {
  const conditions = filtersOf(logSpec, reader, filters)
  const first = await readBatch(reader, conditions, null)
  return (async function* () {
    yield `${columns.join(',')}\r\n`
    for (let batch = first; ;) {
      yield batch.text
      const last = batch.ids.at(-1)
      if (last === undefined || batch.ids.length < batchSize) return
      batch = await readBatch(reader, conditions, last)
    }
  })()
}
