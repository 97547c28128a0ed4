import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { MenuEntry } from '#api/product.ts'
import { pageOf } from '#core/pages.ts'
import { adminOf, as, makePerson, type Caller } from '../../testing/test-people.ts'
import { buildApp } from '../../app.ts'
import { testContext } from '../../testing/test-context.ts'

let ctx: Awaited<ReturnType<typeof testContext>>
let app: FastifyInstance
let admin: Caller

beforeAll(async () => {
  ctx = await testContext()
  app = await buildApp(ctx)
  admin = await as(ctx, app, await adminOf(ctx))
})
afterAll(async () => {
  await app.close()
  await ctx.close()
})

const menuOf = async (who: Caller, language = 'en'): Promise<MenuEntry[]> => {
  const answer = await who.inject({ url: '/api/v1/menu/', headers: { 'accept-language': language } })
  return answer.json<{ result: MenuEntry[] }>().result
}
const linksOf = (menu: MenuEntry[]) =>
  menu.flatMap((entry) => ('childs' in entry ? entry.childs : [entry])).filter((entry) => entry !== '-')

it('the menu links to existing pages, in the language of the reader', async () => {
  const menu = await menuOf(admin)
  expect(menu.map(({ name }) => name)).toEqual(['Security', 'Data', 'Dashboards', 'Charts', 'Datasets', 'SQL Lab'])
  expect(linksOf(menu).map(({ url }) => pageOf(url))).toEqual([
    'roles',
    'users',
    'groups',
    'action-log',
    'row-rules',
    'databases',
    'dashboards',
    'charts',
    'datasets',
    'sqllab',
    'saved-queries',
    'query-history',
  ])
  expect(linksOf(await menuOf(admin, 'de')).map(({ label }) => label)).toEqual([
    'Rollen auflisten',
    'Benutzer auflisten',
    'Gruppen auflisten',
    'Aktionsprotokoll',
    'Zeilensicherheit',
    'Datenbankverbindungen',
    'Dashboards',
    'Diagramme',
    'Datensätze',
    'SQL Lab',
    'Gespeicherte Abfragen',
    'Abfrageverlauf',
  ])
})

it('the menu only has entries that the reader may see', async () => {
  const pairs = ['MenuApi:can_get', 'Charts:menu_access', 'Databases:menu_access'].map(
    (pair) => pair.split(':').toReversed() as [string, string],
  )
  const reader = await as(ctx, app, await makePerson(ctx, 'reader', ['None'], pairs))
  expect(linksOf(await menuOf(reader)).map(({ name }) => name)).toEqual(['Charts'])
})

it.each([
  ['/api/v1/available_domains/', { result: { domains: null } }],
  ['/api/v1/async_event/?last_id=1-0', { result: [] }],
  ['/dynamic-plugins/api/read', { result: [] }],
  ['/version', { version_string: expect.stringMatching(/^\d+\.\d+\.\d+$/), version_sha: '', build_number: null }],
])('%s', async (url, body) => {
  const answer = await admin.get(url)
  expect([answer.statusCode, answer.json()]).toEqual([200, body])
})
