import { open, stat } from 'node:fs/promises'
import { decode, detectEncoding } from '../encoding.ts'

/** Bytes of the beginning of a file that stand for all of it. */
export const headSize = 4 << 20
const partSize = 1 << 20

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

/** A piece of the middle and of the end of a long file. */
export const laterParts = async (path: string): Promise<Buffer[]> => {
  const { size } = await stat(path)
  const even = (offset: number) => offset - (offset % 4)
  const places = [even(Math.floor(size / 2)), even(size - partSize)].filter((from) => from > headSize)
  return Promise.all(places.map((from) => readPart(path, from, partSize)))
}

/** What ends a line; files of old Macs have the return alone. */
export type LineEnd = '\n' | '\r'

/** The beginning of a file as text, without a byte order mark. */
export const headOf = async (path: string, encoding: string): Promise<{ text: string; lineEnd: LineEnd }> => {
  const text = decode(await readPart(path, 0, headSize), encoding).replace(/^\uFEFF/, '')
  return { text, lineEnd: !text.includes('\n') && text.includes('\r') ? '\r' : '\n' }
}

export const encodingOf = async (path: string): Promise<string> =>
  detectEncoding(Buffer.concat([await readPart(path, 0, headSize), ...(await laterParts(path))]))
