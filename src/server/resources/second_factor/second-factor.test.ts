import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { generate } from 'otplib'
import { buildApp } from '../../app.ts'
import { adminOf, as, makePerson } from '../../testing/test-people.ts'
import { testContext } from '../../testing/test-context.ts'
import { setPassword } from '../me/store.ts'

let ctx: Awaited<ReturnType<typeof testContext>>
let server: FastifyInstance
let time = Date.parse('2026-03-04T05:06:07Z')
beforeAll(async () => {
  ctx = Object.assign(await testContext(['--second-factor-roles', 'Alpha']), { now: () => new Date(time) })
  server = await buildApp(ctx)
})
afterAll(async () => {
  await server.close()
  await ctx.close()
})

const password = 'correct horse battery'
const makeAccount = async (name: string, roles: string[]) => {
  const id = await makePerson(ctx, name, roles)
  await setPassword(ctx.db, id, password, ctx.now().toISOString())
  return { id, name, person: await as(ctx, server, id) }
}

type Setup = { secret: string; setup: string; uri: string }
const codeOf = (secret: string) => generate({ secret, epoch: Math.floor(time / 1000) })
let address = 0
const logIn = async (username: string, more: object = {}) => {
  const payload = { username, password, ...more }
  const answer = await server.inject({ method: 'POST', url: '/login/', payload, remoteAddress: `10.8.0.${++address}` })
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>(), isIn: answer.cookies.length > 0 }
}

/** An account with a second factor; the clock moves on, because each code counts once. */
const withTotp = async (name: string) => {
  const account = await makeAccount(name, ['Gamma'])
  const setup = (await account.person.post('/api/v1/second_factor/totp/setup')).json<Setup>()
  const enrolled = await account.person.post('/api/v1/second_factor/totp', { setup: setup.setup, code: await codeOf(setup.secret) })
  expect(enrolled.statusCode).toBe(200)
  time += 60_000
  return { ...account, secret: setup.secret, codes: enrolled.json<{ recovery_codes: string[] }>().recovery_codes }
}

describe('a lost second factor', () => {
  it('is reset by an administrator with a reason, which ends the sessions and is in the action log', async () => {
    const admin = await as(ctx, server, await adminOf(ctx))
    const { id, name, person } = await withTotp('lost')
    const path = `/api/v1/security/users/${id}/second_factor/reset`
    expect((await admin.post(path, {})).statusCode).toBe(400)
    expect((await person.post(path, { reason: 'mine' })).statusCode).toBe(403)
    expect((await admin.post(path, { reason: 'telephone lost' })).json()).toEqual({ message: 'OK' })
    expect((await person.get('/api/v1/me/')).statusCode).toBe(401)
    expect(await logIn(name)).toMatchObject({ status: 200, isIn: true })
    const log = await ctx.db.selectFrom('action_log').selectAll().where('action', '=', 'second_factor.reset').execute()
    expect(log.map(({ user_id, json }) => [user_id, JSON.parse(json ?? '')])).toEqual([[admin.id, { id, reason: 'telephone lost' }]])
    expect([
      (await admin.post(path, { reason: 'again' })).statusCode,
      (await admin.post(path.replace(String(id), '99999'), { reason: 'x' })).statusCode,
    ]).toEqual([422, 404])
  })

  it('of an administrator is not reset by people who only manage accounts', async () => {
    const boss = await makePerson(ctx, 'boss', ['Admin'])
    const clerk = await as(ctx, server, await makePerson(ctx, 'clerk', [], [['can_put', 'User']]))
    expect((await clerk.post(`/api/v1/security/users/${boss}/second_factor/reset`, { reason: 'x' })).statusCode).toBe(403)
  })
})

describe('a log-in with a second factor', () => {
  it('needs a code of the app, which counts once', async () => {
    const { name, secret } = await withTotp('one')
    expect(await logIn(name)).toEqual({ status: 401, body: { needs: 'code', has_app: true }, isIn: false })
    const code = await codeOf(secret)
    expect(await logIn(name, { code })).toEqual({ status: 200, body: { next: '/' }, isIn: true })
    expect(await logIn(name, { code })).toMatchObject({ status: 422, isIn: false })
  })

  it.each([
    ['half a minute slow', -30_000, 200],
    ['half a minute fast', 30_000, 200],
    ['five minutes slow', -300_000, 422],
  ])('a telephone that is %s', async (_what, offset, status) => {
    const { name, secret } = await withTotp(`phone${offset}`)
    const code = await generate({ secret, epoch: Math.floor((time + offset) / 1000) })
    expect((await logIn(name, { code })).status).toBe(status)
  })

  it('takes each of ten recovery codes once', async () => {
    const { name, codes, person } = await withTotp('two')
    expect([codes.length, new Set(codes).size]).toEqual([10, 10])
    const [code = ''] = codes
    expect((await logIn(name, { code: ` ${code.toUpperCase()} ` })).status).toBe(200)
    expect((await logIn(name, { code })).status).toBe(422)
    expect((await person.get('/api/v1/second_factor/')).json()).toMatchObject({ result: { recovery_codes: 9 } })
    const stored = JSON.stringify(await ctx.db.selectFrom('recovery_codes').selectAll().execute())
    for (const one of codes) expect(stored).not.toContain(one)
  })

  it('is refused after ten wrong codes, although the password is right', async () => {
    const { name, secret } = await withTotp('three')
    for (let i = 0; i < 10; i++) expect((await logIn(name, { code: '000000' })).status).toBe(422)
    const answer = await server.inject({
      method: 'POST',
      url: '/login/',
      payload: { username: name, password, code: await codeOf(secret) },
    })
    expect([answer.statusCode, Number(answer.headers['retry-after']) > 0]).toEqual([429, true])
  })

  it('asks for nothing but the password as long as that is wrong', async () => {
    const { name } = await withTotp('four')
    expect((await logIn(name, { password: 'wrong' })).body).toEqual({ message: 'Not authorized' })
  })

  it('is not possible for programs with the password alone', async () => {
    const { name } = await withTotp('five')
    const payload = { username: name, password, provider: 'db' }
    const answer = await server.inject({ method: 'POST', url: '/api/v1/security/login', payload })
    expect([answer.statusCode, answer.json<{ message: string }>().message]).toEqual([401, expect.stringContaining('API token')])
  })
})

describe('a role that demands a second factor', () => {
  it('lets nobody in before it is set up, which the log-in offers', async () => {
    const { name, person } = await makeAccount('alpha1', ['Alpha'])
    const asked = await logIn(name)
    expect([asked.status, asked.isIn, asked.body['needs']]).toEqual([401, false, 'enroll'])
    const { secret, setup, uri } = asked.body as Setup
    expect(uri).toBe(`otpauth://totp/Chartroom:alpha1?secret=${secret}&issuer=Chartroom`)
    expect((await logIn(name, { setup, code: '000000' })).status).toBe(422)
    const entered = await logIn(name, { setup, code: await codeOf(secret) })
    expect([entered.isIn, entered.body['recovery_codes']]).toEqual([true, expect.objectContaining({ length: 10 })])
    time += 60_000
    const removed = await person.post('/api/v1/second_factor/totp/remove', { code: await codeOf(secret) })
    expect(removed.statusCode).toBe(403)
  })

  it('does not take the setup of another account', async () => {
    const other = (await (await makeAccount('gamma1', ['Gamma'])).person.post('/api/v1/second_factor/totp/setup')).json<Setup>()
    const { name } = await makeAccount('alpha2', ['Alpha'])
    expect(await logIn(name, { setup: other.setup, code: await codeOf(other.secret) })).toMatchObject({ status: 422, isIn: false })
  })
})

describe('the second factor of an account', () => {
  it('is sealed, and turned off only with a code', async () => {
    const { id, name, person, secret } = await withTotp('six')
    const row = await ctx.db.selectFrom('second_factors').selectAll().where('user_id', '=', id).executeTakeFirstOrThrow()
    expect([row.secret.startsWith('v1.'), row.secret.includes(secret)]).toEqual([true, false])
    expect((await person.post('/api/v1/second_factor/totp/remove', { code: '123456' })).statusCode).toBe(422)
    expect((await person.post('/api/v1/second_factor/totp/remove', { code: await codeOf(secret) })).statusCode).toBe(200)
    expect((await logIn(name)).status).toBe(200)
  })

  it('gets new recovery codes with a code, which end the old ones', async () => {
    const { name, person, secret, codes } = await withTotp('seven')
    const renewed = await person.post('/api/v1/second_factor/recovery_codes', { code: await codeOf(secret) })
    expect(renewed.json<{ recovery_codes: string[] }>().recovery_codes).toHaveLength(10)
    expect((await logIn(name, { code: codes[0] })).status).toBe(422)
  })
})

describe('a passkey beside the app', () => {
  it('is added with a code of the app, once the log-in is more than ten minutes ago', async () => {
    const { person, secret, codes } = await withTotp('proven')
    const offer = async (body: object) => (await person.post('/api/v1/second_factor/passkeys/offer', body)).statusCode
    time += 11 * 60_000
    const code = await codeOf(secret)
    expect([await offer({}), await offer({ proof: password }), await offer({ proof: code }), await offer({ proof: code })]).toEqual([
      422, 422, 200, 422,
    ])
    expect(await offer({ proof: codes[0] })).toBe(200)
  })
})
