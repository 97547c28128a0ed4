import { Readable } from 'node:stream'
import { giveBack } from '#core/encoding/give-back.ts'

const written = (to: NodeJS.WritableStream, part: Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => {
    to.write(part, (error) => (error ? reject(error) : resolve()))
  })

/** A body of parts that nobody else reads: each is freed as soon as it has been written. */
export const passing = (parts: AsyncIterable<Uint8Array>): Readable => {
  const body = Readable.from(parts, { objectMode: false })
  const pour = async (to: NodeJS.WritableStream) => {
    for await (const part of body as AsyncIterable<Uint8Array>) {
      await written(to, part)
      giveBack(part)
    }
    to.end()
  }
  return Object.assign(body, {
    pipe: <T extends NodeJS.WritableStream>(to: T): T => {
      // A failure of either end destroys the body, whose `error` and `close` are heard by whoever pipes.
      pour(to).catch((error: Error) => body.destroy(error))
      return to
    },
  })
}
