import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { as, makePerson, type Caller } from '../testing/test-people.ts'
import { buildApp } from '../app.ts'
import { testContext } from '../testing/test-context.ts'

let ctx: Awaited<ReturnType<typeof testContext>>
let server: FastifyInstance
let anna: Caller

beforeAll(async () => {
  ctx = await testContext()
  server = await buildApp(ctx)
  anna = await as(ctx, server, await makePerson(ctx, 'anna', ['Gamma']))
})
afterAll(async () => {
  await server.close()
  await ctx.close()
})

const [english, german] = ['At least one field must be provided.', 'Mindestens ein Feld muss angegeben werden.']
const ask = async (language: string | undefined) => {
  const headers = language === undefined ? {} : { 'accept-language': language }
  return (await anna.inject({ method: 'PUT', url: '/api/v1/me/', payload: {}, headers })).json<{ message: string }>().message
}
const choose = (locale: string | null) => anna.inject({ method: 'PUT', url: '/api/v1/me/preferences', payload: { locale } })
const localeOf = async (language: string) =>
  (await anna.inject({ url: '/api/v1/me/session', headers: { 'accept-language': language } })).json<{ locale: string }>().locale
const page = async (language: string) =>
  (await anna.inject({ url: '/chart/list/', headers: { accept: 'text/html', 'accept-language': language } })).body

test('concurrent requests are answered each in its own language', async () => {
  const languages = ['de-DE,de;q=0.9', undefined, 'de', 'en-GB', 'sv, de;q=0.3', 'xx']
  expect(await Promise.all(languages.map(ask))).toEqual([german, english, german, english, german, english])
})

test('the locale that the user chose takes precedence, immediately and in pages too', async () => {
  expect([await localeOf('en'), await page('en')]).toEqual(['en', expect.stringContaining('<html lang="en">')])
  await choose('de')
  expect([await ask('en'), await localeOf('en')]).toEqual([german, 'de'])
  expect(await page('en')).toContain('<html lang="de">')
  await choose(null)
  expect([await ask('en'), await page('de')]).toEqual([english, expect.stringContaining('<html lang="de">')])
})
