import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../../app.ts'
import { startMailSink, type MailSink } from '../../testing/mail-sink.ts'
import { adminOf, as, makePerson, type Caller } from '../../testing/test-people.ts'
import { testContext } from '../../testing/test-context.ts'
import { setPassword } from '../me/store.ts'

const login = { user: 'charts', pass: 'mail secret' }
let sink: MailSink
let ctx: Awaited<ReturnType<typeof testContext>>
let server: FastifyInstance
let admin: Caller
let time = Date.parse('2026-03-04T05:06:07Z')

beforeAll(async () => {
  sink = await startMailSink({ login })
  const mail = ['--smtp-host', '127.0.0.1', '--smtp-port', String(sink.port), '--smtp-security', 'none', '--mail-from', 'a@example.org']
  const user = ['--smtp-user', login.user, '--smtp-password', login.pass]
  const args = [...mail, ...user, '--public-url', 'https://charts.example.org', '--allowed-hosts', '*']
  ctx = Object.assign(await testContext(args), { now: () => new Date(time) })
  server = await buildApp(ctx)
  admin = await as(ctx, server, await adminOf(ctx))
})
afterAll(async () => {
  await server.close()
  await ctx.close()
  await sink.close()
})

const password = 'correct horse battery'
const makeAccount = async (name: string, email: string | null = `${name}@example.org`) => {
  const id = await makePerson(ctx, name, ['Gamma'])
  await ctx.db.updateTable('users').set({ email }).where('id', '=', id).execute()
  await setPassword(ctx.db, id, password, ctx.now().toISOString())
  return id
}

let address = 0
const post = (path: string, payload: object, headers: Record<string, string> = {}) =>
  server.inject({ method: 'POST', url: path, payload, headers, remoteAddress: `10.9.0.${++address}` })
const ask = (name: string, headers?: Record<string, string>) => post('/api/v1/security/password_link', { name }, headers)
const use = (token: string, chosen = 'a new long password') => post('/api/v1/security/password_link/use', { token, password: chosen })
const logIn = async (username: string, given: string) => (await post('/login/', { username, password: given })).statusCode

const tokenIn = (mail: string) => /https:\/\/charts\.example\.org\/new-password\/#([\w.-]+)/.exec(mail)?.[1] ?? ''

describe('a forgotten password', () => {
  it('is replaced by a link that counts once and ends the sessions', async () => {
    const id = await makeAccount('ann')
    const session = await as(ctx, server, id)
    expect((await ask('ann@example.org')).json()).toEqual({ message: 'OK' })
    const mail = await sink.next()
    expect(mail).toMatch(/^To: ann@example\.org/m)
    const token = tokenIn(mail)
    expect((await use(token)).json()).toEqual({ username: 'ann' })
    expect([await logIn('ann', password), await logIn('ann', 'a new long password')]).toEqual([401, 200])
    expect((await session.get('/api/v1/me/')).statusCode).toBe(401)
    expect([(await use(token)).statusCode, await logIn('ann', 'a new long password')]).toEqual([422, 200])
  })

  it('has an hour', async () => {
    await makeAccount('ben')
    await ask('ben')
    const token = tokenIn(await sink.next())
    time += 3_601_000
    expect((await use(token)).statusCode).toBe(422)
  })

  it('must be replaced by a good one, for which the link stays', async () => {
    await makeAccount('cleo')
    await ask('cleo')
    const token = tokenIn(await sink.next())
    expect((await use(token, 'cleo@example.org')).json()).toEqual({
      message: { password: ['The password must not be the name or the e-mail address.'] },
    })
    expect((await use(token)).statusCode).toBe(200)
  })

  it('gets the same answer for an unknown, inactive or addressless account', async () => {
    await makeAccount('dora', null)
    const emil = await makeAccount('emil')
    await ctx.db.updateTable('users').set({ active: 0 }).where('id', '=', emil).execute()
    await makeAccount('fay')
    const count = sink.mails.length
    const answers = [await ask('nobody'), await ask('dora'), await ask('emil'), await ask('fay')]
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
    expect(await sink.next()).toContain('fay@example.org')
    expect(sink.mails.length - count).toBe(1)
  })

  it('brings at most three mails an hour', async () => {
    await makeAccount('gus')
    const count = sink.mails.length
    for (let i = 0; i < 5; i++) await ask('gus')
    await makeAccount('hana')
    await ask('hana')
    for (let i = 0; i < 4; i++) await sink.next()
    expect(sink.mails.slice(count).filter((mail) => mail.includes('gus@example.org'))).toHaveLength(3)
  })

  it('leads to the public address, whatever host the request names', async () => {
    await makeAccount('ida')
    await ask('ida', { host: 'evil.example' })
    const mail = await sink.next()
    expect(mail).not.toContain('evil.example')
    expect(tokenIn(mail)).not.toBe('')
  })

  it('is asked for by our own pages only', async () => {
    expect((await ask('ann', { origin: 'https://evil.example' })).statusCode).toBe(400)
  })

  it.each(['', 'x', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.'])('is not replaced by the token %j', async (token) => {
    expect([400, 422]).toContain((await use(token)).statusCode)
  })
})

describe('an invitation', () => {
  const account = (name: string) => ({ username: name, first_name: 'New', last_name: 'Person', email: `${name}@example.org` })
  const gammaId = async () => (await ctx.db.selectFrom('roles').select('id').where('name', '=', 'Gamma').executeTakeFirstOrThrow()).id

  it('makes an account to which only its link opens the way', async () => {
    const made = await admin.post('/api/v1/security/invitation/', { ...account('jo'), roles: [await gammaId()] })
    expect([made.statusCode, made.json()]).toEqual([201, { id: expect.any(Number), is_sent: true }])
    const mail = await sink.next()
    expect(mail).toContain('Your user name is jo.')
    expect(await logIn('jo', '')).toBe(401)
    expect((await use(tokenIn(mail))).statusCode).toBe(200)
    expect(await logIn('jo', 'a new long password')).toBe(200)
  })

  it('is sent again on request', async () => {
    const { id } = (await admin.post('/api/v1/security/invitation/', { ...account('kim'), roles: [await gammaId()] })).json<{
      id: number
    }>()
    await sink.next()
    expect((await admin.post(`/api/v1/security/invitation/${id}`, {})).statusCode).toBe(200)
    expect((await use(tokenIn(await sink.next()))).json()).toEqual({ username: 'kim' })
    expect((await admin.post('/api/v1/security/invitation/999999', {})).statusCode).toBe(404)
  })

  it('needs an address and a role', async () => {
    const { email: _email, ...rest } = account('lea')
    expect((await admin.post('/api/v1/security/invitation/', { ...rest, roles: [await gammaId()] })).statusCode).toBe(400)
    expect((await admin.post('/api/v1/security/invitation/', account('lea'))).statusCode).toBe(400)
  })
})

it('without a mail server each is refused with the reason', async () => {
  const plain = await testContext()
  const other = await buildApp(plain)
  const answer = await other.inject({ method: 'POST', url: '/api/v1/security/password_link', payload: { name: 'ann' } })
  expect([answer.statusCode, answer.json()]).toEqual([422, { message: 'No mail server is set, so no mail can be sent.' }])
  await other.close()
  await plain.close()
})

it('a mail server that refuses is reported to the administrator, and the account stays', async () => {
  const closed = await startMailSink()
  await closed.close()
  const args = ['--smtp-host', '127.0.0.1', '--smtp-port', String(closed.port), '--smtp-security', 'none', '--mail-from', 'a@example.org']
  const broken = await testContext([...args, '--public-url', 'https://charts.example.org'])
  const app = await buildApp(broken)
  const by = await as(broken, app, await adminOf(broken))
  const { id: role } = await broken.db.selectFrom('roles').select('id').where('name', '=', 'Gamma').executeTakeFirstOrThrow()
  const made = await by.post('/api/v1/security/invitation/', {
    username: 'mo',
    first_name: 'Mo',
    last_name: '',
    email: 'mo@example.org',
    roles: [role],
  })
  expect(made.json()).toEqual({ id: expect.any(Number), is_sent: false })
  const again = await by.post(`/api/v1/security/invitation/${made.json<{ id: number }>().id}`, {})
  expect([again.statusCode, again.json()]).toEqual([502, { message: 'The mail server did not take the mail.' }])
  await app.close()
  await broken.close()
})
