import { z } from 'zod'
import { chartOf, packed, tableOf, test, walkPages } from './hostile-page.ts'
import { payloads } from './hostile-payloads.ts'
import { call, createAll } from './hostile-things.ts'
import { expect } from './server.ts'

/** Names, descriptions and people in lists: a thousand scripts and requests in disguise, of which none runs. */

/** Lists, and how to make what they show; a name has as many payloads as there is room for. */
const lists: [list: string, path: string, longest: number, bodyOf: (name: string, i: number) => object][] = [
  ['/superset/tags/', '/api/v1/tag/', 250, (name) => ({ name, description: name, objects_to_tag: [] })],
  [
    '/savedqueryview/list/',
    '/api/v1/saved_query/',
    256,
    (label) => ({ db_id: 1, schema: 'main', label, description: label, sql: 'SELECT 1' }),
  ],
  ['/csstemplatemodelview/list/', '/api/v1/css_template/', 250, (template_name) => ({ template_name, css: template_name })],
  ['/theme/list/', '/api/v1/theme/', 250, (theme_name) => ({ theme_name, json_data: '{}' })],
  ['/annotationlayer/list/', '/api/v1/annotation_layer/', 250, (name) => ({ name, descr: name })],
  ['/roles/', '/api/v1/security/roles/', 64, (name) => ({ name })],
  ['/list_groups/', '/api/v1/security/groups/', 150, (label, i) => ({ name: `group ${i}`, label, description: label })],
]

for (const [list, path, longest, bodyOf] of lists)
  test(`names at ${list}`, async ({ page, isHarmless }) => {
    const bodies = packed(longest).map(bodyOf)
    await createAll(page, path, bodies)
    expect(await walkPages(page, list)).toBeGreaterThan(bodies.length)
    await isHarmless(list)
  })

test('names of row-level rules', async ({ page, isHarmless }) => {
  const rule = { filter_type: 'Regular', tables: [await tableOf(page)], roles: [], clause: '1 = 1' }
  const bodies = packed(255).map((name) => ({ ...rule, name, description: name, group_key: name }))
  await createAll(page, '/api/v1/rowlevelsecurity/', bodies)
  expect(await walkPages(page, '/rowlevelsecurity/list/')).toBeGreaterThan(bodies.length)
  await isHarmless('rules')
})

test('names of API tokens', async ({ page, isHarmless }) => {
  const bodies = packed(100).map((name) => ({ name, scopes: ['read'], days: 1 }))
  await createAll(page, '/api/v1/me/tokens', bodies)
  await page.goto('/settings/tokens/')
  await expect(page.getByRole('list', { name: 'API tokens' }).getByRole('listitem')).toHaveCount(bodies.length)
  await isHarmless('tokens')
})

test('names, descriptions and certifications of charts', async ({ page, isHarmless }) => {
  const dataset = await tableOf(page)
  const bodies = packed(250).map((slice_name) =>
    chartOf(
      dataset,
      { viz_type: 'table' },
      { slice_name, description: slice_name, certified_by: slice_name, certification_details: slice_name },
    ),
  )
  await createAll(page, '/api/v1/chart/', bodies)
  expect(await walkPages(page, '/chart/list/')).toBeGreaterThan(bodies.length)
  await isHarmless('charts')
})

test('people, as users and as owners', async ({ page, isHarmless }) => {
  const schemas = ['urn:ietf:params:scim:schemas:core:2.0:User']
  const people = packed(128).map((name, i) => ({
    schemas,
    userName: `${i} ${name}`,
    name: { givenName: name.slice(0, 64), familyName: name.slice(64) },
    emails: [{ value: `${i}@example.org` }],
  }))
  const { token } = await call(page, 'POST', '/api/v1/me/tokens', { data: { name: 'SCIM', scopes: ['scim'], days: 1 } })
  await createAll(page, '/scim/v2/Users', people, `Bearer ${token}`)
  expect(await walkPages(page, '/users/')).toBeGreaterThan(people.length)
  await isHarmless('users')

  const perPage = 100
  const ids: number[] = []
  for (let at = 0; at < people.length; at += perPage) {
    const { result } = await call(page, 'GET', `/api/v1/security/users/?q=(columns:!(id),page:${at / perPage},page_size:${perPage})`)
    const found = z.array(z.object({ id: z.number() })).parse(result)
    ids.push(...found.map(({ id }) => id))
  }
  const perDashboard = 20
  const bodies = Array.from({ length: Math.ceil(ids.length / perDashboard) }, (_, i) => ({
    dashboard_title: `Owned ${i}`,
    owners: ids.slice(i * perDashboard, (i + 1) * perDashboard),
  }))
  await createAll(page, '/api/v1/dashboard/', bodies)
  expect(await walkPages(page, '/dashboard/list/')).toBeGreaterThan(bodies.length)
  await page.getByRole('button', { name: 'Owner' }).click()
  await expect(page.getByRole('option').nth(10)).toBeVisible()
  await isHarmless('owners')
})

test('titles of dashboards, in their list and on their own page', async ({ page, isHarmless }) => {
  const titles = packed(500)
  const ids = await createAll(
    page,
    '/api/v1/dashboard/',
    titles.map((dashboard_title, i) => ({ dashboard_title, slug: payloads[i], certified_by: dashboard_title })),
  )
  expect(await walkPages(page, '/dashboard/list/')).toBeGreaterThan(titles.length)
  await isHarmless('dashboards')
  // Each opens in a third of a second: every fourth has all kinds and all disguises.
  for (let i = 0; i < ids.length; i += 4) {
    await page.evaluate((path) => {
      history.pushState({}, '', path)
      dispatchEvent(new PopStateEvent('popstate'))
    }, `/superset/dashboard/${ids[i]}/`)
    await expect(page.locator('h1.dashboard-title')).toContainText(`${/^\d+ /.exec(titles[i] ?? '')?.[0]}`)
  }
  await isHarmless('titles')
})
