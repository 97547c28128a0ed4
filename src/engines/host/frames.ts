/**
 * Frames on the pipe between web process and host: two 32-bit lengths, a JSON header, a body of bytes.
 * The body is never looked at, and arrives in one buffer that is filled as the pipe delivers.
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

export type OnFrame<H> = (header: H, body: Uint8Array) => void

/** Takes the pipe's chunks, however they are cut, and calls back once per whole frame. */
export const frameReader = <H>(onFrame: OnFrame<H>): ((chunk: Uint8Array) => void) => {
  const prefix = Buffer.alloc(prefixLength)
  let target: Buffer = prefix
  let filled = 0
  let headerLength = 0
  let bodyLength = 0
  let header: H | undefined
  let part: 'prefix' | 'header' | 'body' = 'prefix'

  const start = (next: typeof part, buffer: Buffer) => {
    part = next
    target = buffer
    filled = 0
  }
  const advance = (): void => {
    if (part === 'prefix') {
      headerLength = prefix.readUInt32LE(0)
      bodyLength = prefix.readUInt32LE(4)
      start('header', Buffer.allocUnsafe(headerLength))
    } else if (part === 'header') {
      header = JSON.parse(target.toString()) as H
      start('body', bodyLength ? Buffer.allocUnsafeSlow(bodyLength) : Buffer.alloc(0))
    } else {
      const whole = target
      start('prefix', prefix)
      onFrame(header as H, whole)
    }
    if (target.length === 0) advance()
  }

  return (chunk) => {
    let at = 0
    while (at < chunk.length) {
      const take = Math.min(target.length - filled, chunk.length - at)
      target.set(chunk.subarray(at, at + take), filled)
      filled += take
      at += take
      if (filled === target.length) advance()
    }
  }
}
