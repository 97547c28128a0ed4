import { open, stat } from 'node:fs/promises'
import { decode, detectEncoding } from './encoding.ts'

/** Bytes of a file's beginning that are sampled. */
export const headBytes = 4 << 20
const partBytes = 1 << 20

export const readPart = async (path: string, from: number, length: number): Promise<Buffer> => {
  const file = await open(path)
  try {
    const bytes = Buffer.alloc(length)
    const { bytesRead } = await file.read(bytes, 0, length, from)
    return bytes.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** A part of the middle and of the end of a long file. */
export const readLaterParts = async (path: string): Promise<Buffer[]> => {
  const { size } = await stat(path)
  const even = (offset: number) => offset - (offset % 4)
  const places = [even(Math.floor(size / 2)), even(size - partBytes)].filter((from) => from > headBytes)
  return Promise.all(places.map((from) => readPart(path, from, partBytes)))
}

/** Line separators; files of classic Mac OS have a carriage return alone. */
export type LineEnd = '\n' | '\r'

/** The beginning of a file as text, without byte order mark. */
export const readHead = async (path: string, encoding: string): Promise<{ text: string; lineEnd: LineEnd }> => {
  const text = decode(await readPart(path, 0, headBytes), encoding).replace(/^\uFEFF/, '')
  return { text, lineEnd: !text.includes('\n') && text.includes('\r') ? '\r' : '\n' }
}

export const detectFileEncoding = async (path: string): Promise<string> =>
  detectEncoding(Buffer.concat([await readPart(path, 0, headBytes), ...(await readLaterParts(path))]))
