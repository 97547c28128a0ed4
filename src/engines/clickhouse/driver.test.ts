import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { connectClickhouse } from './driver.ts'

test('the host is not looked up again after its address was checked', async () => {
  const hosts = new Set<string | undefined>()
  const server = createServer(({ headers }, response) => {
    hosts.add(headers.host)
    response.end('version\nString\n25.8.1\n')
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close().closeAllConnections())
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const via = { host: 'click.invalid', port, resolved: [{ address: '127.0.0.1', family: 4 }] }
  const connection = await connectClickhouse(
    { host: 'click.invalid', port, via },
    { signal: AbortSignal.timeout(60_000), key: 'click', timezone: 'UTC' },
  )
  await connection.ping(AbortSignal.timeout(60_000))
  await connection.close()
  expect([...hosts]).toEqual([`click.invalid:${port}`])
})
