import { createReadStream, createWriteStream } from 'node:fs'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import chardet from 'chardet'
import iconv from 'iconv-lite'

/** Encodings offered for correction, by the names that people know. */
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'latin1', 'windows-1252', 'shift_jis', 'gbk'] as const

const aliases: Record<string, string> = {
  ascii: 'utf-8',
  'iso-8859-1': 'windows-1252',
  gb18030: 'gbk',
  gb2312: 'gbk',
  'shift-jis': 'shift_jis',
}

const isUtf8 = (sample: Uint8Array): boolean => {
  // A sample may end inside a character: up to three bytes are left aside.
  for (let cut = 0; cut < 4; cut++) {
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(sample.subarray(0, sample.length - cut))
      return true
    } catch {
      continue
    }
  }
  return false
}

/** Every second byte zero: text of a western language in UTF-16 without a mark. */
const looksWide = (sample: Uint8Array, offset: 0 | 1): boolean => {
  let zeros = 0
  for (let i = offset; i < sample.length; i += 2) if (sample[i] === 0) zeros++
  return zeros > sample.length / 4
}

export const detectEncoding = (sample: Uint8Array): string => {
  if (sample[0] === 0xff && sample[1] === 0xfe) return 'utf-16le'
  if (sample[0] === 0xfe && sample[1] === 0xff) return 'utf-16be'
  if (looksWide(sample, 1)) return 'utf-16le'
  if (looksWide(sample, 0)) return 'utf-16be'
  if (isUtf8(sample)) return 'utf-8'
  const likely = chardet.analyse(sample).map(({ name }) => name.toLowerCase())
  const offered = likely
    .map((name) => aliases[name] ?? name)
    .find((name) => (encodings as readonly string[]).includes(name) && !name.startsWith('utf'))
  return offered ?? 'windows-1252'
}

export const decode = (bytes: Uint8Array, encoding: string): string => iconv.decode(Buffer.from(bytes), encoding)

export const isKnownEncoding = (encoding: string): boolean => iconv.encodingExists(encoding)

/** Copies a file as UTF-8, without a byte order mark. */
export const toUtf8 = async (source: string, target: string, encoding: string): Promise<void> => {
  const decoder = iconv.getDecoder(encoding, { stripBOM: true })
  const recode = new Transform({
    transform: (chunk: Buffer, _encoding, done) => done(null, Buffer.from(decoder.write(chunk))),
    flush: (done) => done(null, Buffer.from(decoder.end() ?? '')),
  })
  await pipeline(createReadStream(source, { highWaterMark: 1 << 20 }), recode, createWriteStream(target))
}
