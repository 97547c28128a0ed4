import { createServer, type AddressInfo, type Socket } from 'node:net'
import { Client } from 'ssh2'
import type { TunnelSpec } from '../protocol.ts'
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

const signOfLifeMs = 10_000
/** Unanswered signs of life after which the SSH server counts as gone. */
const unansweredSigns = 2

const connectSsh = ({ host, port, username, password, privateKey, passphrase }: TunnelSpec, signal: AbortSignal): Promise<Client> => {
  const client = new Client()
  const { promise, resolve, reject } = Promise.withResolvers<Client>()
  const giveUp = () => reject(new Error('connect timed out'))
  signal.addEventListener('abort', giveUp, { once: true })
  if (signal.aborted) giveUp()
  client.once('ready', () => resolve(client))
  client.on('error', reject)
  client.once('close', () => reject(new Error('connection lost')))
  try {
    client.connect({
      host,
      port,
      username,
      ...(password !== undefined && { password }),
      ...(privateKey !== undefined && { privateKey }),
      ...(passphrase !== undefined && { passphrase }),
      readyTimeout: 0,
      keepaliveInterval: signOfLifeMs,
      keepaliveCountMax: unansweredSigns,
    })
  } catch (error) {
    reject(error)
  }
  return promise
    .catch((cause: unknown) => {
      client.destroy()
      throw new TunnelFailure(cause)
    })
    .finally(() => signal.removeEventListener('abort', giveUp))
}

type Options = { signal: AbortSignal; idleMs: number }

/** Opens a port on the loopback whose connections the SSH server continues to the far address; closes itself when it is unused. */
export const openTunnel = async (spec: TunnelSpec, far: Address, { signal, idleMs }: Options): Promise<Tunnel> => {
  const client = await connectSsh(spec, signal)
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
