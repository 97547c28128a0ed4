/** Connections that cannot be made or break: each says why, in words that name neither host nor path. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createQueryHost } from '../../src/engines/host/client.ts'
import type { QueryHost } from '../../src/engines/host/client.ts'
import type { ConnectionSpec } from '../../src/engines/host/protocol.ts'
import { startMariadb, startPostgres } from './servers.ts'
import type { TestServer } from './servers.ts'
import { makeDuckdbFile } from './tables.ts'

const limits = { timeoutMs: 30_000, rows: 100, bytes: 2 ** 20 }

let folder: string
let host: QueryHost
let servers: Record<string, TestServer>
const listeners: Server[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chartroom-connections-'))
  host = createQueryHost({ tempDirectory: folder, connectTimeoutMs: 3_000 })
  const [postgresql, mysql] = await Promise.all([startPostgres(), startMariadb()])
  servers = { postgresql, mysql }
})
afterAll(async () => {
  await host.close()
  for (const listener of listeners) listener.close()
  await Promise.all(Object.values(servers).map((server) => server.stop()))
  await rm(folder, { recursive: true, force: true })
})

const specOf = (engine: string, parameters: ConnectionSpec['parameters']): ConnectionSpec => ({
  key: `${engine} ${JSON.stringify(parameters)}`,
  engine,
  parameters,
  timezone: 'UTC',
})
const ping = (engine: string, wrong: ConnectionSpec['parameters'] = {}) =>
  host.run({ kind: 'ping', connection: specOf(engine, { ...servers[engine]?.parameters, ...wrong }) })

const lost = { type: 'CONNECTION_HOST_DOWN_ERROR', message: 'The connection to the database was lost before it had answered.' }

const listening = async (take: (socket: Socket) => void): Promise<number> => {
  const server = createServer(take)
  listeners.push(server)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return (server.address() as AddressInfo).port
}

/** A way to a server that carries nothing more once it is silent. */
const deadEnd = async ({ port = 0, host: target = '' }: ConnectionSpec['parameters']) => {
  let isSilent = false
  const way = await listening((near) => {
    const far = connect(port, target)
    const carry = (from: Socket, to: Socket) => {
      from.on('data', (data) => void (isSilent || to.write(data)))
      from.on('error', () => to.destroy())
      from.on('close', () => to.destroy())
    }
    carry(near, far)
    carry(far, near)
  })
  return { port: way, fallSilent: () => void (isSilent = true) }
}

describe.each(['postgresql', 'mysql'])('%s', (engine) => {
  test.each(['schemas', 'tables', 'columns'] as const)('a server that falls silent while its %s are read is given up', async (kind) => {
    const impatient = createQueryHost({ tempDirectory: folder, catalogTimeoutMs: 1_000 })
    try {
      const parameters = servers[engine]?.parameters ?? {}
      const way = await deadEnd(parameters)
      const connection = specOf(engine, { ...parameters, port: way.port })
      // A busy machine may need several of these short times to start the process and to connect.
      const answers = () =>
        impatient.run({ kind: 'ping', connection }).then(
          () => true,
          () => false,
        )
      await expect.poll(answers).toBe(true)
      way.fallSilent()
      const asked = kind === 'columns' ? { kind, connection, relation: { table: 't' } } : { kind, connection }
      await expect(impatient.run(asked)).rejects.toMatchObject({
        type: 'CONNECTION_HOST_DOWN_ERROR',
        message: 'The database did not answer within 1 seconds.',
      })
    } finally {
      await impatient.close()
    }
  })

  test.each([
    [{ host: 'no-such-host.invalid' }, /INVALID_HOSTNAME/],
    [{ port: 1 }, /PORT_CLOSED/],
    [{ port: 70_000 }, /INVALID_PORT/],
    [{ host: '' }, /MISSING_PARAMETERS/],
    [{ password: 'wrong' }, /INVALID_PASSWORD|ACCESS_DENIED/],
    [{ username: 'nobody' }, /INVALID_PASSWORD|ACCESS_DENIED/],
    [{ database: 'nowhere' }, /UNKNOWN_DATABASE|DATABASE_PERMISSIONS/],
    [{ query: { options: '-c log_statement=all' } }, /MISSING_PARAMETERS/],
  ])('with %j', async (wrong, type) => {
    const failure = await ping(engine, wrong).catch((error: unknown) => error)
    expect(failure).toMatchObject({ type: expect.stringMatching(type), status: 400 })
    const { host: address, password } = servers[engine]?.parameters ?? {}
    for (const secret of [address, password, 'no-such-host', 'wrong']) {
      if (secret) expect((failure as Error).message).not.toContain(secret)
    }
  })

  test('a connection that the server terminates mid-query gives an error, and the next statement gets a new one', async () => {
    const connection = specOf(engine, servers[engine]?.parameters ?? {})
    const run = (sql: string) => host.run({ kind: 'data', connection, sql, format: 'json', limits })
    const own = engine === 'mysql' ? 'SELECT CONNECTION_ID() AS id' : 'SELECT pg_backend_pid() AS id'
    const [{ id } = { id: 0 }] = JSON.parse(Buffer.from((await run(own)).bytes).toString()) as { id: number }[]
    const slow: { ended?: unknown } = {}
    run(engine === 'mysql' ? 'SELECT SLEEP(20) AS n' : 'SELECT count(*) AS n FROM pg_sleep(20)').catch((error: unknown) => {
      slow.ended = error
    })
    const killer = { ...connection, key: `${connection.key} killer` }
    const kill = engine === 'mysql' ? `KILL ${id}` : `SELECT pg_terminate_backend(${id})`
    const end = Date.now() + 5_000
    while (!slow.ended && Date.now() < end) {
      await host.run({ kind: 'data', connection: killer, sql: kill, format: 'json', limits, readOnly: false }).catch(() => {})
      await sleep(50)
    }
    expect(slow.ended).toMatchObject(lost)
    expect((await run('SELECT 1 AS n')).rowcount).toBe(1)
  })

  test('a broken connection gives an error, idle or mid-query, and the next statement gets a new one', async () => {
    const { parameters } = servers[engine] ?? {}
    const sockets: Socket[] = []
    const port = await listening((socket) => {
      const server = connect(parameters?.port ?? 0, '127.0.0.1')
      for (const end of [socket, server]) sockets.push(end.on('error', () => {}))
      socket.pipe(server).pipe(socket)
    })
    const cut = () => sockets.splice(0).forEach((socket) => socket.destroy())
    const connection = specOf(engine, { ...parameters, port })
    const run = (sql: string) => host.run({ kind: 'data', connection, sql, format: 'json', limits })
    expect((await run('SELECT 1 AS n')).rowcount).toBe(1)
    cut()
    expect((await run('SELECT 1 AS n')).rowcount).toBe(1)
    const slow = run(engine === 'mysql' ? 'SELECT SLEEP(20) AS n' : 'SELECT count(*) AS n FROM pg_sleep(20)')
    slow.catch(() => {})
    await sleep(300)
    cut()
    await expect(slow).rejects.toMatchObject(lost)
    expect((await run('SELECT 1 AS n')).rowcount).toBe(1)
  })
})

describe.each(['postgresql', 'mysql', 'clickhousedb', 'trino'])('%s', (engine) => {
  const secret = 'hunter2'
  const parameters = { host: '127.0.0.1', username: 'somebody', password: secret, database: 'memory', query: {} }
  const overHttp = engine === 'clickhousedb' || engine === 'trino'
  const pingAt = (port: number) =>
    ping(engine, { ...servers[engine]?.parameters, ...(overHttp && { ...parameters, query: { protocol: 'http' } }), port })

  test('times out when a server accepts the connection but never responds', async () => {
    const sockets: Socket[] = []
    const silent = createServer((socket) => sockets.push(socket))
    await new Promise<void>((resolve) => {
      silent.listen(0, '127.0.0.1', resolve)
    })
    const began = Date.now()
    const failure = await pingAt((silent.address() as AddressInfo).port).catch((error: unknown) => error)
    expect(failure).toMatchObject({ type: 'CONNECTION_HOST_DOWN_ERROR' })
    expect(JSON.stringify(failure)).not.toContain(secret)
    expect(Date.now() - began).toBeLessThan(6_000)
    for (const socket of sockets) socket.destroy()
    silent.close()
  })

  test('reports a server that closes the connection', async () => {
    const port = await listening((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => socket.destroy())
      if (engine === 'mysql') socket.destroy()
    })
    await expect(pingAt(port)).rejects.toMatchObject(lost)
  })

  test('reports an invalid response without secrets of the connection', async () => {
    const strange = createServer((socket) => {
      socket.on('error', () => {})
      socket.on('data', (bytes) => socket.end(`HTTP/1.1 500 Oops\r\nConnection: close\r\n\r\n${String(bytes)}`))
    })
    await new Promise<void>((resolve) => {
      strange.listen(0, '127.0.0.1', resolve)
    })
    const { port } = strange.address() as AddressInfo
    const failure = await pingAt(port).catch((error: unknown) => error)
    expect(failure).toMatchObject({ name: 'EngineError' })
    const text = JSON.stringify(failure) + String(failure)
    for (const part of [secret, Buffer.from(`somebody:${secret}`).toString('base64'), '127.0.0.1']) expect(text).not.toContain(part)
    strange.close()
  })
})

describe('files', () => {
  test('a connected DuckDB file is opened read-only', async () => {
    const path = join(folder, 'own.duckdb')
    await makeDuckdbFile(path, ['stocks'])
    const connection = specOf('duckdb', { database: path })
    const run = (sql: string) => host.run({ kind: 'data', connection, sql, format: 'json', limits })
    expect(Buffer.from((await run('SELECT count(*) AS n FROM stocks')).bytes).toString()).toBe('[{"n":560}]')
    expect(await host.run({ kind: 'tables', connection, schema: 'main' })).toEqual([{ name: 'stocks', kind: 'table' }])
    await expect(run('DELETE FROM stocks')).rejects.toMatchObject({ type: 'DML_NOT_ALLOWED_ERROR' })
    await expect(run(`SELECT * FROM '${path}'`)).rejects.toMatchObject({ name: 'EngineError' })
  })

  test.each(['duckdb', 'sqlite'])('%s: a missing file, and a file of another kind', async (engine) => {
    const missing = ping(engine, { database: join(folder, 'none.db') })
    await expect(missing).rejects.toMatchObject({ type: 'CONNECTION_UNKNOWN_DATABASE_ERROR', message: expect.not.stringContaining(folder) })
    const other = join(folder, `${engine}.txt`)
    await writeFile(other, 'this is a letter, not a database, and it is long enough to be looked at '.repeat(100))
    await expect(ping(engine, { database: other })).rejects.toMatchObject({
      type: 'CONNECTION_UNKNOWN_DATABASE_ERROR',
      message: expect.not.stringContaining(folder),
    })
  })

  test('sqlite: rejects attach, pragmas and file functions', async () => {
    const connection = specOf('sqlite', { database: ':memory:' })
    const run = (sql: string) => host.run({ kind: 'data', connection, sql, format: 'json', limits })
    for (const sql of [
      `ATTACH '${join(folder, 'x.db')}' AS x`,
      'PRAGMA user_version = 3',
      "SELECT load_extension('x')",
      'SELECT * FROM pragma_database_list',
    ]) {
      await expect(run(sql), sql).rejects.toMatchObject({ name: 'EngineError' })
    }
  })
})
