import { once } from 'node:events'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { constants, createGzip, createZstdCompress, gzip, zstdCompress } from 'node:zlib'

const compress = promisify(zstdCompress)
const toGzip = promisify(gzip)

export type Encoding = 'zstd' | 'gzip' | 'identity'

/** Below this size compression costs more than it saves. */
export const minCompressedBytes = 1024

const fastZstd = { params: { [constants.ZSTD_c_compressionLevel]: 1 }, chunkSize: 64 * 1024 }

/** Whether a client that sends this `Accept-Encoding` takes an encoding. */
export const accepts = (accepted: string | undefined, encoding: string): boolean =>
  (accepted ?? '').split(',').some((entry) => {
    const [name = '', ...parameters] = entry.split(';')
    return name.trim().toLowerCase() === encoding && !parameters.some((parameter) => /^\s*q=0(?:\.0*)?\s*$/i.test(parameter))
  })

/** The best encoding that the client accepts. */
export const encodingFor = (accepted: string | undefined): Encoding => {
  if (accepts(accepted, 'zstd')) return 'zstd'
  return accepts(accepted, 'gzip') ? 'gzip' : 'identity'
}

export const encodeBody = async (bytes: Uint8Array, encoding: Encoding): Promise<{ bytes: Uint8Array; encoding: Encoding }> => {
  if (encoding === 'identity' || bytes.byteLength < minCompressedBytes) return { bytes, encoding: 'identity' }
  return {
    bytes:
      encoding === 'zstd' ? await compress(bytes, { ...fastZstd, pledgedSrcSize: bytes.byteLength }) : await toGzip(bytes, { level: 1 }),
    encoding,
  }
}

/** Encodes a text whose parts become known one after another; each is sent as soon as it is there. */
export const encodeParts = (parts: AsyncIterable<string>, encoding: Encoding): Readable => {
  if (encoding === 'identity') return Readable.from(parts, { objectMode: false })
  const encoder = encoding === 'zstd' ? createZstdCompress({ params: fastZstd.params }) : createGzip({ level: 1 })
  const write = async () => {
    for await (const part of parts) {
      if (!encoder.write(part)) await once(encoder, 'drain')
      await new Promise<void>((resolve) => encoder.flush(resolve))
    }
    encoder.end()
  }
  write().catch((error: Error) => encoder.destroy(error))
  return encoder
}
