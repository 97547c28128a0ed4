import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../src/server/app.ts'
import { testContext } from '../../src/server/testing/test-context.ts'
import { adminOf, as, type Caller } from '../../src/server/testing/test-people.ts'
import { sendBundle } from './send-bundle.ts'
import { freePort, isRoot, startPostgres, type TestServer } from '../engines/servers.ts'
import { startSshServer, type SshServer } from '../engines/ssh-server.ts'

/** Connections with own certificates and through SSH servers, against a real Postgres and a real OpenSSH. */
const run = promisify(execFile)
let ctx: Awaited<ReturnType<typeof testContext>>
let app: FastifyInstance
let postgres: TestServer
let ssh: SshServer
let folder: string
let admin: Caller
let certificate: string
let otherCertificate: string

const makeCertificate = async (name: string): Promise<string> => {
  const [key, file] = [join(folder, `${name}.key`), join(folder, `${name}.pem`)]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  await run('openssl', ['req', ...kind, ...subject, '-keyout', key, '-out', file])
  if (isRoot) await run('chown', ['postgres', key, file])
  await chmod(key, 0o600)
  return readFile(file, 'utf8')
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chartroom-certificates-'))
  await chmod(folder, 0o755)
  certificate = await makeCertificate('server')
  otherCertificate = await makeCertificate('other')
  postgres = await startPostgres(['ssl=on', `ssl_cert_file=${folder}/server.pem`, `ssl_key_file=${folder}/server.key`])
  ssh = await startSshServer()
  ctx = await testContext()
  app = await buildApp(ctx)
  admin = await as(ctx, app, await adminOf(ctx))
})
afterAll(async () => {
  await app?.close()
  await ctx?.close()
  await postgres?.stop()
  await ssh?.stop()
  await rm(folder, { recursive: true, force: true })
})

type Change = { host?: string; port?: number; password?: string; mode?: string }

const uriOf = ({ host = '127.0.0.1', port = postgres.parameters.port, password = 'secret', mode }: Change = {}) =>
  `postgresql://postgres:${password}@${host}:${port}/data${mode ? `?sslmode=${mode}` : ''}`

type Answer = Awaited<ReturnType<Caller['get']>>
const errorIn = (answer: Answer): [number, string | undefined, string | undefined] => {
  const [error] = answer.json().errors ?? []
  return [answer.statusCode, error?.error_type, error?.message]
}
const tried = async (body: object) => errorIn(await admin.post('/api/v1/database/test_connection/', body))
const fine = [200, undefined, undefined]

describe('certificates', () => {
  const untrusted = expect.stringContaining('not signed by a trusted authority')
  const wrongHost = 'The certificate of the server is for another host.'
  it.each<[string, Change, () => string | undefined, string | null]>([
    ['only encrypted', { mode: 'require' }, () => undefined, null],
    ['checked without its authority', { mode: 'verify-full', host: 'localhost' }, () => undefined, untrusted],
    ['of its authority, for the host', { mode: 'verify-full', host: 'localhost' }, () => certificate, null],
    ['of its authority, without a mode', { host: 'localhost' }, () => certificate, null],
    ['of its authority, for another host', { mode: 'verify-full' }, () => certificate, wrongHost],
    ['of its authority, whatever the host', { mode: 'verify-ca' }, () => certificate, null],
    ['of another authority', { mode: 'verify-ca' }, () => otherCertificate, untrusted],
  ])('%s', async (_, change, cert, message) => {
    const server_cert = cert()
    const found = await tried({ sqlalchemy_uri: uriOf(change), ...(server_cert && { server_cert }) })
    expect(found).toEqual(message === null ? fine : [400, 'CONNECTION_ACCESS_DENIED_ERROR', message])
  })

  it('a text that is no certificate is rejected at its field', async () => {
    const invalid = { message: { server_cert: ['Invalid certificate'] } }
    for (const server_cert of ['hello', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----']) {
      const answer = await admin.post('/api/v1/database/', { database_name: 'bad', sqlalchemy_uri: uriOf(), server_cert })
      expect([answer.statusCode, answer.json()]).toEqual([422, invalid])
    }
  })

  it('arguments of the driver count, and unknown ones are named', async () => {
    const withArguments = (connect_args: object) => ({
      sqlalchemy_uri: uriOf({ host: 'localhost' }),
      extra: JSON.stringify({ engine_params: { connect_args } }),
    })
    expect(await tried(withArguments({ sslmode: 'verify-full' }))).toEqual([400, 'CONNECTION_ACCESS_DENIED_ERROR', untrusted])
    expect(await tried(withArguments({ options: '-c x=1' }))).toMatchObject([
      400,
      expect.any(String),
      expect.stringContaining('query.options'),
    ])
  })
})

it('lists of schemas and tables are kept as long as extra says, and read again on request', async () => {
  const extra = JSON.stringify({ metadata_cache_timeout: { schema_cache_timeout: 0, table_cache_timeout: 0 } })
  const made = await admin.post('/api/v1/database/', { database_name: 'kept lists', sqlalchemy_uri: uriOf(), extra })
  const path = `/api/v1/database/${made.json().id}`
  const lists = async (force: string) => {
    const schemas: string[] = (await admin.get(`${path}/schemas/?q=(force:!${force})`)).json().result
    const tables = (await admin.get(`${path}/tables/?q=(schema_name:public,force:!${force})`)).json()
    return [schemas.includes('later'), tables.count]
  }
  expect(await lists('f')).toEqual([false, 0])
  const { Client } = await import('pg')
  const { host, port, username: user, password, database } = postgres.parameters
  const client = new Client({ host, port, user, password, database })
  await client.connect()
  await client.query('CREATE SCHEMA later; CREATE TABLE public.later (a int)')
  await client.end()
  expect([await lists('f'), await lists('t'), await lists('f')]).toEqual([
    [false, 0],
    [true, 1],
    [true, 1],
  ])
})

it.each(['timescaledb', 'cockroachdb', 'greenplum'])('%s is a relative of Postgres: its driver, its checks, its form', async (scheme) => {
  const sqlalchemy_uri = uriOf().replace('postgresql', scheme)
  const made = await admin.post('/api/v1/database/', { database_name: scheme, sqlalchemy_uri })
  const path = `/api/v1/database/${made.json().id}`
  expect((await admin.get(path)).json().result.backend).toBe(scheme)
  expect((await admin.get(`${path}/schemas/`)).json().result).toContain('public')
  const execute = (sql: string) => admin.post('/api/v1/sqllab/execute/', { database_id: made.json().id, sql, runAsync: false })
  expect((await execute("SELECT DATE_TRUNC('month', DATE '2020-02-03')::date::text AS month")).json().data).toEqual([
    { month: '2020-02-01' },
  ])
  expect((await execute("SELECT pg_read_file('/etc/passwd')")).statusCode).toBeGreaterThanOrEqual(400)
  const listed: { engine: string; is_untried?: boolean }[] = (await admin.get('/api/v1/database/available/')).json().databases
  expect(listed.find(({ engine }) => engine === scheme)).toMatchObject({ is_untried: true, parameters: { required: expect.any(Array) } })
})

describe('the secret part of extra', () => {
  it('is masked by name, kept under its masks, and not sent to another server', async () => {
    const masked_encrypted_extra = JSON.stringify({ connect_args: { application_name: 'from-extra' }, token: 'hush' })
    const made = await admin.post('/api/v1/database/', { database_name: 'extra', sqlalchemy_uri: uriOf(), masked_encrypted_extra })
    expect([made.statusCode, made.body.includes('hush')]).toEqual([201, false])
    const path = `/api/v1/database/${made.json().id}`
    const shown = (await admin.get(`${path}/connection`)).json().result.masked_encrypted_extra
    expect(JSON.parse(shown)).toEqual({ connect_args: { application_name: 'XXXXXXXXXX' }, token: 'XXXXXXXXXX' })

    const masked = { sqlalchemy_uri: uriOf({ password: 'XXXXXXXXXX' }), masked_encrypted_extra: shown }
    expect((await admin.put(path, masked)).statusCode).toBe(200)
    expect((await admin.get(`${path}/schemas/`)).json().result).toContain('public')
    const elsewhere = { ...masked, sqlalchemy_uri: uriOf({ host: 'localhost' }) }
    expect((await admin.put(path, elsewhere)).json().message).toEqual({
      masked_encrypted_extra: ['The address has changed: enter the password again.'],
    })
  })
})

describe('SSH tunnels', () => {
  /** As the SSH server sees it. */
  const viaTunnel = (change: Partial<SshServer['tunnel']> = {}, uri: Change = {}) => ({
    sqlalchemy_uri: uriOf(uri),
    ssh_tunnel: { ...ssh.tunnel, ...change },
  })

  it.each<[string, () => Promise<object> | object, unknown[]]>([
    ['works', () => viaTunnel(), fine],
    [
      'a closed port',
      async () => viaTunnel({ server_port: await freePort() }),
      [400, 'CONNECTION_PORT_CLOSED_ERROR', 'The port on the SSH server refused the connection.'],
    ],
    [
      'an unknown host',
      () => viaTunnel({ server_address: 'nowhere.invalid' }),
      [400, 'CONNECTION_INVALID_HOSTNAME_ERROR', 'The hostname of the SSH server cannot be resolved.'],
    ],
    [
      'another user',
      () => viaTunnel({ username: 'nobody-else' }),
      [400, 'CONNECTION_ACCESS_DENIED_ERROR', 'The SSH server does not accept the username with this password or key.'],
    ],
    [
      'a broken key',
      () => viaTunnel({ private_key: 'hello' }),
      [400, 'CONNECTION_ACCESS_DENIED_ERROR', 'The private key of the SSH tunnel cannot be read; check it and its password.'],
    ],
    [
      'a database that the SSH server does not reach',
      async () => viaTunnel({}, { port: await freePort() }),
      [400, 'CONNECTION_HOST_DOWN_ERROR', 'The SSH server does not reach the database.'],
    ],
    [
      'a wrong password of the database',
      () => viaTunnel({}, { password: 'nope' }),
      [400, 'CONNECTION_INVALID_PASSWORD_ERROR', expect.any(String)],
    ],
    [
      'no SSH server, but the database',
      () => viaTunnel({ server_port: postgres.parameters.port }),
      [400, 'CONNECTION_HOST_DOWN_ERROR', expect.any(String)],
    ],
    [
      'no port of the database',
      () => ({ ...viaTunnel(), sqlalchemy_uri: 'postgresql://u@h/d' }),
      [422, 'CONNECTION_MISSING_PARAMETERS_ERROR', 'A database port is required when connecting via SSH Tunnel.'],
    ],
  ])('%s', async (_, body, expected) => {
    expect(await tried(await body())).toEqual(expected)
  })

  it('a certificate is checked against the name of the database, not of the near end', async () => {
    const body = viaTunnel({}, { host: 'localhost', mode: 'verify-full' })
    expect(await tried({ ...body, server_cert: certificate })).toEqual(fine)
  })

  it('the form is checked without looking its address up here', async () => {
    const { port, username, password, database } = postgres.parameters
    const parameters = { host: '127.0.0.1', port, username, password, database }
    const form = { engine: 'postgresql', configuration_method: 'dynamic_form', ssh_tunnel: ssh.tunnel }
    const path = '/api/v1/database/validate_parameters/'
    expect((await admin.post(path, { ...form, parameters })).statusCode).toBe(200)
    const unknown = await admin.post(path, { ...form, parameters: { ...parameters, host: 'inside.invalid' } })
    expect(errorIn(unknown)).toEqual([422, 'CONNECTION_HOST_DOWN_ERROR', 'The SSH server does not reach the database.'])
  })

  it('is stored encrypted, masked in answers, kept under its masks, and can be removed', async () => {
    const made = await admin.post('/api/v1/database/', { database_name: 'inside', ...viaTunnel() })
    const { id } = made.json()
    const path = `/api/v1/database/${id}`
    const row = await ctx.db.selectFrom('databases').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const read = await admin.get(`${path}/connection`)
    for (const text of [made.body, read.body, JSON.stringify(row)]) expect(text).not.toContain('OPENSSH PRIVATE KEY')
    const masked = { ...ssh.tunnel, private_key: 'XXXXXXXXXX' }
    const stored = { ...masked, server_host_key: await ssh.hostKey() }
    expect([made.json().result.ssh_tunnel, read.json().result.ssh_tunnel]).toEqual([masked, stored])

    const uri = { sqlalchemy_uri: uriOf({ password: 'XXXXXXXXXX' }) }
    expect((await admin.put(path, { ...uri, ssh_tunnel: masked })).statusCode).toBe(200)
    expect(await tried({ database_name: 'inside', ...uri, ssh_tunnel: masked })).toEqual(fine)
    const elsewhere = await admin.put(path, { ssh_tunnel: { ...masked, server_port: 2222 } })
    expect([elsewhere.statusCode, elsewhere.json().message]).toEqual([
      422,
      { ssh_tunnel: { server_address: ['The address has changed: enter the password again.'] } },
    ])
    const otherServer = await admin.put(path, { ...uri, ssh_tunnel: { ...ssh.tunnel, server_port: 2222 } })
    expect(otherServer.json().message).toEqual({ sqlalchemy_uri: ['The address has changed: enter the password again.'] })

    expect((await admin.put(path, { ...uri, database_name: 'inside' })).statusCode).toBe(200)
    expect((await admin.get(`${path}/connection`)).json().result.ssh_tunnel).toEqual(stored)
  })

  it('the host key is trusted when it is first seen, shown, and then the only one', async () => {
    const hostKey = await ssh.hostKey()
    const test = await admin.post('/api/v1/database/test_connection/', viaTunnel())
    expect(test.json()).toEqual({ message: 'OK', ssh_host_key: hostKey })
    const made = await admin.post('/api/v1/database/', { database_name: 'known host', ...viaTunnel() })
    const path = `/api/v1/database/${made.json().id}`
    const schemas = async () => (await admin.get(`${path}/schemas/?q=(force:!t)`)).json()
    expect((await schemas()).result).toContain('public')

    await ssh.changeHostKey()
    const changed = await ssh.hostKey()
    expect(changed).not.toBe(hostKey)
    const denied = [
      400,
      'CONNECTION_ACCESS_DENIED_ERROR',
      `The SSH server shows the host key ${changed}, which is not the one that is trusted.`,
    ]
    // The first attempts may find that the tunnel to the old server was lost.
    await expect.poll(() => tried(viaTunnel({ server_host_key: hostKey })), { timeout: 20_000 }).toEqual(denied)
    const health = (await admin.get(`${path}/health/`)).json()
    expect(health).toMatchObject({ is_reachable: false, last_error: { message: denied[2] } })

    const uri = { sqlalchemy_uri: uriOf({ password: 'XXXXXXXXXX' }) }
    const trusted = { ...ssh.tunnel, private_key: 'XXXXXXXXXX', server_host_key: changed }
    expect((await admin.put(path, { ...uri, ssh_tunnel: trusted })).statusCode).toBe(200)
    expect((await schemas()).result).toContain('public')
  })

  it('arrives by a bundle, with the host key that its server shows then', async () => {
    const made = await admin.post('/api/v1/database/', { database_name: 'by bundle', ...viaTunnel() })
    const bundle = (await admin.get(`/api/v1/database/export/?q=!(${made.json().id})`)).rawPayload
    expect((await admin.delete(`/api/v1/database/${made.json().id}`)).statusCode).toBe(200)
    const path = 'databases/by_bundle.yaml'
    const answer = await sendBundle(admin, 'database', bundle, {
      passwords: JSON.stringify({ [path]: 'secret' }),
      ssh_tunnel_private_keys: JSON.stringify({ [path]: ssh.tunnel.private_key }),
    })
    expect([answer.statusCode, answer.body]).toEqual([200, '{"message":"OK"}'])
    const row = await ctx.db
      .selectFrom('databases')
      .select('id')
      .where('database_name', '=', 'by bundle')
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow()
    const { ssh_tunnel } = (await admin.get(`/api/v1/database/${row.id}/connection`)).json().result
    expect(ssh_tunnel).toEqual({ ...ssh.tunnel, private_key: 'XXXXXXXXXX', server_host_key: await ssh.hostKey() })
    expect((await admin.get(`/api/v1/database/${row.id}/schemas/`)).json().result).toContain('public')
  })

  it('a tunnel that dies under a statement is named, and opened again for the next one', async () => {
    const made = await admin.post('/api/v1/database/', { database_name: 'mortal', allow_dml: true, ...viaTunnel() })
    const { id } = made.json()
    const execute = (sql: string) => admin.post('/api/v1/sqllab/execute/', { database_id: id, sql, runAsync: false })
    const slow = execute('SELECT count(*) FROM generate_series(1, 1000000000)').then(errorIn)
    const { Client } = await import('pg')
    const { host, port, username: user, password, database } = postgres.parameters
    const client = new Client({ host, port, user, password, database })
    await client.connect()
    const running = `SELECT 1 FROM pg_stat_activity WHERE query LIKE '%generate_series(1, 1000000000)%' AND pid <> pg_backend_pid()`
    const isRunning = async () => (await client.query(running)).rowCount
    await expect.poll(isRunning).toBeGreaterThan(0)
    await client.end()
    await ssh.kill()
    expect((await slow)[2]).toContain('The SSH tunnel to the database was lost.')
    expect(errorIn(await execute('SELECT 1'))[2]).toContain('The port on the SSH server refused the connection.')
    const health = (await admin.get(`/api/v1/database/${id}/health/`)).json()
    const last_error = { message: 'The port on the SSH server refused the connection.', at: expect.any(String) }
    expect(health).toMatchObject({ is_reachable: false, last_error, pool: { running: 0, waiting: 0 } })
    await ssh.restart()
    expect((await execute('SELECT 42 AS answer')).json().data).toEqual([{ answer: 42 }])
    const removed = await admin.delete(`/api/v1/database/${id}/ssh_tunnel/`)
    expect([removed.statusCode, (await admin.delete(`/api/v1/database/${id}/ssh_tunnel/`)).statusCode]).toEqual([200, 404])
  })
})
