import { Readable } from 'node:stream'
import { giveBack } from '#core/encoding/give-back.ts'

const writePart = (to: NodeJS.WritableStream, part: Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => {
    to.write(part, (error) => (error ? reject(error) : resolve()))
  })

/** A response body whose chunks are freed as soon as they are written; nobody else may use them. */
export const streamAndFree = (parts: AsyncIterable<Uint8Array>): Readable => {
  const body = Readable.from(parts, { objectMode: false })
  const pour = async (to: NodeJS.WritableStream) => {
    for await (const part of body as AsyncIterable<Uint8Array>) {
      await writePart(to, part)
      giveBack(part)
    }
    to.end()
  }
  return Object.assign(body, {
    pipe: <T extends NodeJS.WritableStream>(to: T): T => {
      // A failure on either side destroys the body; its consumer gets its `error` and `close` events.
      pour(to).catch((error: Error) => body.destroy(error))
      return to
    },
  })
}
