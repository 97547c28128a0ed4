import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export type MailSink = { port: number; mails: string[]; next(): Promise<string>; close(): Promise<void> }

/** A real mail server that keeps what it gets; `next` waits for the next mail. Quoted-printable line breaks are undone. */
export const startMailSink = async (options: { login?: { user: string; pass: string } } = {}): Promise<MailSink> => {
  const mails: string[] = []
  const waiting: ((mail: string) => void)[] = []
  let taken = 0
  const server = new SMTPServer({
    authOptional: options.login === undefined,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === options.login?.user && password === options.login?.pass ? done(null, { user: username }) : done(new Error('Wrong')),
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const mail = Buffer.concat(chunks).toString().replaceAll('=\r\n', '').replaceAll('=3D', '=')
        mails.push(mail)
        const resolve = waiting.shift()
        if (resolve) {
          taken++
          resolve(mail)
        }
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    port,
    mails,
    next: () => {
      const known = mails[taken]
      if (known === undefined) return new Promise((resolve) => waiting.push(resolve))
      taken++
      return Promise.resolve(known)
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
