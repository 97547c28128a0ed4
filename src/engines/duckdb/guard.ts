import type duckdb from '@duckdb/node-bindings'
import { AppError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { standardString } from '../shared/sql-text.ts'
import { deniedFunctions } from './deny.ts'
import { firstText } from './fetch.ts'

/**
 * The last line before the engine: some functions run text as SQL or break a locked instance for everybody
 * (`enable_logging`). Where a text so much as names one, DuckDB's own parser says whether it is called.
 */
const suspicious = new RegExp(String.raw`\b(?:${[...deniedFunctions].join('|')})\b`, 'i')
const called = /"function_name":"((?:[^"\\]|\\.)*)"/g

export const refuseDenied = async (connection: duckdb.Connection, sql: string): Promise<void> => {
  if (!suspicious.test(sql)) return
  const tree = await firstText(connection, `SELECT json_serialize_sql(${standardString(sql)})`)
  const names = [...(tree ?? '').matchAll(called)].map((match) => (match[1] ?? '').toLowerCase())
  const denied = names.find((name) => deniedFunctions.has(name))
  if (denied) throw new AppError('INVALID_SQL_ERROR', t('The function %(name)s may not be used.', { name: denied }))
  if (tree?.startsWith('{"error":true')) throw new AppError('INVALID_SQL_ERROR', t('Only SELECT statements may be run.'))
}
