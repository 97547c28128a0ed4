/** A proxy to a server that delays chart data, like a slow database; everything else passes at once. */
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export const slowCharts = async (base: string, delay: number): Promise<{ base: string; close: () => void }> => {
  const { hostname, port } = new URL(base)
  const proxy = createServer(async (asked, reply) => {
    if (asked.url?.startsWith('/api/v1/chart/data')) await sleep(delay)
    const { method, url, headers } = asked
    const onward = request({ hostname, port, method, path: url, headers }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(reply)
    })
    onward.on('error', () => reply.destroy())
    asked.pipe(onward)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  return {
    base: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    close: () => {
      proxy.closeAllConnections()
      proxy.close()
    },
  }
}
