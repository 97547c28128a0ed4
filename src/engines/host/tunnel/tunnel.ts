import { createServer, type AddressInfo, type Socket } from 'node:net'
import { Client } from 'ssh2'
import { AppError } from '#core/errors.ts'
import { openSocket } from '../../shared/network-parameters.ts'
import type { TunnelSpec } from '../protocol.ts'
import { checkedAddress, type Reach } from '../reach/reach.ts'
import { fingerprintOf, HostKeyError } from './host-key.ts'
import { TunnelFailure } from './tunnel-failure.ts'

export type Address = { host: string; port: number }

export type Tunnel = {
  /** Where connections to the far address are opened on this machine. */
  near: Address
  isAlive(): boolean
  /** Why the tunnel was lost, or why its last connection was refused; undefined while all is well. */
  failure(): TunnelFailure | undefined
  close(): void
}

type Options = { signal: AbortSignal; idleMs: number; reach: Reach }

const signOfLifeMs = 10_000
/** Unanswered signs of life after which the SSH server counts as gone. */
const unansweredSigns = 2

const connectSsh = async (
  { host, port, username, password, privateKey, passphrase, hostKey }: TunnelSpec,
  { signal, reach }: Pick<Options, 'signal' | 'reach'>,
): Promise<Client> => {
  const address = await checkedAddress(reach, { host, port }).catch((cause: unknown) => {
    throw cause instanceof AppError ? cause : new TunnelFailure(cause)
  })
  const client = new Client()
  let shownKey = ''
  const { promise, resolve, reject } = Promise.withResolvers<Client>()
  const giveUp = () => reject(new Error('connect timed out'))
  signal.addEventListener('abort', giveUp, { once: true })
  if (signal.aborted) giveUp()
  client.once('ready', () => resolve(client))
  client.on('error', reject)
  client.once('close', () => reject(new Error('connection lost')))
  const connect = async () => {
    const sock = await openSocket(address)
    if (signal.aborted) return void sock.destroy()
    client.connect({
      sock,
      username,
      ...(password !== undefined && { password }),
      ...(privateKey !== undefined && { privateKey }),
      ...(passphrase !== undefined && { passphrase }),
      ...(hostKey !== undefined && {
        hostVerifier: (key: Buffer) => {
          shownKey = fingerprintOf(key)
          return shownKey === hostKey
        },
      }),
      readyTimeout: 0,
      keepaliveInterval: signOfLifeMs,
      keepaliveCountMax: unansweredSigns,
    })
  }
  connect().catch(reject)
  return promise
    .catch((cause: unknown) => {
      client.destroy()
      throw new TunnelFailure(shownKey === '' || shownKey === hostKey ? cause : new HostKeyError(shownKey))
    })
    .finally(() => signal.removeEventListener('abort', giveUp))
}

/** Opens a port on the loopback whose connections the SSH server continues to the far address; closes itself when it is unused. */
export const openTunnel = async (spec: TunnelSpec, far: Address, { signal, idleMs, reach }: Options): Promise<Tunnel> => {
  const client = await connectSsh(spec, { signal, reach })
  const sockets = new Set<Socket>()
  let loss: TunnelFailure | undefined
  let refusal: TunnelFailure | undefined
  let idle: NodeJS.Timeout | undefined

  const end = (cause: unknown) => {
    loss ??= new TunnelFailure(cause)
    clearTimeout(idle)
    server.close()
    for (const socket of sockets) socket.destroy()
    client.end()
  }
  const closeWhenIdle = () => {
    clearTimeout(idle)
    if (sockets.size === 0 && !loss) idle = setTimeout(() => end(new Error('connection lost')), idleMs).unref()
  }
  const server = createServer((socket) => {
    clearTimeout(idle)
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => {
      sockets.delete(socket)
      closeWhenIdle()
    })
    client.forwardOut('127.0.0.1', 0, far.host, far.port, (error, channel) => {
      refusal = error && new TunnelFailure(error)
      if (error) return void socket.destroy()
      channel.on('error', () => socket.destroy())
      channel.on('close', () => socket.destroy())
      socket.on('close', () => channel.close())
      if (socket.destroyed) channel.close()
      else socket.pipe(channel).pipe(socket)
    })
  })
  client.on('error', end)
  client.on('close', () => end(new Error('connection lost')))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  server.unref()
  closeWhenIdle()
  const { port } = server.address() as AddressInfo
  return {
    near: { host: '127.0.0.1', port },
    isAlive: () => loss === undefined,
    failure: () => loss ?? refusal,
    close: () => end(new Error('connection lost')),
  }
}
