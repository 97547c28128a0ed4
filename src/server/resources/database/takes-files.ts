import { accessSync, constants, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Engine } from '#engines/engine.ts'
import type { Row } from '../../db/tables.ts'
import { resolvedFile } from './connection/own-files.ts'
import { parseUri } from './connection/uri.ts'

/** Whether a database file can be written: its folder, too, where a journal or a copy of it is made meanwhile. */
const isWritableFile = (path: string): boolean => {
  try {
    for (const one of [path, dirname(path)]) accessSync(one, constants.W_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** Whether files become tables of an engine's databases, or of a database that is there: the product's own takes them in its own way. */
export const takesFiles = (engine: Engine, row?: Pick<Row<'databases'>, 'sqlalchemy_uri' | 'is_house'>): boolean => {
  if (row?.is_house || engine.fileTables) return true
  if (!engine.writesFiles) return false
  const file = row && parseUri(row.sqlalchemy_uri)?.database
  return !row || (file !== undefined && file !== '' && file !== ':memory:' && isWritableFile(resolvedFile(file)))
}
