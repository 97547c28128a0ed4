import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { isKnownEncoding, toUtf8 } from '../encoding.ts'
import type { ReadOptions } from '../task.ts'
import { encodingOf, headOf } from './parts.ts'

type Text = { path: string; options: ReadOptions }

/**
 * Delimited text without the lines that are skipped and, where wished, without the spaces before its fields: a copy in the folder, in
 * UTF-8 with lines that end in a line feed. A file that needs neither stays as it is.
 */
export const trimmed = async ({ path, options }: Text, folder: string): Promise<Text> => {
  const { skip = 0, initialSpace = false, ...rest } = options
  if (skip === 0 && !initialSpace) return { path, options }
  const encoding = options.encoding ?? (await encodingOf(path))
  if (!isKnownEncoding(encoding)) return { path, options }
  const [utf8, target] = [`${folder}/whole.csv`, `${folder}/trimmed.csv`]
  const { lineEnd } = await headOf(path, encoding)
  await toUtf8(path, utf8, { encoding, lineEnd })
  await pipeline(
    createReadStream(utf8, { highWaterMark: 1 << 20 }),
    withoutLines(skip),
    ...(initialSpace ? [withoutSpaces(options)] : []),
    createWriteStream(target),
  )
  return { path: target, options: { ...rest, encoding: 'utf-8' } }
}

const [lf, space] = [10, 32]

const withoutLines = (count: number) =>
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

/** Where in a field the next byte stands. */
type Place = 'start' | 'plain' | 'quoted' | 'closed'

/** Drops the spaces behind a delimiter or a line end, unless they stand in quotes. */
const withoutSpaces = ({ delimiter = ',', quote = '"' }: ReadOptions) =>
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
        // What is quoted opens at the start of a field, and again by a doubled quote.
        else place = byte === mark && place !== 'plain' ? 'quoted' : 'plain'
      }
      yield kept.subarray(0, length)
    }
  }
