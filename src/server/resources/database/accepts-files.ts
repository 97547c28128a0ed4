import { accessSync, constants, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Engine } from '#engines/engine.ts'
import type { Row } from '../../db/tables.ts'
import { resolvedFile } from './connection/own-files.ts'
import { parseUri } from './connection/uri.ts'

/** Whether a database file and its folder, where the journal is created, are writable. */
const isWritableFile = (path: string): boolean => {
  try {
    for (const one of [path, dirname(path)]) accessSync(one, constants.W_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** Whether files can be uploaded into databases of an engine, or into a given database; the house has its own uploads. */
export const acceptsFiles = (engine: Engine, row?: Pick<Row<'databases'>, 'sqlalchemy_uri' | 'is_house'>): boolean => {
  if (row?.is_house || engine.fileTables) return true
  if (!engine.writesFiles) return false
  const file = row && parseUri(row.sqlalchemy_uri)?.database
  return !row || (file !== undefined && file !== '' && file !== ':memory:' && isWritableFile(resolvedFile(file)))
}
