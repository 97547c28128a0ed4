import type { FastifyInstance } from 'fastify'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { SignedInSession } from '#api/me.ts'
import { makePerson } from '../../testing/test-people.ts'
import { buildApp } from '../../app.ts'
import { testContext } from '../../testing/test-context.ts'
import { setPassword } from './store.ts'

const ctx = await testContext()
const server: FastifyInstance = await buildApp(ctx)
afterAll(async () => {
  await server.close()
  await ctx.close()
})

const password = 'correct horse'
let people = 0
let name = ''
beforeEach(async () => {
  name = `person${people++}`
  await setPassword(ctx.db, await makePerson(ctx, name, ['Gamma']), password, ctx.now().toISOString())
})

/** Logs a user in with the login form, as on a separate device. */
const device = async (agent: string, username = name) => {
  const answer = await server.inject({
    method: 'POST',
    url: '/login/',
    payload: new URLSearchParams({ username, password }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': agent },
  })
  const session = answer.cookies.find((cookie) => cookie.name === 'session')?.value ?? ''
  const cookies = { session }
  const csrf = (await server.inject({ url: '/api/v1/security/csrf_token/', cookies })).json<{ result: string }>().result
  return {
    session,
    list: async () => (await server.inject({ url: '/api/v1/me/sessions', cookies })).json<{ result: SignedInSession[] }>().result,
    end: (id?: string) =>
      server.inject({ method: 'DELETE', url: `/api/v1/me/sessions${id ? `/${id}` : ''}`, cookies, headers: { 'x-csrftoken': csrf } }),
    works: async () => (await server.inject({ url: '/api/v1/me/', cookies })).statusCode === 200,
  }
}

test('users see their own sessions, which one is current, but no tokens', async () => {
  const [desk, phone] = [await device('Desk'), await device('Phone')]
  const found = await phone.list()
  expect(found.map(({ agent, is_current }) => [agent, is_current]).toSorted()).toEqual([
    ['Desk', false],
    ['Phone', true],
  ])
  expect(JSON.stringify(found)).not.toContain(desk.session)
})

test('an ended session is invalid immediately', async () => {
  const [desk, phone] = [await device('Desk'), await device('Phone')]
  expect(await desk.works()).toBe(true)
  const id = (await phone.list()).find(({ agent }) => agent === 'Desk')?.id
  expect((await phone.end(id)).statusCode).toBe(200)
  expect([await desk.works(), await phone.works()]).toEqual([false, true])
  expect((await phone.end(id)).statusCode).toBe(404)
})

test('ends all other sessions', async () => {
  const [desk, phone] = [await device('Desk'), await device('Phone')]
  expect((await desk.end()).statusCode).toBe(200)
  expect([await desk.works(), await phone.works()]).toEqual([true, false])
})

test('sessions of other users give 404', async () => {
  const mine = await device('Mine')
  const [{ id = '' } = {}] = await mine.list()
  await setPassword(ctx.db, await makePerson(ctx, `${name}b`, ['Admin']), password, ctx.now().toISOString())
  const other = await device('Theirs', `${name}b`)
  expect((await other.end(id)).statusCode).toBe(404)
  expect(await mine.works()).toBe(true)
})
