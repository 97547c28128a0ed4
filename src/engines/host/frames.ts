import { giveBack } from '#core/encoding/give-back.ts'

/**
 * Frames on the pipe between web process and host: two 32-bit lengths, a JSON header, a body of bytes that is never looked at.
 */
const prefixLength = 8

export const frame = (header: unknown, body: Uint8Array[] = []): Uint8Array[] => {
  const json = Buffer.from(JSON.stringify(header))
  const head = Buffer.allocUnsafe(prefixLength + json.length)
  head.writeUInt32LE(json.length, 0)
  head.writeUInt32LE(
    body.reduce((sum, part) => sum + part.byteLength, 0),
    4,
  )
  json.copy(head, prefixLength)
  return [head, ...body]
}

export type FrameOptions<H> = {
  onFrame: (header: H, body: Uint8Array[]) => void
  /** Of which frames the body is given in the parts that it came in, instead of one buffer that holds it all. */
  inParts?: (header: H) => boolean
}

/** Takes the pipe's chunks, however they are cut, and calls back once per whole frame. What it has copied out of, it frees. */
export const frameReader = <H>({ onFrame, inParts = () => false }: FrameOptions<H>): ((chunk: Uint8Array) => void) => {
  const prefix = Buffer.alloc(prefixLength)
  let target: Buffer = prefix
  let filled = 0
  let headerLength = 0
  let left = 0
  let header: H | undefined
  let parts: Uint8Array[] | null = null
  let part: 'prefix' | 'header' | 'body' = 'prefix'

  const start = (next: typeof part, buffer: Buffer) => {
    part = next
    target = buffer
    filled = 0
  }
  const finish = (body: Uint8Array[]) => {
    parts = null
    start('prefix', prefix)
    onFrame(header as H, body)
  }
  const advance = (): void => {
    if (part === 'prefix') {
      headerLength = prefix.readUInt32LE(0)
      left = prefix.readUInt32LE(4)
      start('header', Buffer.allocUnsafe(headerLength))
    } else if (part === 'header') {
      header = JSON.parse(target.toString()) as H
      if (left === 0) finish([])
      else if (inParts(header)) parts = []
      else start('body', Buffer.allocUnsafeSlow(left))
    } else finish([target])
  }

  return (chunk) => {
    let at = 0
    let isPassedOn = false
    while (at < chunk.length) {
      if (parts) {
        isPassedOn = true
        const piece = chunk.subarray(at, at + left)
        parts.push(piece)
        at += piece.length
        left -= piece.length
        if (left === 0) finish(parts)
        continue
      }
      const take = Math.min(target.length - filled, chunk.length - at)
      target.set(chunk.subarray(at, at + take), filled)
      filled += take
      at += take
      if (filled === target.length) advance()
    }
    if (!isPassedOn) giveBack(chunk)
  }
}
