import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { isKnownEncoding, toUtf8 } from './encoding.ts'
import type { ReadOptions } from '../task.ts'
import { detectFileEncoding, readHead } from './parts.ts'

type Text = { path: string; options: ReadOptions }

/**
 * Removes skipped lines and, if `initialSpace`, spaces before fields: writes a copy into the folder, in UTF-8 with line feeds. Returns the
 * file itself if there is nothing to remove.
 */
export const trimFile = async ({ path, options }: Text, folder: string): Promise<Text> => {
  const { skip = 0, initialSpace = false, ...rest } = options
  if (skip === 0 && !initialSpace) return { path, options }
  const encoding = options.encoding ?? (await detectFileEncoding(path))
  if (!isKnownEncoding(encoding)) return { path, options }
  const [utf8, target] = [`${folder}/whole.csv`, `${folder}/trimmed.csv`]
  const { lineEnd } = await readHead(path, encoding)
  await toUtf8(path, utf8, { encoding, lineEnd })
  await pipeline(
    createReadStream(utf8, { highWaterMark: 1 << 20 }),
    skipLines(skip),
    ...(initialSpace ? [skipSpaces(options)] : []),
    createWriteStream(target),
  )
  return { path: target, options: { ...rest, encoding: 'utf-8' } }
}

const [lf, space] = [10, 32]

const skipLines = (count: number) =>
  async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let left = count
    for await (const chunk of chunks) {
      let from = 0
      for (; left > 0 && from < chunk.length; left--) {
        const end = chunk.indexOf(lf, from)
        if (end < 0) break
        from = end + 1
      }
      if (left === 0) yield chunk.subarray(from)
    }
  }

/** The position of the next byte within its field. */
type Place = 'start' | 'plain' | 'quoted' | 'closed'

/** Removes spaces after a delimiter or line end, except in quotes. */
const skipSpaces = ({ delimiter = ',', quote = '"' }: ReadOptions) =>
  async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const [cut, mark] = [delimiter.charCodeAt(0), quote ? quote.charCodeAt(0) : -1]
    let place = 'start' as Place
    for await (const chunk of chunks) {
      const kept = Buffer.allocUnsafe(chunk.length)
      let length = 0
      for (const byte of chunk) {
        if (place === 'start' && byte === space) continue
        kept[length++] = byte
        if (place === 'quoted') place = byte === mark ? 'closed' : 'quoted'
        else if (byte === cut || byte === lf) place = 'start'
        // A quote opens at the start of a field, and again after a doubled quote.
        else place = byte === mark && place !== 'plain' ? 'quoted' : 'plain'
      }
      yield kept.subarray(0, length)
    }
  }
