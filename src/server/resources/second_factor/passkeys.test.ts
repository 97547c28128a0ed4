import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../../app.ts'
import { createAuthenticator } from '../../testing/authenticator.ts'
import { as, makePerson } from '../../testing/test-people.ts'
import { testContext } from '../../testing/test-context.ts'
import { setPassword } from '../me/store.ts'

const origin = 'https://charts.example.org'
const password = 'correct horse battery'
let ctx: Awaited<ReturnType<typeof testContext>>
let server: FastifyInstance
let time = Date.parse('2026-03-04T05:06:07Z')
beforeAll(async () => {
  ctx = Object.assign(await testContext(['--public-url', origin, '--second-factor-roles', 'Alpha']), { now: () => new Date(time) })
  server = await buildApp(ctx)
})
afterAll(async () => {
  await server.close()
  await ctx.close()
})

let address = 0
const post = (url: string, payload: object) => server.inject({ method: 'POST', url, payload, remoteAddress: `10.7.0.${++address}` })
type Offer = { options: { challenge: string; rp: { id: string } }; ticket: string }
type Question = { options: { challenge: string; rpId: string; allowCredentials?: { id: string }[] }; ticket: string }

/** An account with a passkey. */
const withPasskey = async (name: string, roles = ['Gamma']) => {
  const id = await makePerson(ctx, name, roles)
  await setPassword(ctx.db, id, password, ctx.now().toISOString())
  const person = await as(ctx, server, id)
  const device = createAuthenticator()
  const { options, ticket } = (await person.post('/api/v1/second_factor/passkeys/offer')).json<Offer>()
  const made = { name: 'Laptop', ticket, response: device.create(options, { origin }) }
  const added = await person.post('/api/v1/second_factor/passkeys', made)
  expect(added.statusCode, added.body).toBe(200)
  return { id, name, person, device, made, codes: added.json<{ recovery_codes: string[] }>().recovery_codes }
}

const ask = async (account?: string) =>
  (await post('/api/v1/security/passkey/ask', account === undefined ? {} : { account })).json<Question>()
const enter = async (payload: object) => {
  const answer = await post('/api/v1/security/passkey', payload)
  return { status: answer.statusCode, isIn: answer.cookies.some(({ name }) => name === 'session') }
}
const logIn = async (username: string, more: object = {}) => {
  const answer = await post('/login/', { username, password, ...more })
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>(), isIn: answer.cookies.length > 0 }
}
const needed = async (name: string) => String((await logIn(name)).body['account'])

describe('a passkey instead of a password', () => {
  it('logs in the account that it was made for', async () => {
    const { id, device } = await withPasskey('one')
    const { options, ticket } = await ask()
    expect([options.rpId, options.allowCredentials]).toEqual(['charts.example.org', undefined])
    const answer = await post('/api/v1/security/passkey', { ticket, response: device.sign(options, { origin }) })
    const cookies = Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]))
    expect((await server.inject({ url: '/api/v1/me/', cookies })).json()).toMatchObject({ result: { id } })
  })

  it.each<[string, (device: ReturnType<typeof createAuthenticator>, question: Question) => object | Promise<object>]>([
    ['on another site', (device, { options, ticket }) => ({ ticket, response: device.sign(options, { origin: 'https://evil.example' }) })],
    [
      'for another host',
      (device, { options, ticket }) => ({ ticket, response: device.sign({ ...options, rpId: 'evil.example' }, { origin }) }),
    ],
    [
      'without a check of the person',
      (device, { options, ticket }) => ({ ticket, response: device.sign(options, { origin, isVerified: false }) }),
    ],
    [
      'for another challenge',
      async (device, { options }) => ({ ticket: (await ask()).ticket, response: device.sign(options, { origin }) }),
    ],
    [
      'by a passkey that nobody has',
      (_device, { options, ticket }) => ({ ticket, response: createAuthenticator().sign(options, { origin }) }),
    ],
    [
      'by a copy of the passkey',
      async (device, { options, ticket }) => {
        const first = await ask()
        await enter({ ticket: first.ticket, response: device.sign(first.options, { origin }) })
        device.setBack()
        return { ticket, response: device.sign(options, { origin }) }
      },
    ],
    [
      'six minutes later',
      (device, { options, ticket }) => {
        time += 360_000
        return { ticket, response: device.sign(options, { origin }) }
      },
    ],
  ])('is refused %s', async (what, sign) => {
    const { device } = await withPasskey(what.replaceAll(' ', '-'))
    expect(await enter(await sign(device, await ask()))).toEqual({ status: 422, isIn: false })
  })

  it('counts once', async () => {
    const { device } = await withPasskey('two')
    const { options, ticket } = await ask()
    const payload = { ticket, response: device.sign(options, { origin }) }
    expect((await enter(payload)).status).toBe(200)
    expect((await enter(payload)).status).toBe(422)
  })

  it('lets nobody into a deactivated account', async () => {
    const { id, device } = await withPasskey('three')
    await ctx.db.updateTable('users').set({ active: 0 }).where('id', '=', id).execute()
    const { options, ticket } = await ask()
    expect(await enter({ ticket, response: device.sign(options, { origin }) })).toEqual({ status: 422, isIn: false })
  })
})

describe('a passkey beside a password', () => {
  it('is asked for at the log-in, also without a check of the person', async () => {
    const { name, device } = await withPasskey('four')
    const first = await logIn(name)
    expect(first).toMatchObject({ status: 401, isIn: false, body: { needs: 'code', has_app: false } })
    const { options, ticket } = await ask(String(first.body['account']))
    expect(options.allowCredentials).toHaveLength(1)
    const passkey = { ticket, response: device.sign(options, { origin, isVerified: false }) }
    expect(await logIn(name, { passkey })).toEqual({ status: 200, body: { next: '/' }, isIn: true })
    expect((await logIn(name, { passkey })).status).toBe(422)
  })

  it('of another account is refused, and so is the ticket of another account', async () => {
    const [mine, theirs] = [await withPasskey('five'), await withPasskey('six')]
    const { options, ticket } = await ask(await needed(mine.name))
    const foreign = { ticket, response: theirs.device.sign(options, { origin }) }
    expect((await logIn(mine.name, { passkey: foreign })).status).toBe(422)
    const other = await ask(await needed(theirs.name))
    const moved = { ticket: other.ticket, response: mine.device.sign(other.options, { origin }) }
    expect((await logIn(mine.name, { passkey: moved })).status).toBe(422)
  })

  it('cannot be asked about without the right password', async () => {
    expect((await post('/api/v1/security/passkey/ask', { account: 'x.y.z' })).statusCode).toBe(422)
    const { ticket } = await ask()
    expect((await post('/api/v1/security/passkey/ask', { account: ticket })).statusCode).toBe(422)
  })

  it('may be replaced by a recovery code', async () => {
    const { name, codes } = await withPasskey('seven')
    expect(codes).toHaveLength(10)
    expect((await logIn(name, { code: codes[0] })).status).toBe(200)
  })

  it('is refused after ten attempts, with the time to wait', async () => {
    const { name } = await withPasskey('eight')
    const { ticket, options } = await ask(await needed(name))
    const passkey = { ticket, response: createAuthenticator().sign(options, { origin }) }
    for (let i = 0; i < 10; i++) expect((await logIn(name, { passkey })).status).toBe(422)
    const answer = await post('/login/', { username: name, password, passkey })
    expect([answer.statusCode, Number(answer.headers['retry-after']) > 0]).toEqual([429, true])
  })
})

describe('the passkeys of an account', () => {
  it('are listed, named and revoked', async () => {
    const { person, name } = await withPasskey('nine')
    const list = async () =>
      (await person.get('/api/v1/second_factor/')).json<{ result: { passkeys: { id: number; name: string }[]; recovery_codes: number } }>()
        .result
    const [first] = (await list()).passkeys
    expect(first).toMatchObject({ name: 'Laptop', used_on: null })
    const path = `/api/v1/second_factor/passkeys/${first?.id}`
    expect((await person.put(path, { name: 'Old laptop' })).statusCode).toBe(200)
    expect((await list()).passkeys).toEqual([expect.objectContaining({ name: 'Old laptop' })])
    expect((await person.delete(path)).statusCode).toBe(200)
    expect(await list()).toMatchObject({ passkeys: [], recovery_codes: 0 })
    expect((await logIn(name)).status).toBe(200)
  })

  it('are out of reach for others', async () => {
    const { id } = await withPasskey('ten')
    const other = await withPasskey('eleven')
    const passkey = await ctx.db.selectFrom('second_factors').select('id').where('user_id', '=', id).executeTakeFirstOrThrow()
    const path = `/api/v1/second_factor/passkeys/${passkey.id}`
    expect((await other.person.put(path, { name: 'Mine' })).statusCode).toBe(404)
    expect((await other.person.delete(path)).statusCode).toBe(404)
  })

  it('keep the last one where a role demands a second factor', async () => {
    const { id, person } = await withPasskey('twelve', ['Alpha'])
    const passkey = await ctx.db.selectFrom('second_factors').select('id').where('user_id', '=', id).executeTakeFirstOrThrow()
    expect((await person.delete(`/api/v1/second_factor/passkeys/${passkey.id}`)).statusCode).toBe(403)
    expect(await needed('twelve')).not.toBe('undefined')
  })

  it('cannot be added twice, nor by the ticket of another account', async () => {
    const { person, made, device } = await withPasskey('thirteen')
    expect((await person.post('/api/v1/second_factor/passkeys', made)).statusCode).toBe(422)
    const other = await withPasskey('fourteen')
    const { options, ticket } = (await person.post('/api/v1/second_factor/passkeys/offer')).json<Offer>()
    const stolen = { name: 'Mine', ticket, response: device.create(options, { origin }) }
    expect((await other.person.post('/api/v1/second_factor/passkeys', stolen)).statusCode).toBe(422)
  })
})

describe('long after a log-in', () => {
  const later = async (name: string) => {
    const made = await withPasskey(name)
    time += 11 * 60_000
    return made
  }
  const offer = async ({ person }: Awaited<ReturnType<typeof later>>, body = {}) => {
    const answer = await person.post('/api/v1/second_factor/passkeys/offer', body)
    return [answer.statusCode, answer.statusCode === 200 || (answer.json<{ message: unknown }>().message as object)]
  }
  const needs = async ({ person }: Awaited<ReturnType<typeof later>>) =>
    (await person.get('/api/v1/second_factor/')).json<{ result: { proof: string } }>().result.proof

  it('a passkey or an app is added only with the password', async () => {
    const made = await later('late-one')
    expect(await needs(made)).toBe('password')
    expect(await offer(made)).toEqual([422, { proof: ['Enter your password first.'] }])
    expect(await offer(made, { proof: 'a wrong one' })).toEqual([422, { proof: ['This is not the current password.'] }])
    expect((await made.person.post('/api/v1/second_factor/totp/setup')).statusCode).toBe(422)
    expect(await offer(made, { proof: password })).toEqual([200, true])
    expect((await made.person.post('/api/v1/second_factor/totp/setup', { proof: password })).statusCode).toBe(200)
  })

  it('ten wrong passwords end the guessing', async () => {
    const made = await later('late-two')
    for (let i = 0; i < 10; i++) expect((await offer(made, { proof: `guess ${i}` }))[0]).toBe(422)
    expect((await offer(made, { proof: password }))[0]).toBe(429)
  })

  it('whoever has no password here logs in again', async () => {
    const made = await later('late-three')
    await ctx.db.updateTable('users').set({ password: null }).where('id', '=', made.id).execute()
    expect(await needs(made)).toBe('log in')
    expect((await offer(made, { proof: 'anything' }))[0]).toBe(422)
    const again = { ...made, person: await as(ctx, server, made.id) }
    expect([await needs(again), (await offer(again))[0]]).toEqual(['none', 200])
  })
})
