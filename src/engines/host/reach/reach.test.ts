import { createServer, type AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { openSocket } from '../../shared/network-parameters.ts'
import { checkedAddress, type Reach } from './reach.ts'

const anywhere: Reach = { purpose: 'database', allowed: [] }
const publicOnly: Reach = { purpose: 'public database', allowed: ['10.1.0.0/16'] }
const resolveTo =
  (...addresses: string[]) =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))

const answerTo = (reach: Reach, ...addresses: string[]) =>
  checkedAddress(reach, { host: 'db.example', port: 5432 }, resolveTo(...addresses)).then(
    () => 'allowed',
    (error: Error) => error.message,
  )

const refusal = 'The address of db.example is not allowed.'

describe('addresses of databases', () => {
  test.each([
    ['a private network', anywhere, ['10.2.3.4'], 'allowed'],
    ['this machine', anywhere, ['127.0.0.1', '::1'], 'allowed'],
    ['the metadata service of a cloud', anywhere, ['169.254.169.254'], refusal],
    ['the same, written as IPv6', anywhere, ['::ffff:169.254.169.254'], refusal],
    ['one forbidden address among others', anywhere, ['8.8.8.8', 'fe80::1'], refusal],
    ['a name without addresses', anywhere, [], refusal],
    ['a private network where only public ones are allowed', publicOnly, ['192.168.1.1'], refusal],
    ['this machine where only public networks are allowed', publicOnly, ['127.0.0.1'], refusal],
    ['a network that the setting names', publicOnly, ['10.1.2.3'], 'allowed'],
    ['a public address', publicOnly, ['8.8.8.8'], 'allowed'],
  ])('%s', async (_name, reach, addresses, expected) => {
    expect(await answerTo(reach, ...addresses)).toBe(expected)
  })

  test.each(['2130706433', '0x7f.1', '0177.0.0.1', '127.1', 'localhost', '[::1]'.slice(1, -1)])('%s is this machine', async (host) => {
    await expect(checkedAddress(publicOnly, { host, port: 5432 })).rejects.toThrow('is not allowed')
  })

  test('the connection goes to the address that was checked, whatever the name says later', async () => {
    const server = createServer((socket) => socket.end('here')).listen(0, '127.0.0.1')
    await new Promise((ready) => server.once('listening', ready))
    const { port } = server.address() as AddressInfo
    const address = await checkedAddress(anywhere, { host: 'rebound.invalid', port }, resolveTo('127.0.0.1'))
    let said = ''
    for await (const part of (await openSocket(address)).setEncoding('utf8')) said += String(part)
    expect(said).toBe('here')
    server.close()
  })
})
