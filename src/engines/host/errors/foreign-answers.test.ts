import { createServer as createHttpServer } from 'node:http'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createQueryHost } from '../client.ts'

const secret = 'inner-service-secret'
const tempDirectory = mkdtempSync(join(tmpdir(), 'chartroom-foreign-'))
const host = createQueryHost({ tempDirectory, connectTimeoutMs: 2_000 })
const servers: Server[] = []
afterAll(async () => {
  await host.close()
  for (const server of servers) server.close()
  rmSync(tempDirectory, { recursive: true, force: true })
})

const listening = async (server: Server): Promise<number> => {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

const web = (status: number, body: string) => createHttpServer((_, answer) => answer.writeHead(status).end(body))
const greeting = (text: string) => createServer((socket) => socket.on('error', () => {}).end(text))

const others: [string, () => Server][] = [
  ['a page', () => web(200, `<html>${secret}</html>`)],
  ['rows of text', () => web(200, `${secret}\n${secret}\n${secret}\n`)],
  ['JSON', () => web(200, JSON.stringify({ error: { message: secret }, token: secret }))],
  ['a refusal', () => web(403, secret)],
  ['a fault', () => web(500, JSON.stringify({ message: secret }))],
  ['a greeting', () => greeting(`SSH-2.0-${secret}\r\n220 ${secret}\r\n`)],
  ['a greeting that looks like an error', () => greeting(`E${secret}\0\0${secret}\r\n`)],
]

test.each(others)('no engine repeats the answer of a foreign server: %s', async (_name, make) => {
  const port = await listening(make())
  const parameters = { host: '127.0.0.1', port, username: 'u', database: 'd' }
  for (const engine of ['clickhouse', 'trino', 'postgresql', 'mysql']) {
    const connection = { key: `${engine}-${port}`, engine, parameters, timezone: 'UTC' }
    for (const kind of ['ping', 'schemas'] as const) {
      const answer = await host.run({ kind, connection }).then(
        (value: unknown) => JSON.stringify(value),
        (error: Error) => JSON.stringify([error.message, { ...error }]),
      )
      expect(answer, `${engine} ${kind}`).not.toContain(secret)
      expect(answer, `${engine} ${kind}`).toContain('_ERROR')
    }
  }
})
