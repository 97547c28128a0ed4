import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import yauzl from 'yauzl'
import { MessageError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { isDiskFull } from '../../db/disk-full.ts'

/** Text packs to a tenth, seldom to a hundredth; what grows more is made to fill the disk. */
const maxRatio = 200
/** Small files may grow more: a few repeated lines pack very well. */
const freeBytes = 16 * 1024 ** 2

type Packed = { path: string; name: string; limit: number }
export type Unpacked = { name: string; size: number }

const startOf = async (path: string): Promise<Buffer> => {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

const damaged = (cause: unknown) => new MessageError(422, t('The compressed file is damaged'), { cause })

/** Writes a stream that was packed into some bytes, unless it becomes too large. */
const write = async (source: Readable, target: string, { packedBytes, limit }: { packedBytes: number; limit: number }): Promise<number> => {
  const most = Math.min(limit, Math.max(freeBytes, packedBytes * maxRatio))
  let size = 0
  const bounded = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      size += chunk.length
      if (size > most) throw new MessageError(413, t('The unpacked file is too large'))
      yield chunk
    }
  }
  try {
    await pipeline(source, bounded, createWriteStream(target))
  } catch (error) {
    if (error instanceof MessageError || isDiskFull(error)) throw error
    throw damaged(error)
  }
  return size
}

/** Entries that archivers of macOS add, and folders, are no files of the user. */
const isContent = (name: string) => !name.endsWith('/') && !/(^|\/)(__MACOSX\/|\.)/.test(name)

/** The only file of an archive. @throws MessageError 422 */
const openOnlyFile = (path: string): Promise<{ archive: yauzl.ZipFile; entry: yauzl.Entry }> =>
  new Promise((resolve, reject) => {
    yauzl.open(path, { lazyEntries: true, autoClose: false }, (error, archive) => {
      if (error) return reject(damaged(error))
      const found: yauzl.Entry[] = []
      const fail = (fault: MessageError) => {
        archive.close()
        reject(fault)
      }
      archive.on('error', (cause: unknown) => fail(damaged(cause)))
      archive.on('entry', (entry: yauzl.Entry) => {
        if (isContent(entry.fileName)) found.push(entry)
        if (found.length > 1) return fail(new MessageError(422, t('The archive holds several files. Unpack it and choose them.')))
        archive.readEntry()
      })
      archive.on('end', () => {
        const [entry] = found
        if (entry) resolve({ archive, entry })
        else fail(new MessageError(422, t('The archive holds no file')))
      })
      archive.readEntry()
    })
  })

const unzip = async ({ path, limit }: Packed, target: string): Promise<Unpacked> => {
  const { archive, entry } = await openOnlyFile(path)
  try {
    const stream = await new Promise<Readable>((resolve, reject) =>
      archive.openReadStream(entry, (error, opened) => (error ? reject(damaged(error)) : resolve(opened))),
    )
    const size = await write(stream, target, { packedBytes: entry.compressedSize, limit })
    return { name: entry.fileName.split('/').at(-1) ?? 'file', size }
  } finally {
    archive.close()
  }
}

const gunzip = async ({ path, name, limit }: Packed, target: string): Promise<Unpacked> => {
  const { size: packedBytes } = await stat(path)
  const unpacked = createGunzip()
  const file = createReadStream(path)
  file.once('error', (error) => unpacked.destroy(error))
  const size = await write(file.pipe(unpacked), target, { packedBytes, limit }).finally(() => file.destroy())
  return { name: name.replace(/\.(gz|gzip)$/i, ''), size }
}

/**
 * Puts the content of a compressed file in its place: gzip, and ZIP archives with one file. Null for other files; workbooks are ZIP
 * archives, too, but are called otherwise. @throws MessageError 413 for what grows too large, 422 for damaged and unsuitable archives
 */
export const unpackFile = async (packed: Packed): Promise<Unpacked | null> => {
  const start = await startOf(packed.path)
  const isGzip = start[0] === 0x1f && start[1] === 0x8b
  const isZip = start.toString('latin1') === 'PK\u0003\u0004' && /\.zip$/i.test(packed.name)
  if (!isGzip && !isZip) return null
  const target = `${packed.path}.unpacked`
  try {
    const unpacked = await (isGzip ? gunzip : unzip)(packed, target)
    await rename(target, packed.path)
    return unpacked
  } finally {
    await rm(target, { force: true })
  }
}
