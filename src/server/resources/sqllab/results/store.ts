import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import type { ResultColumn } from '#api/sqllab.ts'
import type { Context } from '../../../context.ts'
import { freeDiskBytes } from '../../../data-directory/disk-space.ts'

/** The result of a query: its columns, and its rows as the text of a JSON array. */
export type StoredResult = { columns: ResultColumn[]; rows: Uint8Array }

type Store = Pick<Context, 'config' | 'now'>

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

const folderOf = ({ config }: Pick<Store, 'config'>): string => join(config.dataDir, 'results')
const fileOf = (store: Pick<Store, 'config'>, key: string): string => join(folderOf(store), `${key}.zst`)
const keyPattern = /^[\da-f-]{36}$/

const hourMs = 60 * 60 * 1000

/** The names of the stored results with size and age, the newest first. */
const filesOf = async (store: Store) => {
  const folder = folderOf(store)
  const names = await readdir(folder).catch(() => [])
  const files: { path: string; bytes: number; at: number }[] = []
  for (const name of names) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => null)
    if (found) files.push({ path, bytes: found.size, at: found.mtimeMs })
  }
  return files.toSorted((a, b) => b.at - a.at)
}

/** Deletes results that have expired, and the oldest ones beyond the space for all of them. */
export const deleteOldResults = async (store: Store): Promise<void> => {
  const since = store.now().getTime() - store.config.resultHours * hourMs
  let room = store.config.resultSize * 1024 ** 2
  for (const { path, bytes, at } of await filesOf(store)) {
    room -= bytes
    if (at < since || room < 0) await rm(path, { force: true })
  }
}

class DiskFull extends Error {
  readonly code = 'ENOSPC'
}

/**
 * Keeps a result, and returns its key; null for one that is larger than all the space for results.
 * @throws an error for which `isDiskFull` holds
 */
export const storeResult = async (store: Store, { columns, rows }: StoredResult): Promise<string | null> => {
  const head = Buffer.from(`${JSON.stringify(columns)}\n`)
  const bytes = await compress(Buffer.concat([head, rows]))
  if (bytes.length > store.config.resultSize * 1024 ** 2) return null
  await mkdir(folderOf(store), { recursive: true })
  if ((await freeDiskBytes(folderOf(store))) < bytes.length) throw new DiskFull('the disk has no room for a result')
  const key = randomUUID()
  const path = fileOf(store, key)
  try {
    await writeFile(`${path}.new`, bytes)
    await rename(`${path}.new`, path)
  } catch (error) {
    await rm(`${path}.new`, { force: true })
    throw error
  }
  // Nobody waits for it; what it does not delete, the next one or the housekeeping does.
  deleteOldResults(store).catch(() => {})
  return key
}

/** A stored result; null once it has expired. */
export const readResult = async (store: Store, key: string): Promise<StoredResult | null> => {
  if (!keyPattern.test(key)) return null
  const path = fileOf(store, key)
  const found = await stat(path).catch(() => null)
  if (!found || found.mtimeMs < store.now().getTime() - store.config.resultHours * hourMs) return null
  const bytes = await decompress(await readFile(path))
  const end = bytes.indexOf('\n')
  return { columns: JSON.parse(bytes.subarray(0, end).toString()) as ResultColumn[], rows: bytes.subarray(end + 1) }
}

export const deleteResult = (store: Pick<Store, 'config'>, key: string): Promise<void> => rm(fileOf(store, key), { force: true })
