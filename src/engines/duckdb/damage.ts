import { AppError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import type { Attachment } from '../engine.ts'
import { doubleQuoted } from '../shared/sql-text.ts'

/** DuckDB's errors for a corrupt file; its checksums detect every flipped bit. */
const damaged = /Corrupt database file|Could not read enough bytes|not a valid DuckDB database file/

const missing = /^Catalog Error: Table with name ([\s\S]+?) does not exist!/

const isNamedIn = (sql: string, { table }: Attachment) => sql.toLowerCase().includes(doubleQuoted(table).toLowerCase())

/** That a table's data cannot be read, in words; other tables are not touched by it. */
export const damageError = (tables: readonly Attachment[]): AppError =>
  new AppError(
    'GENERIC_DB_ENGINE_ERROR',
    t('The stored data of the table %(tables)s is missing or damaged. Upload it again, or restore a backup.', {
      tables: [...new Set(tables.map(({ table }) => `"${table}"`))].join(', '),
    }),
  )

/**
 * The damage that a statement met, or null. A table whose file could not be attached has no view, so DuckDB misses it by name; of
 * one that fails while it is read, DuckDB reports no name, so those that the statement names come into question.
 */
export const damageMet = (
  error: unknown,
  { sql, attachments, unreadable }: { sql: string; attachments: readonly Attachment[]; unreadable: readonly Attachment[] },
): AppError | null => {
  if (!(error instanceof Error)) return null
  const name = missing.exec(error.message)?.[1]?.toLowerCase()
  const lost = unreadable.filter(({ table }) => table.toLowerCase() === name)
  if (lost.length > 0) return damageError(lost)
  if (!damaged.test(error.message)) return null
  const suspects = attachments.filter((attachment) => isNamedIn(sql, attachment))
  return suspects.length > 0 ? damageError(suspects) : null
}
