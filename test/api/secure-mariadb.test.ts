import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildApp } from '../../src/server/app.ts'
import { testContext } from '../../src/server/testing/test-context.ts'
import { adminOf, as, type Caller } from '../../src/server/testing/test-people.ts'
import { startMariadb, type TestServer } from '../engines/servers.ts'

/** SSL modes and certificates of clients, against a real MariaDB. */
const run = promisify(execFile)
let ctx: Awaited<ReturnType<typeof testContext>>
let app: FastifyInstance
let admin: Caller
let mariadb: TestServer
let folder: string
const files: Record<string, string> = {}

const openssl = (...args: string[]) => run('openssl', args, { cwd: folder })
const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']

const makeAuthority = (name: string) =>
  openssl('req', '-x509', ...newKey, '-days', '2', '-subj', `/CN=${name}`, '-keyout', `${name}.key`, '-out', `${name}.pem`)

/** A certificate that the authority has signed. */
const makeSigned = async (name: string, subject: string, alternative: string) => {
  await openssl('req', ...newKey, '-subj', `/CN=${subject}`, '-keyout', `${name}.key`, '-out', `${name}.csr`)
  await writeFile(join(folder, `${name}.ext`), `subjectAltName=${alternative}`)
  const by = ['-CA', 'authority.pem', '-CAkey', 'authority.key', '-CAcreateserial']
  await openssl('x509', '-req', '-in', `${name}.csr`, ...by, '-days', '2', '-extfile', `${name}.ext`, '-out', `${name}.pem`)
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chartroom-mariadb-certificates-'))
  await makeAuthority('authority')
  await makeAuthority('other')
  await makeSigned('server', 'localhost', 'DNS:localhost')
  await makeSigned('client', 'ann', 'DNS:ann')
  for (const name of ['authority.pem', 'other.pem', 'client.pem', 'client.key', 'other.key'])
    files[name] = await readFile(join(folder, name), 'utf8')
  const strict = `CREATE USER strict@'127.0.0.1' IDENTIFIED BY 'secret' REQUIRE X509; GRANT ALL ON data.* TO strict@'127.0.0.1'`
  const ssl = ['ca=authority.pem', 'cert=server.pem', 'key=server.key'].map((option) => `--ssl-${option.replace('=', `=${folder}/`)}`)
  mariadb = await startMariadb(ssl, strict)
  ctx = await testContext()
  app = await buildApp(ctx)
  admin = await as(ctx, app, await adminOf(ctx))
})
afterAll(async () => {
  await app?.close()
  await ctx?.close()
  await mariadb?.stop()
  await rm(folder, { recursive: true, force: true })
})

type Trial = { mode?: string; host?: string; user?: string; authority?: string; client?: [certificate: string, key: string] }

const tried = async ({ mode, host = '127.0.0.1', user = 'test', authority, client }: Trial) => {
  const query = mode ? `?ssl_mode=${mode}` : ''
  const [client_certificate, client_key] = (client ?? []).map((name) => files[name])
  const answer = await admin.post('/api/v1/database/test_connection/', {
    sqlalchemy_uri: `mysql://${user}:secret@${host}:${mariadb.parameters.port}/data${query}`,
    ...(authority && { server_cert: files[authority] }),
    ...(client && { masked_encrypted_extra: JSON.stringify({ client_certificate, client_key }) }),
  })
  const [error] = answer.json().errors ?? []
  return error?.message ?? answer.json().message
}

const untrusted = expect.stringContaining('not signed by a trusted authority')
const needsName = 'To check its certificate, enter the name of the host, not its IP address.'
const refused = expect.stringContaining('Either the username')
const own: [string, string] = ['client.pem', 'client.key']

it.each<[string, Trial, unknown]>([
  ['without SSL', { mode: 'DISABLED' }, 'OK'],
  ['only encrypted', { mode: 'REQUIRED' }, 'OK'],
  ['checked without its authority', { mode: 'VERIFY_CA' }, untrusted],
  ['of its authority, whatever the host', { mode: 'VERIFY_CA', authority: 'authority.pem' }, 'OK'],
  ['of another authority', { mode: 'VERIFY_CA', authority: 'other.pem' }, untrusted],
  ['of its authority, for the host', { mode: 'VERIFY_IDENTITY', authority: 'authority.pem', host: 'localhost' }, 'OK'],
  ['of its authority, for a host by its address', { mode: 'VERIFY_IDENTITY', authority: 'authority.pem' }, needsName],
  ['of its authority, without a mode', { authority: 'authority.pem' }, 'OK'],
  ['a user who has to show a certificate, and shows none', { user: 'strict', mode: 'REQUIRED' }, refused],
  ['a user who shows one', { user: 'strict', mode: 'VERIFY_CA', authority: 'authority.pem', client: own }, 'OK'],
  [
    'a key that does not fit',
    { user: 'strict', mode: 'REQUIRED', client: ['client.pem', 'other.key'] },
    'A certificate or key of the connection cannot be read.',
  ],
])('%s', async (_name, trial, expected) => {
  expect(await tried(trial)).toEqual(expected)
})
