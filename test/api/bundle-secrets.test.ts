import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import { createApp } from '../../src/server/app.ts'
import type { App } from '../../src/server/http/serve.ts'
import { openSecrets } from '../../src/server/resources/database/connection/secrets.ts'
import { testContext } from '../../src/server/testing/test-context.ts'
import { adminOf, as, type Caller } from '../../src/server/testing/test-people.ts'
import { sendBundle } from './send-bundle.ts'

/** Secrets of connections on their way from one server to another: masked in the bundle, asked for, and never sent to another host. */

type Server = { ctx: Awaited<ReturnType<typeof testContext>>; app: App; admin: Caller }
let here: Server
let there: Server

const start = async (): Promise<Server> => {
  const ctx = await testContext()
  const app = await createApp(ctx)
  return { ctx, app, admin: await as(ctx, app.server, await adminOf(ctx)) }
}
beforeAll(async () => {
  ;[here, there] = [await start(), await start()]
})
afterEach(async () => {
  for (const { ctx } of [here, there]) await ctx.db.deleteFrom('databases').where('is_house', '=', 0).execute()
})
afterAll(async () => {
  for (const { ctx, app } of [here, there]) {
    await app.server.close()
    await ctx.close()
  }
})

const path = 'databases/shop_by_SSH.yaml'
const mask = 'XXXXXXXXXX'
// Nobody listens at this port.
const tunnel = { server_address: '127.0.0.1', server_port: 1, username: 'jump' }
const key = '-----BEGIN KEY-----\nabc\n-----END KEY-----\n'
const file = {
  database_name: 'shop by SSH',
  sqlalchemy_uri: 'postgresql://ann:XXXXXXXXXX@db.invalid:5432/shop',
  uuid: '6f0d3c1e-9d0a-4c8e-8a52-0a5f3e1f7c11',
  version: '1.0.0',
  ssh_tunnel: { ...tunnel, private_key: mask, private_key_password: mask },
  masked_encrypted_extra: JSON.stringify({ connect_args: { token: mask }, size: 3 }),
}
const secrets = {
  passwords: 'db-secret',
  ssh_tunnel_private_keys: key,
  ssh_tunnel_private_key_passwords: 'phrase',
  encrypted_extra_secrets: { '$.connect_args.token': 'token-secret' },
}
const parts = (given: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [name, JSON.stringify({ [path]: value })]))

const bundleOf = (content: object): Uint8Array =>
  zipSync({
    'x/metadata.yaml': strToU8('version: 1.0.0\ntype: Database\n'),
    [`x/${path}`]: strToU8(stringify(content)),
  })

const send = ({ admin }: Server, bundle: Uint8Array, fields: Record<string, string> = {}) =>
  sendBundle(admin, 'database', bundle, { passwords: '{}', ...fields })

const rowOf = ({ ctx }: Server) =>
  ctx.db.selectFrom('databases').selectAll().where('database_name', '=', file.database_name).executeTakeFirstOrThrow()
const secretsOf = async (server: Server) => openSecrets(server.ctx, await rowOf(server))

const exported = async (server: Server, resource = 'database'): Promise<Uint8Array> => {
  const url = resource === 'assets' ? '/api/v1/assets/export/' : `/api/v1/database/export/?q=!(${(await rowOf(server)).id})`
  return (await server.admin.get(url)).rawPayload
}
const databaseIn = (bundle: Uint8Array) => {
  const [, bytes] = Object.entries(unzipSync(bundle)).find(([name]) => name.endsWith(path)) ?? []
  return parse(strFromU8(bytes ?? new Uint8Array())) as Record<string, unknown>
}

const stored = {
  password: 'db-secret',
  encrypted_extra: { connect_args: { token: 'token-secret' }, size: 3 },
  ssh_tunnel: { ...tunnel, private_key: key, private_key_password: 'phrase' },
}
const missing = [
  'Must provide a password for the database',
  'Must provide a private key for the ssh tunnel',
  'Must provide a private key password for the ssh tunnel',
  'Must provide value for masked_encrypted_extra field: $.connect_args.token (token)',
]

describe('a bundle of databases', () => {
  it.each(['database', 'assets'])('leaves as %s with its secrets masked, and arrives once they are given', async (resource) => {
    expect((await send(here, bundleOf(file), parts(secrets))).body).toBe('{"message":"OK"}')
    expect(await secretsOf(here)).toEqual(stored)

    const bundle = await exported(here, resource)
    const { ssh_tunnel, masked_encrypted_extra, ...others } = databaseIn(bundle)
    expect({ ssh_tunnel, masked_encrypted_extra }).toEqual({
      ssh_tunnel: file.ssh_tunnel,
      masked_encrypted_extra: '{"connect_args":{"token":"XXXXXXXXXX"},"size":3}',
    })
    expect(others).not.toHaveProperty('encrypted_extra')
    expect(strFromU8(Object.values(unzipSync(bundle)).reduce((all, bytes) => Buffer.concat([all, bytes]), Buffer.alloc(0)))).not.toMatch(
      /secret|phrase|BEGIN KEY/,
    )

    const sendTo = (fields: Record<string, string>) => sendBundle(there.admin, resource, bundle, { passwords: '{}', ...fields })
    const refused = await sendTo({})
    expect([refused.statusCode, refused.json()]).toMatchObject([
      422,
      {
        errors: [
          {
            error_type: 'GENERIC_COMMAND_ERROR',
            level: 'warning',
            extra: { [path]: { _schema: missing }, issue_codes: [{ code: 1010 }] },
          },
        ],
      },
    ])
    expect(refused.json().errors[0].extra[path]).toEqual({ _schema: missing })
    const half = await sendTo(parts({ passwords: 'db-secret', ssh_tunnel_private_keys: key }))
    expect(half.json().errors[0].extra[path]).toEqual({ _schema: missing.slice(2) })
    expect((await sendTo(parts(secrets))).body).toBe('{"message":"OK"}')
    expect(await secretsOf(there)).toEqual(stored)
    expect((await rowOf(there)).secrets).not.toMatch(/secret|phrase/)
  })

  it('writes a secure extra without secrets as it is', async () => {
    const { masked_encrypted_extra: _masked, ssh_tunnel: _tunnel, ...plain } = file
    await send(here, bundleOf({ ...plain, encrypted_extra: '{"size":3}' }), parts({ passwords: 'x' }))
    expect(databaseIn(await exported(here))).toMatchObject({ encrypted_extra: '{"size":3}' })
    expect(databaseIn(await exported(here))).not.toHaveProperty('ssh_tunnel')
  })

  it('asks for nothing that is stored for the same place', async () => {
    await send(here, bundleOf(file), parts(secrets))
    const answer = await send(here, await exported(here), { overwrite: 'true' })
    expect([answer.statusCode, answer.body]).toEqual([200, '{"message":"OK"}'])
    expect(await secretsOf(here)).toEqual(stored)
  })

  it.each<[string, object, string[]]>([
    [
      'host of the database',
      { sqlalchemy_uri: file.sqlalchemy_uri.replace('db.invalid', 'evil.invalid') },
      [missing[0] ?? '', missing[3] ?? ''],
    ],
    ['SSH server', { ssh_tunnel: { ...file.ssh_tunnel, server_port: 2 } }, missing],
    ['user of the SSH server', { ssh_tunnel: { ...file.ssh_tunnel, username: 'eve' } }, missing.slice(1, 3)],
  ])('that names another %s asks for its secrets, and changes nothing without them', async (_what, change, asked) => {
    await send(here, bundleOf(file), parts(secrets))
    const before = await rowOf(here)
    const answer = await send(here, bundleOf({ ...file, ...change }), { overwrite: 'true' })
    expect([answer.statusCode, answer.json().errors[0].extra[path]]).toEqual([422, { _schema: asked }])
    expect(await rowOf(here)).toEqual(before)
    const given = await send(here, bundleOf({ ...file, ...change }), { overwrite: 'true', ...parts(secrets) })
    expect(given.statusCode, given.body).toBe(200)
  })

  it('is kept as it is, and asked for nothing, by a bundle that only brings it along', async () => {
    await send(here, bundleOf(file), parts(secrets))
    const before = await rowOf(here)
    const elsewhere = { ...file, ssh_tunnel: { ...file.ssh_tunnel, server_address: 'evil.invalid' } }
    const queries = zipSync({
      'x/metadata.yaml': strToU8('version: 1.0.0\ntype: SavedQuery\n'),
      [`x/${path}`]: strToU8(stringify(elsewhere)),
      'x/queries/q.yaml': strToU8(
        stringify({
          sql: 'select 1',
          label: 'q',
          uuid: '6f0d3c1e-9d0a-4c8e-8a52-0a5f3e1f7c12',
          version: '1.0.0',
          database_uuid: file.uuid,
        }),
      ),
    })
    const answer = await sendBundle(here.admin, 'saved_query', queries, { passwords: '{}', overwrite: 'true' })
    expect([answer.statusCode, answer.body]).toEqual([200, '{"message":"OK"}'])
    expect(await rowOf(here)).toEqual(before)
  })

  it.each<[string, object, number, object]>([
    ['without a way to log in', { ssh_tunnel: tunnel }, 422, { message: 'Must provide credentials for the SSH Tunnel' }],
    [
      'with two',
      { ssh_tunnel: { ...file.ssh_tunnel, password: mask } },
      422,
      { message: 'Cannot have multiple credentials for the SSH Tunnel' },
    ],
    [
      'at no port',
      { ssh_tunnel: { ...file.ssh_tunnel, server_port: 0 } },
      422,
      { extra: { [path]: { ssh_tunnel: { server_port: ['Not a valid integer.'] } } } },
    ],
    [
      'with broken JSON in its secure extra',
      { masked_encrypted_extra: '{' },
      422,
      { extra: { [path]: { masked_encrypted_extra: ['Not a valid mapping type.'] } } },
    ],
  ])('with a tunnel %s is rejected', async (_what, change, status, error) => {
    const answer = await send(here, bundleOf({ ...file, ...change }))
    expect([answer.statusCode, answer.json().errors[0]]).toMatchObject([status, error])
  })
})
