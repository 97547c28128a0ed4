import { constants } from 'node:fs'
import { chmod, copyFile, open, rename, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { MessageError } from '#core/errors.ts'
import { quoteName, quoteText } from '../table-file.ts'
import type { FileTarget } from './target.ts'

const inUse = (cause?: unknown) => new MessageError(422, 'The database file is in use by another program', { cause })

const stampOf = async (path: string): Promise<string> => {
  const { ino, size, mtimeNs } = await stat(path, { bigint: true })
  return [ino, size, mtimeNs].join()
}

/** Whether there are changes in a write-ahead log. */
const hasLog = (path: string): Promise<boolean> =>
  stat(`${path}.wal`).then(
    ({ size }) => size > 0,
    () => false,
  )

const syncPath = async (path: string): Promise<void> => {
  const file = await open(path)
  await file.sync()
  await file.close()
}

const statementsOf = ({ schema, table, mode }: FileTarget, source: string): string[] => {
  const name = `${quoteName(schema ?? 'main')}.${quoteName(table)}`
  if (mode === 'append') return [`insert into ${name} by name from ${source}`]
  return [...(mode === 'replace' ? [`drop table ${name}`] : []), `create table ${name} as from ${source}`]
}

/**
 * A DuckDB file cannot be written while others, such as charts, read it. So a copy is written and then replaces the file: readers keep the
 * old one open, and an interrupted write changes nothing.
 */
export const intoDuckdb = async (target: FileTarget, { rows, folder }: { rows: string; folder: string }): Promise<void> => {
  const { path } = target
  if (await hasLog(path)) throw new MessageError(422, 'The database file was not closed properly: open and close it with DuckDB first')
  const before = await stampOf(path)
  // The catalog is named after the file.
  const copy = join(folder, basename(path))
  await copyFile(path, copy, constants.COPYFILE_FICLONE)
  // An open reader locks the file against other writers.
  const held = await DuckDBInstance.create(path, { access_mode: 'READ_ONLY' }).catch((error: unknown) => {
    throw inUse(error)
  })
  try {
    const instance = await DuckDBInstance.create(copy, { autoinstall_known_extensions: 'false', autoload_known_extensions: 'false' })
    const db = await instance.connect()
    try {
      await db.run(`attach ${quoteText(rows)} as chartroom_upload (read_only)`)
      // Column defaults in the file may call functions that read files.
      for (const name of ['enable_external_access = false', 'lock_configuration = true']) await db.run(`set global ${name}`)
      await db.run('begin')
      for (const sql of statementsOf(target, 'chartroom_upload.main.data')) await db.run(sql)
      await db.run('commit')
      await db.run('checkpoint')
    } finally {
      db.closeSync()
      instance.closeSync()
    }
    await chmod(copy, (await stat(path)).mode)
    await syncPath(copy)
    if ((await stampOf(path)) !== before) throw inUse()
    await rename(copy, path)
    await syncPath(dirname(path))
  } finally {
    held.closeSync()
  }
}
