import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate'

/** A file of an archive: a text, or bytes that are compressed already and come in parts. */
export type ZipFile = { path: string; content: string | AsyncIterable<Uint8Array> }

/** An archive that is written while its files are read, so that memory does not grow with them. */
export async function* zipParts(files: readonly ZipFile[]): AsyncGenerator<Uint8Array, void, undefined> {
  const written: Uint8Array[] = []
  const zip = new Zip((error, part) => {
    if (error) throw error
    written.push(part)
  })
  for (const { path, content } of files) {
    if (typeof content === 'string') {
      const file = new ZipDeflate(path)
      zip.add(file)
      file.push(strToU8(content), true)
    } else {
      const file = new ZipPassThrough(path)
      zip.add(file)
      for await (const part of content) {
        file.push(part)
        yield* written.splice(0)
      }
      file.push(new Uint8Array(0), true)
    }
    yield* written.splice(0)
  }
  zip.end()
  yield* written
}
