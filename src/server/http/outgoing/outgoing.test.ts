import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { resolveDestination, type Resolve } from './destination.ts'
import { fetchOutside } from './fetch-outside.ts'

const none = { outgoingNetworks: [] }
const loopback = { outgoingNetworks: ['127.0.0.0/8'] }

const answering =
  (...addresses: string[]): Resolve =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))

const asIs: Resolve = async (host) => [{ address: host, family: host.includes(':') ? 6 : 4 }]

describe('an address on the web', () => {
  it.each([
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '127.1',
    '127。0。0。1',
    '[::ffff:127.0.0.1]',
    '::ffff:127.0.0.1',
    '::1',
    '169.254.169.254',
    'fd00::1',
    'fe80::1',
    '100.64.0.1',
    '0.0.0.0',
    '10.1.2.3',
    '192.168.0.1',
    '172.31.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    'ff02::1',
    '255.255.255.255',
    '',
    'a b',
    'a/b',
  ])('refuses %s', async (host) => {
    await expect(resolveDestination(none, { host, port: 443, purpose: 'web' }, asIs)).rejects.toMatchObject({ status: 422 })
  })

  it.each([['8.8.8.8'], ['2606:4700::1111'], ['::ffff:8.8.8.8']])('allows %s', async (host) => {
    expect(await resolveDestination(none, { host, port: 443, purpose: 'web' }, asIs)).toHaveLength(1)
  })

  it.each([22, 25, 6379, 3306, 0, -1, 65_536, Number.NaN])('refuses port %s', async (port) => {
    await expect(resolveDestination(none, { host: '8.8.8.8', port, purpose: 'web' }, asIs)).rejects.toMatchObject({ status: 422 })
  })

  it('refuses a name of which one address is private', async () => {
    const mixed = answering('8.8.8.8', '127.0.0.1')
    await expect(resolveDestination(none, { host: 'mixed.example', port: 443, purpose: 'web' }, mixed)).rejects.toMatchObject({
      status: 422,
    })
  })

  it('says the same about a name that does not exist', async () => {
    const missing: Resolve = () => Promise.reject(new Error('ENOTFOUND'))
    const texts = await Promise.all(
      [missing, answering('10.0.0.1')].map((resolve) =>
        resolveDestination(none, { host: 'a.example', port: 443, purpose: 'web' }, resolve).catch((error: Error) => error.message),
      ),
    )
    expect(new Set(texts).size).toBe(1)
  })
})

describe('the address of a database', () => {
  it('may be on this machine and in private networks, not at a metadata service', async () => {
    const ask = (host: string) => resolveDestination(none, { host, port: 5432, purpose: 'database' }, asIs)
    await expect(ask('10.0.0.5')).resolves.toHaveLength(1)
    await expect(ask('127.0.0.1')).resolves.toHaveLength(1)
    await expect(ask('169.254.169.254')).rejects.toMatchObject({ status: 422 })
    await expect(ask('fd00:ec2::254')).rejects.toMatchObject({ status: 422 })
  })
})

describe('fetchOutside', () => {
  const stops: (() => void)[] = []
  afterEach(() => {
    for (const stop of stops.splice(0)) stop()
  })
  const serve = async (answer: RequestListener) => {
    const server = createServer(answer)
    await new Promise<void>((done) => {
      server.listen(0, '127.0.0.1', done)
    })
    stops.push(() => {
      server.closeAllConnections()
      server.close()
    })
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  it('does not connect to this machine', async () => {
    let hits = 0
    const url = await serve((_request, reply) => {
      hits++
      reply.end()
    })
    await expect(fetchOutside(none, url)).rejects.toMatchObject({ status: 422 })
    expect(hits).toBe(0)
  })

  it('asks for the address of a name once, so that a second answer of the name server changes nothing', async () => {
    const url = new URL(await serve((request, reply) => reply.end(request.headers.host)))
    let asked = 0
    const rebinding: Resolve = async () => [{ address: asked++ === 0 ? '127.0.0.1' : '169.254.169.254', family: 4 }]
    const answer = await fetchOutside(loopback, `http://rebind.example:${url.port}/`, {}, rebinding)
    expect([await answer.text(), asked]).toEqual([`rebind.example:${url.port}`, 1])
  })

  it('checks where a redirect leads, and sends no secrets to another origin', async () => {
    const seen: (string | undefined)[] = []
    const target = await serve((request, reply) => {
      seen.push(request.headers.authorization)
      reply.end('there')
    })
    const first = await serve((request, reply) => {
      const to = request.url === '/inside' ? 'http://169.254.169.254/latest' : target
      reply.writeHead(302, { location: to }).end()
    })
    await expect(fetchOutside(loopback, `${first}/inside`)).rejects.toMatchObject({ status: 422 })
    const answer = await fetchOutside(loopback, first, { headers: { Authorization: 'Bearer secret' } })
    expect([await answer.text(), seen]).toEqual(['there', [undefined]])
  })

  it('ends after three redirects', async () => {
    const url = await serve((_request, reply) => void reply.writeHead(301, { location: '/again' }).end())
    await expect(fetchOutside(loopback, url)).rejects.toMatchObject({ status: 502 })
  })

  it.each(['file:///etc/passwd', 'ftp://8.8.8.8/', 'http://user:secret@8.8.8.8/'])('refuses %s', async (url) => {
    await expect(fetchOutside(none, url)).rejects.toMatchObject({ status: 422 })
  })

  it('cuts a response that is too large or too slow', async () => {
    const large = await serve((_request, reply) => void reply.end('x'.repeat(2000)))
    await expect(fetchOutside(loopback, large, { maxBytes: 1000 })).rejects.toMatchObject({ status: 502 })
    const slow = await serve((_request, reply) => void reply.write('x'))
    await expect(fetchOutside(loopback, slow, { timeoutMs: 50 })).rejects.toMatchObject({ status: 502 })
  })

  it('returns status, headers and body, and sends the body of a POST', async () => {
    const url = await serve((request, reply) => {
      reply.writeHead(201, { 'x-method': request.method })
      request.pipe(reply)
    })
    const answer = await fetchOutside(loopback, url, { method: 'POST', body: 'für' })
    expect([answer.status, answer.headers.get('x-method'), await answer.text()]).toEqual([201, 'POST', 'für'])
  })
})
