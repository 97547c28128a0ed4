import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { csrfToken, startSession } from '../../src/server/access/login/sessions.ts'
import { createApp } from '../../src/server/app.ts'
import type { App } from '../../src/server/http/serve.ts'
import { testContext } from '../../src/server/testing/test-context.ts'
import { adminOf, as, makePerson, type Caller } from '../../src/server/testing/test-people.ts'
import { makeThing, makeWorld, type Made, type Thing, type World } from './access-matrix.things.ts'

/** What other sites, other accounts and odd addresses must not reach, on every route. */
let ctx: Awaited<ReturnType<typeof testContext>>
let app: App
let admin: Caller
let world: World

beforeAll(async () => {
  ctx = await testContext(['--admin-password', 'correct horse battery'])
  app = await createApp(ctx)
  admin = await as(ctx, app.server, await adminOf(ctx))
  world = await makeWorld(ctx, admin.id)
})
afterAll(async () => {
  await app.server.close()
  await ctx.close()
})

const left = new Set(['sessions', 'action_log', 'limits'])

/** A digest of all metadata but for who was here. */
const stateOf = async (): Promise<string> => {
  const { rows } = await sql<{ name: string }>`select name from sqlite_master where type = 'table' order by name`.execute(ctx.db)
  const digest = createHash('sha256')
  for (const { name } of rows.filter((table) => !left.has(table.name))) {
    const all = await sql.raw<Record<string, unknown>>(`select * from "${name}"`).execute(ctx.db)
    const seen = all.rows.map(({ last_login: _login, login_count: _logins, last_used_on: _used, ...row }) => row)
    digest.update(name + JSON.stringify(seen, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value)))
  }
  return digest.digest('hex')
}

const writes = () => app.routes.filter(({ method, csrfExempt }) => method !== 'GET' && !csrfExempt)
const addressOf = (path: string, id: number | string = 1) => path.replaceAll(/:\w+/g, String(id))

describe('a write with the cookie of a session', () => {
  it.each<[string, (session: string) => Promise<Record<string, string>>]>([
    ['without a token', async () => ({})],
    ['with a token that is none', async () => ({ 'x-csrftoken': 'x' })],
    [
      'with the token of another session',
      async () => ({ 'x-csrftoken': csrfToken(ctx, await startSession(ctx, admin.id, { address: null, agent: null })) }),
    ],
    ['from another site', async () => ({ origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' })],
    ['from nowhere', async () => ({ origin: 'null' })],
  ])('%s is refused on every route', async (_how, headersOf) => {
    expect(writes().length).toBeGreaterThan(80)
    const session = await startSession(ctx, admin.id, { address: null, agent: null })
    const before = await stateOf()
    const done: string[] = []
    for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded'])
      for (const { method, path } of writes()) {
        const headers = { 'content-type': type, cookie: `session=${session}`, ...(await headersOf(session)) }
        const { statusCode } = await app.server.inject({
          method,
          url: addressOf(path),
          headers,
          payload: type.endsWith('json') ? '{}' : 'a=b',
        })
        // A form without a token is sent to the log-in page; SCIM takes tokens only.
        if (![302, 400].includes(statusCode) && !(path.startsWith('/scim/') && statusCode === 403))
          done.push(`${method} ${path} as ${type}: ${statusCode}`)
      }
    expect(done).toEqual([])
    expect(await stateOf()).toBe(before)
  })
})

describe('a GET', () => {
  it('changes nothing, on any route and any kind of thing', async () => {
    const kinds: Thing[] = ['chart', 'dashboard', 'dataset', 'user', 'role', 'group', 'tag', 'savedQuery', 'cssTemplate', 'theme']
    const things: Made[] = []
    for (const kind of kinds) things.push(await makeThing(ctx, world, kind, [admin.id]))
    const reads = app.routes.filter(
      ({ method, answers, path, writes: mayWrite }) => method === 'GET' && answers !== 'events' && !mayWrite && path !== '/logout/',
    )
    const before = await stateOf()
    const changed: string[] = []
    for (const { path } of reads) {
      for (const { id } of path.includes(':') ? things : things.slice(0, 1))
        await app.server.inject({ url: addressOf(path, id), headers: { accept: 'application/json', ...proof.headers } })
      if ((await stateOf()) !== before) changed.push(path)
      if (changed.length > 0) break
    }
    expect(changed).toEqual([])
  })

  it('that writes is refused to other sites and to pictures', async () => {
    const address = app.routes.filter(({ method, writes: mayWrite }) => method === 'GET' && mayWrite)
    expect(address.length).toBeGreaterThan(0)
    const session = await startSession(ctx, admin.id, { address: null, agent: null })
    for (const { path } of address)
      for (const sent of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'image' }, {}]) {
        const headers = { cookie: `session=${session}`, accept: 'application/json', ...sent }
        expect([302, 400], path).toContain((await app.server.inject({ url: addressOf(path), headers })).statusCode)
      }
  })
})

/** A bearer token, which needs no CSRF token and starts no session. */
const proof = { headers: {} as Record<string, string> }
beforeAll(async () => {
  const answer = await app.server.inject({
    method: 'POST',
    url: '/api/v1/security/login',
    payload: { username: 'admin', password: 'correct horse battery', provider: 'db' },
  })
  proof.headers = { authorization: `Bearer ${answer.json<{ access_token: string }>().access_token}` }
})

describe('an answer', () => {
  it('says what it is, on every route: nothing is taken for a page that is none', async () => {
    const chart = await makeThing(ctx, world, 'chart', [admin.id])
    const wrong: string[] = []
    for (const { method, path, answers } of app.routes.filter((route) => route.method === 'GET' && route.answers !== 'events')) {
      const answer = await app.server.inject({
        method,
        url: addressOf(path, chart.id),
        headers: { accept: 'application/json', ...proof.headers },
      })
      const type = String(answer.headers['content-type'] ?? '')
      const isPage = type.startsWith('text/html')
      if (answer.headers['x-content-type-options'] !== 'nosniff') wrong.push(`${path}: may be sniffed`)
      if (!answer.headers['content-security-policy']) wrong.push(`${path}: no policy`)
      if (isPage && answers !== 'page' && answer.body.includes('<') && answer.statusCode === 200) wrong.push(`${path}: ${type}`)
    }
    expect(wrong).toEqual([])
  })

  it('of another origin gets no leave to be read', async () => {
    for (const { method, path } of app.routes) {
      const headers = { origin: 'https://elsewhere.example', 'access-control-request-method': method }
      const answer = await app.server.inject({ method: 'OPTIONS', url: addressOf(path), headers })
      expect(answer.headers['access-control-allow-origin'], path).toBeUndefined()
    }
  })
})

describe('a page', () => {
  it.each(['/login/', '/superset/welcome/', '/dashboard/list/', '/no/such/page', '/new-password/', '/superset/dashboard/1/'])(
    '%s runs only scripts with its own nonce, another one each time',
    async (url) => {
      const visit = async () => {
        const { headers, body } = await (url === '/login/' ? app.server : admin).inject({ url, headers: { accept: 'text/html' } })
        const policy = String(headers['content-security-policy'])
        const nonce = /'nonce-([\w-]+)'/.exec(policy)?.[1] ?? ''
        expect(policy).toContain(`script-src 'self' 'nonce-${nonce}' 'strict-dynamic';`)
        expect(policy).toContain("object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'self'")
        expect(policy).toContain("require-trusted-types-for 'script'")
        expect(policy).not.toContain('unsafe-eval')
        for (const [script] of body.matchAll(/<script[^>]*>/g)) expect(script).toMatch(new RegExp(`nonce="${nonce}".* src="`))
        expect(body).not.toMatch(/<[^>]+\son\w+=/)
        return nonce
      }
      const [first, second] = [await visit(), await visit()]
      expect(first).toMatch(/^[\w-]{22}$/)
      expect(second).not.toBe(first)
    },
  )
})

describe('an address of a file', () => {
  it.each([
    '/assets/..%2f..%2f..%2fetc/passwd',
    '/assets/..%5c..%5cpackage.json',
    '/assets/%252e%252e/package.json',
    '/assets/../../package.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/assets/%00',
    '/assets/%c0%ae%c0%ae/package.json',
    '/assets//etc/passwd',
    '/sdk/..%2fpackage.json',
    '/embedded/sdk/..%2f..%2fpackage.json',
    '/api/v1/chart/1/thumbnail/..%2f..%2f..%2fmetadata.sqlite/',
    '/api/v1/chart/1/thumbnail/../../../metadata.sqlite',
  ])('%s leads to none of ours', async (url) => {
    const answer = await admin.inject({ url, headers: { accept: 'application/json' } })
    expect([400, 403, 404]).toContain(answer.statusCode)
    expect(answer.body).not.toMatch(/root:|"dependencies"|SQLite format/)
  })
})

describe('a connection to a file', () => {
  const own = () => `${ctx.config.dataDir}/metadata.sqlite`

  it.each<[string, () => string]>([
    ['the metadata', () => `sqlite:///${own()}`],
    [
      'the metadata by way of a folder above',
      () => `sqlite:///${ctx.config.dataDir}/../${ctx.config.dataDir.split('/').at(-1)}/metadata.sqlite`,
    ],
    ['the metadata as a URI of SQLite', () => `sqlite:///file:${own()}?mode=ro&uri=true`],
    ['the metadata in another engine', () => `duckdb:///${own()}`],
    ['the secret key', () => `sqlite:///${ctx.config.dataDir}/secret.key`],
    ['a file that is no database', () => 'sqlite:////etc/passwd'],
    ['a driver of another kind', () => 'jdbc:h2:mem:x;INIT=RUNSCRIPT'],
    ['a file that the client sends', () => 'mysql://u@127.0.0.1:1/x?allow_local_infile=1'],
    ['options of the server', () => 'postgresql://u@127.0.0.1:1/x?options=-c%20log_statement=all&service=x'],
    ['a key file of the server', () => 'postgresql://u@127.0.0.1:1/x?sslkey=/etc/passwd'],
  ])('%s is refused when it is tried, made, and used after a change', async (_what, uri) => {
    const database = { database_name: `x ${_what}`, sqlalchemy_uri: uri() }
    const existing = await makeThing(ctx, world, 'database', [admin.id])
    await admin.put(`/api/v1/database/${existing.id}`, { sqlalchemy_uri: uri() })
    const answers = [
      await admin.post('/api/v1/database/test_connection/', database),
      await admin.post('/api/v1/database/', database),
      await admin.get(`/api/v1/database/${existing.id}/schemas/`),
    ]
    for (const { statusCode, body } of answers) {
      expect([400, 403, 422], body).toContain(statusCode)
      expect(body).not.toMatch(/root:|SQLite format/)
    }
  })
})

describe('nobody gives themselves more', () => {
  it('by fields that a form does not have', async () => {
    const id = await makePerson(ctx, 'climber', ['Gamma'])
    const climber = await as(ctx, app.server, id)
    const adminRole = await ctx.db.selectFrom('roles').select('id').where('name', '=', 'Admin').executeTakeFirstOrThrow()
    const more = {
      roles: [adminRole.id],
      is_admin: true,
      id: 1,
      active: true,
      created_by: 1,
      uuid: 'x',
      password_hash: 'x',
      groups: [1],
      attributes: {},
    }
    const rightsOf = async () =>
      JSON.stringify([
        await ctx.db.selectFrom('users').selectAll().where('id', '=', id).execute(),
        await ctx.db.selectFrom('user_roles').selectAll().where('user_id', '=', id).execute(),
        await ctx.db.selectFrom('user_groups').selectAll().where('user_id', '=', id).execute(),
      ])
    const before = await rightsOf()
    for (const [name, value] of Object.entries(more)) {
      expect((await climber.put('/api/v1/me/', { [name]: value })).statusCode, name).toBe(400)
      expect((await climber.put(`/api/v1/security/users/${id}`, { [name]: value })).statusCode, name).toBe(403)
    }
    expect(await rightsOf()).toBe(before)
  })

  it('by owning what is not theirs', async () => {
    const reader = await as(ctx, app.server, await makePerson(ctx, 'reader', ['Alpha']))
    for (const kind of ['chart', 'dashboard', 'dataset'] as const) {
      const { id } = await makeThing(ctx, world, kind, [admin.id])
      expect((await reader.put(`/api/v1/${kind}/${id}`, { owners: [reader.id] })).statusCode, kind).toBe(403)
      const own = await makeThing(ctx, world, kind, [reader.id])
      const answer = await reader.put(`/api/v1/${kind}/${own.id}`, { owners: [] })
      const owners = await ctx.db.selectFrom('owners').select('user_id').where('kind', '=', kind).where('object_id', '=', own.id).execute()
      expect([answer.statusCode, owners.map(({ user_id }) => user_id)], kind).toEqual([200, [reader.id]])
    }
  })

  it('by fields that only the server writes', async () => {
    const alpha = await as(ctx, app.server, await makePerson(ctx, 'alpha', ['Alpha']))
    const { id } = await makeThing(ctx, world, 'chart', [alpha.id])
    for (const [name, value] of Object.entries({
      id: 99,
      created_by: 1,
      created_by_fk: 1,
      created_on: '2000-01-01',
      deleted_at: null,
      version: 99,
    })) {
      const { statusCode } = await alpha.put(`/api/v1/chart/${id}`, { [name]: value })
      expect(statusCode, name).toBe(400)
    }
  })
})

it('a dataset leads to no script, whatever its default address says', async () => {
  const { id } = await makeThing(ctx, world, 'dataset', [admin.id])
  const addressAfter = async (default_endpoint: string): Promise<string> => {
    await ctx.db.updateTable('datasets').set({ default_endpoint }).where('id', '=', id).execute()
    const list = await admin.get(`/api/v1/dataset/?q=(columns:!(explore_url),filters:!((col:id,opr:eq,value:${id})))`)
    return list.json<{ result: { explore_url: string }[] }>().result[0]?.explore_url ?? ''
  }
  for (const address of [
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    '//elsewhere.example/',
    '/\\elsewhere.example/',
    'vbscript:x',
  ])
    expect(await addressAfter(address), address).toMatch(/^\/explore\//)
  expect(await addressAfter('/superset/dashboard/1/')).toBe('/superset/dashboard/1/')
})

describe('a list', () => {
  it('is neither filtered, sorted nor shown by what is not in it', async () => {
    const gamma = await as(ctx, app.server, await makePerson(ctx, 'lister', ['Gamma', 'sql_lab']))
    const lists = app.routes.flatMap(({ method, path }) => (method === 'GET' && path.endsWith('/_info') ? [path.replace('_info', '')] : []))
    expect(lists.length).toBeGreaterThan(10)
    for (const list of lists)
      for (const caller of [admin, gamma]) {
        for (const q of [
          '(filters:!((col:password,opr:sw,value:a)))',
          '(order_column:password,order_direction:asc)',
          '(filters:!((col:secrets,opr:eq,value:a)))',
        ]) {
          const { statusCode, body } = await caller.get(`${list}?q=${q}`)
          expect([400, 403], `${list} ${q} ${body.slice(0, 200)}`).toContain(statusCode)
        }
        for (const q of ['(columns:!(password,secrets,stamp))', "(columns:!('*'))"]) {
          const { body } = await caller.get(`${list}?q=${q}`)
          expect(body, list).not.toMatch(/\$argon2|"password":"|"secrets":/)
        }
      }
  })
})

it('the answers of people who ask at once are never exchanged', async () => {
  const people = await Promise.all(
    Array.from({ length: 8 }, async (_, i) => as(ctx, app.server, await makePerson(ctx, `twin${i}`, ['Gamma']))),
  )
  const ways = ['session', 'bearer'] as const
  const wrong: string[] = []
  for (let round = 0; round < 25; round++)
    await Promise.all(
      people.flatMap((person, i) =>
        ways.map(async (way) => {
          const { result } = (await person.inject({ url: '/api/v1/me/' }, way)).json<{ result: { username: string } }>()
          if (result.username !== `twin${i}`) wrong.push(`twin${i} was answered as ${result.username}`)
        }),
      ),
    )
  expect(wrong).toEqual([])
})
