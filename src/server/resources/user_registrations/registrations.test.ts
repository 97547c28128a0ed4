import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../../app.ts'
import { deleteExpired } from '../../housekeeping/delete-expired.ts'
import { readConfig } from '../../start/config.ts'
import { startMailSink, type MailSink } from '../../testing/mail-sink.ts'
import { testContext } from '../../testing/test-context.ts'
import { adminOf, as, makePerson, type Caller } from '../../testing/test-people.ts'

const password = 'correct horse battery'
const list = '/api/v1/security/user_registrations/'
let time = Date.parse('2026-03-04T05:06:07Z')
let address = 0

type Place = { ctx: Awaited<ReturnType<typeof testContext>>; server: FastifyInstance; admin: Caller }
const start = async (flags: string[]): Promise<Place> => {
  const ctx = Object.assign(await testContext(flags), { now: () => new Date(time) })
  const server = await buildApp(ctx)
  return { ctx, server, admin: await as(ctx, server, await adminOf(ctx)) }
}
const post = ({ server }: Place, path: string, payload: object, remoteAddress = `10.8.0.${++address}`) =>
  server.inject({ method: 'POST', url: path, payload, remoteAddress })
const person = (username: string, more: object = {}) => ({
  username,
  first_name: 'A',
  last_name: 'B',
  email: `${username}@example.org`,
  ...more,
})
const ask = (place: Place, body: object, from?: string) => post(place, '/api/v1/security/registration', body, from)
const logIn = async (place: Place, username: string, given = password) =>
  (await post(place, '/login/', { username, password: given })).statusCode
const waiting = async ({ admin }: Place) => (await admin.get(list)).json<{ result: { id: number; username: string }[] }>().result

describe('without the setting', () => {
  it('nobody can ask for an account', async () => {
    const place = await start([])
    expect((await ask(place, person('ann', { password }))).statusCode).toBe(403)
    expect((await place.server.inject({ url: '/api/v1/security/ways' })).json()).toMatchObject({ result: { registration: 'none' } })
    await place.server.close()
    await place.ctx.close()
  })

  it('mail is demanded where mails confirm', () => {
    expect(() => readConfig(['--registration', 'mail'], {})).toThrow('--registration mail needs --smtp-host')
    expect(() => readConfig(['--registration', 'yes'], {})).toThrow('none, mail or approval')
  })
})

describe('by approval', () => {
  let place: Place
  beforeAll(async () => {
    place = await start(['--registration', 'approval'])
  })
  afterAll(async () => {
    await place.server.close()
    await place.ctx.close()
  })

  it('a person waits until an administrator approves, and then logs in with the roles of new accounts', async () => {
    expect((await ask(place, person('ann', { password }))).json()).toEqual({ message: 'OK' })
    expect(await logIn(place, 'ann')).toBe(401)
    const [row] = await waiting(place)
    expect(row).toMatchObject({ username: 'ann', email: 'ann@example.org', registration_date: '2026-03-04T05:06:07' })
    expect(JSON.stringify(row)).not.toMatch(/argon2|password/)
    expect((await place.admin.get(`${list}${row?.id}`)).json()).toMatchObject({ result: { username: 'ann' } })
    expect((await place.admin.post(`${list}${row?.id}/approve`)).statusCode).toBe(200)
    expect([await logIn(place, 'ann'), await waiting(place)]).toEqual([200, []])
    const roles = await place.ctx.db
      .selectFrom('user_roles')
      .innerJoin('roles', 'roles.id', 'role_id')
      .innerJoin('users', 'users.id', 'user_id')
      .select('roles.name')
      .where('username', '=', 'ann')
      .execute()
    expect(roles).toEqual([{ name: 'Gamma' }])
    expect((await place.admin.post(`${list}${row?.id}/approve`)).statusCode).toBe(404)
  })

  it('a refused request makes no account, and is in the action log', async () => {
    await ask(place, person('bob', { password }))
    const [row] = await waiting(place)
    expect((await place.admin.delete(`${list}${row?.id}`)).statusCode).toBe(200)
    expect([await logIn(place, 'bob'), await waiting(place)]).toEqual([401, []])
    const log = await place.ctx.db.selectFrom('action_log').select('action').where('action', 'like', 'registration.%').execute()
    expect(log.map(({ action }) => action)).toContain('registration.refuse')
  })

  it('others neither see nor decide who waits, although their roles hold the pairs of the view', async () => {
    await ask(place, person('cid', { password }))
    const [row] = await waiting(place)
    const gamma = await as(place.ctx, place.server, await makePerson(place.ctx, 'gamma', ['Gamma']))
    expect((await gamma.get(list)).json()).toMatchObject({ count: 0, result: [] })
    const answers = [
      await gamma.get(`${list}${row?.id}`),
      await gamma.delete(`${list}${row?.id}`),
      await gamma.post(`${list}${row?.id}/approve`),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 403])
    expect(await waiting(place)).toHaveLength(1)
  })

  it('the first request for an address stays, and a name is taken without regard to case', async () => {
    await ask(place, person('dora', { password }))
    expect((await ask(place, person('dora2', { password: 'of somebody else', email: 'DORA@example.org' }))).statusCode).toBe(200)
    expect((await waiting(place)).filter(({ username }) => username.startsWith('dora')).map(({ username }) => username)).toEqual(['dora'])
    for (const username of ['DORA', 'admin'])
      expect((await ask(place, person(username, { password, email: `new-${username}@example.org` }))).json()).toEqual({
        message: { username: ['This name belongs to another account.'] },
      })
  })

  it.each([
    ['no password', {}, 'password'],
    ['a leaked password', { password: 'password1' }, 'password'],
    ['a short password', { password: 'a1' }, 'password'],
    ['no address', { password, email: 'nowhere' }, 'email'],
    ['a second header in the address', { password, email: 'a@b.org\r\nBcc: c@d.org' }, 'email'],
    ['an empty name', { password, first_name: '' }, 'first_name'],
    ['a field that is not asked for', { password, roles: [1] }, 'roles'],
  ])('%s is refused', async (_what, more, field) => {
    const answer = await ask(place, person('eve', more))
    expect([answer.statusCode, Object.keys(answer.json<{ message: object }>().message)]).toEqual([400, [field]])
  })

  it('one address of the net asks twenty times an hour at most', async () => {
    const answers = []
    for (let i = 0; i < 21; i++) answers.push((await ask(place, person('admin', { password }), '10.7.7.7')).statusCode)
    expect([new Set(answers.slice(0, 20)), answers[20]]).toEqual([new Set([422]), 429])
  })
})

describe('by mail', () => {
  let sink: MailSink
  let place: Place
  beforeAll(async () => {
    sink = await startMailSink({})
    const mail = ['--smtp-host', '127.0.0.1', '--smtp-port', String(sink.port), '--smtp-security', 'none', '--mail-from', 'a@example.org']
    place = await start(['--registration', 'mail', ...mail, '--public-url', 'https://charts.example.org', '--allowed-hosts', '*'])
  })
  afterAll(async () => {
    await place.server.close()
    await place.ctx.close()
    await sink.close()
  })
  const tokenIn = (mail: string) => /https:\/\/charts\.example\.org\/register\/#([\w-]+)/.exec(mail)?.[1] ?? ''
  const confirm = (token: string, given = password) => post(place, '/api/v1/security/registration/confirm', { token, password: given })

  it('the link in the mail counts once, asks for a password and makes the account', async () => {
    expect((await ask(place, person('fay'))).json()).toEqual({ message: 'OK' })
    const mail = await sink.next()
    expect(mail).toMatch(/^To: fay@example\.org/m)
    const token = tokenIn(mail)
    expect((await confirm(token, 'password1')).statusCode).toBe(400)
    expect((await confirm(token)).json()).toEqual({ username: 'fay' })
    expect([await logIn(place, 'fay'), (await confirm(token)).statusCode]).toEqual([200, 422])
  })

  it('an address that has an account gets a mail that says so, and the same answer', async () => {
    await makePerson(place.ctx, 'gil', ['Gamma'])
    expect((await ask(place, person('gil2', { email: 'GIL@example.org' }))).json()).toEqual({ message: 'OK' })
    expect(await sink.next()).toContain('already has one')
    expect(await waiting(place)).toEqual([])
  })

  it('a later request for the address replaces the link, and the first request has set no password', async () => {
    await ask(place, person('hal'))
    const first = tokenIn(await sink.next())
    await ask(place, person('hal'))
    const second = tokenIn(await sink.next())
    expect([(await confirm(first)).statusCode, (await confirm(second)).statusCode]).toEqual([422, 200])
  })

  it('a link counts for a day, and nobody waits longer', async () => {
    await ask(place, person('ida'))
    const token = tokenIn(await sink.next())
    const [row] = await waiting(place)
    expect((await place.admin.post(`${list}${row?.id}/approve`)).statusCode).toBe(422)
    time += 86_400_001
    expect((await confirm(token)).statusCode).toBe(422)
    await deleteExpired(place.ctx)
    expect(await waiting(place)).toEqual([])
  })

  it('another site cannot ask', async () => {
    const headers = { origin: 'https://evil.example.org' }
    const answer = await place.server.inject({ method: 'POST', url: '/api/v1/security/registration', payload: person('jim'), headers })
    expect(answer.statusCode).toBe(400)
  })
})
