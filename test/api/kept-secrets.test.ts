import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startMailSink, type MailSink } from '../../src/server/testing/mail-sink.ts'
import { startPostgres, type TestServer } from '../engines/servers.ts'

/** A server that logs all it can, used with a secret in every place that takes one: none of them is in its log, its metadata or an answer. */
const canary = (what: string) => `${what}-${randomBytes(9).toString('base64url').replaceAll(/[-_]/g, 'x')}`

const secrets = {
  adminPassword: canary('Admin1'),
  triedPassword: canary('Tried1'),
  newPassword: canary('New1'),
  smtpPassword: canary('smtp'),
  clientSecret: canary('client'),
  bindPassword: canary('bind'),
  metricsToken: canary('metrics'),
  wrongUri: canary('uri'),
  unreachable: canary('nowhere'),
  tunnelPassword: canary('tunnel'),
  tunnelKey: canary('tunnelkey'),
  extraSecret: canary('extra'),
  imported: canary('import'),
  guessedToken: canary('guess'),
}

const folder = mkdtempSync(join(tmpdir(), 'chartroom-secrets-'))
let postgres: TestServer
let mails: MailSink
let child: ChildProcess
let base = ''
let log = ''
/** What is handed out once, where it is asked for, and must not be seen again. */
const handedOut: Record<string, string> = {}
const answers: { what: string; text: string }[] = []

type Sent = { method?: string; body?: object; headers?: Record<string, string>; showsSecret?: true }

const ask = async (path: string, { method = 'GET', body, headers, showsSecret }: Sent = {}): Promise<Response> => {
  const answer = await fetch(`${base}${path}`, {
    method,
    redirect: 'manual',
    headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  const bytes = Buffer.from(await answer.clone().arrayBuffer())
  const shown = new Headers(answer.headers)
  shown.delete('set-cookie')
  if (!showsSecret) answers.push({ what: `${method} ${path}`, text: `${JSON.stringify([...shown])}\n${bytes.toString('latin1')}` })
  return answer
}

const login = async (password: string) => {
  const answer = await ask('/api/v1/security/login', {
    method: 'POST',
    body: { username: 'admin', password, provider: 'db', refresh: true },
    showsSecret: true,
  })
  return (await answer.json()) as { access_token: string; refresh_token: string }
}

beforeAll(async () => {
  postgres = await startPostgres()
  mails = await startMailSink({ login: { user: 'mailer', pass: secrets.smtpPassword } })
  const env = {
    ...process.env,
    CHARTROOM_LOG: 'trace',
    CHARTROOM_DATA: folder,
    CHARTROOM_PORT: '0',
    CHARTROOM_EXAMPLES: 'false',
    CHARTROOM_ADMIN_PASSWORD: secrets.adminPassword,
    CHARTROOM_METRICS_TOKEN: secrets.metricsToken,
    CHARTROOM_LOGIN_LINKS: 'true',
    CHARTROOM_PUBLIC_URL: 'http://127.0.0.1',
    CHARTROOM_SMTP_HOST: '127.0.0.1',
    CHARTROOM_SMTP_PORT: String(mails.port),
    CHARTROOM_SMTP_USER: 'mailer',
    CHARTROOM_SMTP_PASSWORD: secrets.smtpPassword,
    CHARTROOM_SMTP_SECURITY: 'none',
    CHARTROOM_MAIL_FROM: 'charts@example.org',
    CHARTROOM_OIDC_ISSUER: 'http://127.0.0.1:1',
    CHARTROOM_OIDC_CLIENT_ID: 'chartroom',
    CHARTROOM_OIDC_CLIENT_SECRET: secrets.clientSecret,
    CHARTROOM_LDAP_URL: 'ldap://127.0.0.1:1',
    CHARTROOM_LDAP_BASE: 'ou=people',
    CHARTROOM_LDAP_BIND_DN: 'cn=reader',
    CHARTROOM_LDAP_BIND_PASSWORD: secrets.bindPassword,
  }
  child = spawn(process.execPath, [join(import.meta.dirname, '../../src/server/main.ts')], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  child.stdout?.on('data', (text: Buffer) => (log += String(text)))
  child.stderr?.on('data', (text: Buffer) => (log += String(text)))
  await vi.waitFor(() => expect(log).toMatch(/ is at http:\S+/), { timeout: 100_000 })
  base = /http:\/\/[\d.:]+/.exec(log)?.[0] ?? ''
}, 120_000)
afterAll(async () => {
  if (child.exitCode === null) {
    child.kill()
    await once(child, 'exit')
  }
  await postgres.stop()
  await mails.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The one-time link is printed for the person who starts the server. */
const printedLink = () => /token=([\w-]+)/.exec(log)?.[1] ?? ''

describe('in the journeys of secrets', () => {
  let bearer: Record<string, string>

  it('of passwords', async () => {
    await ask('/api/v1/security/login', { method: 'POST', body: { username: 'admin', password: secrets.triedPassword, provider: 'db' } })
    await ask('/api/v1/security/login', { method: 'POST', body: { username: 'admin', password: secrets.triedPassword, provider: 'ldap' } })
    await ask('/api/v1/security/login', { method: 'POST', body: { username: { x: secrets.triedPassword }, password: 1 } })
    await ask(`/login/?username=admin&password=${secrets.triedPassword}`)
    const { access_token, refresh_token } = await login(secrets.adminPassword)
    handedOut['access token'] = access_token
    handedOut['refresh token'] = refresh_token
    bearer = { authorization: `Bearer ${access_token}` }
    await ask('/api/v1/me/', { headers: { authorization: `Bearer ${secrets.guessedToken}` } })
    await ask('/api/v1/me/', { headers: { authorization: `Basic ${secrets.guessedToken}` } })
    await ask('/api/v1/me/', { headers: { cookie: `session=${secrets.guessedToken}` } })
    await ask('/api/v1/chart/', { headers: { 'x-guesttoken': secrets.guessedToken } })
    await ask(`/login/?token=${secrets.guessedToken}`, { headers: { accept: 'text/html' } })
    const linked = await ask(`/login/?token=${printedLink()}`, { headers: { accept: 'text/html' } })
    handedOut['session'] = /session=([^;]+)/.exec(linked.headers.get('set-cookie') ?? '')?.[1] ?? ''
    expect(handedOut['session']).toMatch(/.{20}/)
    await ask('/api/v1/me/', { headers: { cookie: `session=${handedOut['session']}` } })
  })

  it('of connections', async () => {
    const { host, port, username, password, database } = postgres.parameters
    const uri = (given: string, at = port) => `postgresql://${username}:${given}@${host}:${at}/${database}`
    const post = (path: string, body: object) => ask(path, { method: 'POST', body, headers: bearer })
    const made = await post('/api/v1/database/', { database_name: 'shop', sqlalchemy_uri: uri(password ?? '') })
    expect(made.status).toBe(201)
    const { id } = (await made.json()) as { id: number }
    for (const sqlalchemy_uri of [
      uri(secrets.wrongUri),
      uri(secrets.unreachable, 1),
      `nonsense://u:${secrets.wrongUri}@h/d`,
      `postgresql://u:${secrets.wrongUri}@[bad`,
    ]) {
      await post('/api/v1/database/test_connection/', { sqlalchemy_uri, database_name: 'x' })
      await post('/api/v1/database/', { sqlalchemy_uri, database_name: 'x' })
      await ask(`/api/v1/database/${id}`, { method: 'PUT', body: { sqlalchemy_uri }, headers: bearer })
    }
    const parameters = { host, port, username, password: secrets.wrongUri, database }
    await post('/api/v1/database/validate_parameters/', { engine: 'postgresql', configuration_method: 'dynamic_form', parameters })
    const tunnel = {
      server_address: '127.0.0.1',
      server_port: 1,
      username: 'u',
      password: secrets.tunnelPassword,
      private_key: `-----BEGIN PRIVATE KEY-----\n${secrets.tunnelKey}\n-----END PRIVATE KEY-----`,
    }
    for (const ssh_tunnel of [
      { ...tunnel, private_key: undefined },
      { ...tunnel, password: undefined },
    ])
      await post('/api/v1/database/test_connection/', { sqlalchemy_uri: uri(secrets.wrongUri), ssh_tunnel })
    const masked_encrypted_extra = JSON.stringify({ credentials_info: { private_key: secrets.extraSecret } })
    await post('/api/v1/database/', { database_name: 'y', sqlalchemy_uri: uri(password ?? ''), masked_encrypted_extra })
    await post('/api/v1/sqllab/execute/', { database_id: id, sql: 'select * from no_such_table', runAsync: false })
    await ask(`/api/v1/database/${id}/schemas/`, { headers: bearer })
  })

  it('of tokens, links and second factors', async () => {
    const token = await ask('/api/v1/me/tokens', {
      method: 'POST',
      body: { name: 'a', scopes: ['read'], days: 1 },
      headers: bearer,
      showsSecret: true,
    })
    handedOut['API token'] = ((await token.json()) as { token: string }).token
    expect((await ask('/api/v1/chart/', { headers: { authorization: `Bearer ${handedOut['API token']}` } })).status).toBe(200)
    await ask('/api/v1/security/guest_token/', {
      method: 'POST',
      body: { user: {}, resources: [{ type: 'dashboard', id: 'none' }], rls: [] },
      headers: bearer,
    })
    await ask('/api/v1/me/', { method: 'PUT', body: { first_name: 'A', last_name: 'B', email: 'admin@example.org' }, headers: bearer })
    const users = await ask('/api/v1/security/users/1', { headers: bearer })
    expect(users.status).toBe(200)
    await ask('/api/v1/security/users/1', { method: 'PUT', body: { email: 'admin@example.org' }, headers: bearer })
    await ask('/api/v1/security/password_link', { method: 'POST', body: { name: 'admin' } })
    const mail = await mails.next()
    handedOut['mail link'] = /new-password\/#([\w.-]+)/.exec(mail)?.[1] ?? ''
    expect(handedOut['mail link']).toMatch(/.{20}/)
    await ask('/api/v1/security/password_link/use', { method: 'POST', body: { token: handedOut['mail link'], password: 'short' } })
    await ask('/api/v1/security/password_link/use', {
      method: 'POST',
      body: { token: handedOut['mail link'], password: secrets.newPassword },
    })
    bearer = { authorization: `Bearer ${(await login(secrets.newPassword)).access_token}` }
    await ask('/metrics', { headers: { authorization: `Bearer ${secrets.metricsToken}` } })
    await ask('/login/openid', { headers: { accept: 'text/html' } })
    await ask(`/oauth-authorized/openid?code=${secrets.guessedToken}&state=x`, { headers: { accept: 'text/html' } })
  })

  it('of whatever is read afterwards', async () => {
    const { paths } = (await (await ask('/api/v1/_openapi', { headers: bearer })).json()) as { paths: Record<string, { get?: object }> }
    const reads = Object.keys(paths).filter((path) => paths[path]?.get && !path.endsWith('/events') && path !== '/logout/')
    expect(reads.length).toBeGreaterThan(50)
    for (const path of reads)
      for (const id of path.includes('{') ? ['1', '2', '3'] : ['']) await ask(path.replaceAll(/\{\w+\}/g, id), { headers: bearer })
    for (const kind of ['database', 'dataset']) await ask(`/api/v1/${kind}/export/?q=!(1,2,3)`, { headers: bearer })
  })
})

describe('no secret', () => {
  const all = () => Object.entries({ ...secrets, ...handedOut, 'secret key': readFileSync(join(folder, 'secret.key'), 'utf8').trim() })
  const heldBy = (text: string) => all().flatMap(([name, secret]) => (secret !== '' && text.includes(secret) ? [name] : []))

  it('is in the log, which is full', () => {
    // The one-time link is printed for the person who starts the server, and nowhere else.
    const withoutPrinted = log.replace(/Log in once with \S+/, '')
    expect(withoutPrinted.length).toBeGreaterThan(5_000)
    expect(heldBy(withoutPrinted)).toEqual([])
    expect(withoutPrinted).not.toContain(printedLink())
  })

  it('is in an answer, but where it is made', () => {
    expect(answers.length).toBeGreaterThan(150)
    expect(answers.flatMap(({ what, text }) => heldBy(text).map((secret) => `${secret} in ${what}`))).toEqual([])
  })

  it('is in the action log, nor anywhere in the files of the metadata', () => {
    const store = new DatabaseSync(join(folder, 'metadata.sqlite'), { readOnly: true })
    expect(heldBy(JSON.stringify(store.prepare('select * from action_log').all()))).toEqual([])
    store.close()
    const files = readdirSync(folder).filter((name) => name.startsWith('metadata.sqlite'))
    expect(files.length).toBeGreaterThan(0)
    expect(files.flatMap((name) => heldBy(readFileSync(join(folder, name)).toString('latin1')))).toEqual([])
  })

  it('of the database of a person is in an answer or the log', () => {
    const { password = '' } = postgres.parameters
    const found = answers.filter(({ text }) => text.includes(`:${password}@`))
    expect(found.map(({ what }) => what)).toEqual([])
    expect(log).not.toContain(`:${password}@`)
  })
})
