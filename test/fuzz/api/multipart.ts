type SentFile = { name: string; bytes: Uint8Array }

const boundary = 'fuzz-boundary-7d1f'

/** A header holds one line. */
const quoted = (name: string) => name.replaceAll(/[\r\n"]/g, '%')

/** A multipart form of fields and files. */
export const multipart = (
  fields: Readonly<Record<string, string>>,
  files: Readonly<Record<string, SentFile>>,
): { headers: Record<string, string>; payload: Buffer } => {
  const parts = [
    ...Object.entries(fields).map(([name, value]) => [`name="${quoted(name)}"`, Buffer.from(value)] as const),
    ...Object.entries(files).map(
      ([name, { name: file, bytes }]) => [`name="${quoted(name)}"; filename="${quoted(file)}"`, Buffer.from(bytes)] as const,
    ),
  ]
  const payload = Buffer.concat([
    ...parts.flatMap(([head, bytes]) => [
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n\r\n`),
      bytes,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ])
  return { headers: { 'content-type': `multipart/form-data; boundary=${boundary}` }, payload }
}
