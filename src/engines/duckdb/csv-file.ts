import { randomUUID } from 'node:crypto'
import { fstatSync } from 'node:fs'
import { open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import duckdb from '@duckdb/node-bindings'
import { AppError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { standardString } from '../shared/sql-text.ts'

const blockBytes = 256 * 1024
const untilMoreMs = 4
const watchMs = 100

/** Cells are already quoted where necessary, so the writer only joins them. */
const copySql = (select: string, path: string): string =>
  `COPY (${select}) TO ${standardString(path)} (FORMAT csv, HEADER false, QUOTE '', USE_TMP_FILE false)`

const freeBytes = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/**
 * The rows of a SELECT as lines of CSV: DuckDB's own writer fills a file, which is read while it grows. So all threads write,
 * memory stays flat, and a slow reader holds nothing of the engine.
 * @param select one text or number per column, quoted where CSV requires it
 * @param folder the one in which the locked instance may write
 * @param share of the disk that is free at the beginning, 0–1
 * @throws AppError when the lines take more than that
 */
export async function* copied(
  session: duckdb.Connection,
  select: string,
  { folder, share = 0.5 }: { folder: string; share?: number },
): AsyncGenerator<Uint8Array, void, undefined> {
  const path = join(folder, `${randomUUID()}.csv`)
  const maxBytes = (await freeBytes(folder)) * share
  const file = await open(path, 'wx+')
  let isWritten = false
  let isTooLarge = false
  // A reader that rests does not keep the engine from filling the disk.
  const watch = setInterval(() => {
    isTooLarge ||= fstatSync(file.fd).size > maxBytes
    if (isTooLarge) duckdb.interrupt(session)
  }, watchMs)
  const copying = duckdb.query(session, copySql(select, path)).finally(() => {
    isWritten = true
    clearInterval(watch)
  })
  const settled = copying.catch(() => {})
  try {
    for (let at = 0; ;) {
      const wasWritten = isWritten
      const block = Buffer.allocUnsafeSlow(blockBytes)
      const { bytesRead } = await file.read(block, 0, blockBytes, at)
      if (bytesRead > 0) {
        // The file stays open but is unlinked, so that nobody else can open it and nothing is left if the host crashes.
        if (at === 0) await rm(path, { force: true })
        at += bytesRead
        yield block.subarray(0, bytesRead)
      } else if (!wasWritten) await Promise.race([settled, pause(untilMoreMs)])
      else {
        if (isTooLarge) throw new AppError('RESULT_TOO_LARGE_ERROR', t('The download is larger than the server has room for.'))
        return void (await copying)
      }
    }
  } finally {
    if (!isWritten) duckdb.interrupt(session)
    await settled
    await file.close()
    await rm(path, { force: true })
  }
}
