import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError, MessageError, notFound } from '#core/errors.ts'
import { userOf, type Principal } from '#core/access/principal.ts'
import { csvCell } from '#core/encoding/csv-cell.ts'
import { numberFormatter } from '#core/format/number.ts'
import { t } from '#core/i18n/t.ts'
import { wireText } from '#core/upload/reject-cause.ts'
import type { Context } from '../../context.ts'
import { isDiskFull } from '../../db/disk-full.ts'
import { freeDiskBytes } from '../../data-directory/disk-space.ts'
import { unpackFile } from './unpack.ts'
import type { RejectedLine } from '../../ingest/task.ts'

/** Uploads belong to users; other principals cannot have any. */
export const ownerId = (principal: Principal): number => {
  const user = userOf(principal)
  if (!user) throw notFound()
  return user.id
}

/** An uploaded file. It is stored in its own folder until it is deleted, after a day at the latest. */
export type Upload = { id: string; name: string; size: number; userId: number; jobId: string | null }

type Place = Pick<Context, 'config'>

const folderOf = ({ config }: Place, id: string) => join(config.dataDir, 'uploads', id)
const isId = (id: string) => /^[0-9a-f-]{36}$/.test(id)

export const uploadPaths = (place: Place, id: string) => {
  const folder = folderOf(place, id)
  return { folder, file: join(folder, 'file'), rejects: join(folder, 'rejects.ndjson'), facts: join(folder, 'facts.json') }
}

const formatBytes = (bytes: number) => numberFormatter('MEMORY_BINARY', t.locale)(bytes)

const tooLargeError = (limit: number) =>
  new MessageError(413, t('The file is larger than the limit of %(limit)s', { limit: formatBytes(limit) }))

/** @throws MessageError 507 if the bytes do not fit beside the disk space reserved for the metadata */
export const checkSpace = async ({ config }: Place, bytes: number): Promise<void> => {
  if (bytes > config.uploadLimit) throw tooLargeError(config.uploadLimit)
  const free = await freeDiskBytes(config.dataDir)
  if (bytes > free || free === 0) throw new MessageError(507, t('The disk has room for %(size)s only', { size: formatBytes(free) }))
}

const bytesPerCheck = 16 * 1024 ** 2

/** Stores a file from a stream, with `isUnpacked` what a compressed file holds; leaves nothing behind when it is cut off, too large, or the disk is full. */
export const storeUpload = async (
  place: Place,
  { name, body, userId, isUnpacked = false }: { name: string; body: Readable; userId: number; isUnpacked?: boolean },
): Promise<Upload> => {
  const id = randomUUID()
  const paths = uploadPaths(place, id)
  await mkdir(paths.folder, { recursive: true })
  let size = 0
  let checked = 0
  try {
    await pipeline(
      body,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          size += chunk.length
          if (size > place.config.uploadLimit) throw tooLargeError(place.config.uploadLimit)
          if (size - checked > bytesPerCheck) {
            checked = size
            await checkSpace(place, 0)
          }
          yield chunk
        }
      },
      createWriteStream(paths.file),
    )
    const unpacked = isUnpacked ? await unpackFile({ path: paths.file, name, limit: place.config.uploadLimit }) : null
    const upload: Upload = { id, name, size, ...unpacked, userId, jobId: null }
    await writeFile(paths.facts, JSON.stringify(upload))
    return upload
  } catch (error) {
    await rm(paths.folder, { recursive: true, force: true })
    if (error instanceof MessageError || error instanceof AppError || isDiskFull(error)) throw error
    throw new MessageError(400, { file: ['The upload was cut off.'] }, { cause: error })
  }
}

/** An upload of the user. @throws 404 for others */
export const findUpload = async (place: Place, id: string, userId: number): Promise<Upload> => {
  if (!isId(id)) throw notFound()
  const text = await readFile(uploadPaths(place, id).facts, 'utf8').catch(() => null)
  const upload = text === null ? null : (JSON.parse(text) as Upload)
  if (!upload || upload.userId !== userId) throw notFound()
  return upload
}

export const setUploadJob = (place: Place, upload: Upload, jobId: string): Promise<void> =>
  writeFile(uploadPaths(place, upload.id).facts, JSON.stringify({ ...upload, jobId }))

export const deleteUpload = (place: Place, id: string): Promise<void> => rm(folderOf(place, id), { recursive: true, force: true })

/** Deletes the file after loading; the rejected lines are kept. */
export const deleteUploadedFile = (place: Place, id: string): Promise<void> => rm(uploadPaths(place, id).file, { force: true })

const dayMs = 86_400_000

/** Deletes uploads older than a day, and incomplete ones of killed processes. */
export const deleteOldUploads = async (ctx: Pick<Context, 'config' | 'now'>): Promise<void> => {
  for (const id of await readdir(join(ctx.config.dataDir, 'uploads')).catch(() => [])) {
    const paths = uploadPaths(ctx, id)
    const facts = await stat(paths.facts).catch(() => null)
    if (!facts || ctx.now().getTime() - facts.mtimeMs > dayMs) await deleteUpload(ctx, id)
  }
}

/** Rejected lines as CSV: number, reason, text. */
export async function* rejectedCsv(place: Place, id: string): AsyncGenerator<string> {
  yield 'line,reason,text\r\n'
  const found = await stat(uploadPaths(place, id).rejects).catch(() => null)
  if (!found) return
  for await (const row of createInterface({ input: createReadStream(uploadPaths(place, id).rejects) })) {
    if (row === '') continue
    const { line, text, cause } = JSON.parse(row) as RejectedLine
    yield `${line},${csvCell(wireText(cause))},${csvCell(text)}\r\n`
  }
}
