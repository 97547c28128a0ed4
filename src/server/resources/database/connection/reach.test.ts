import { createServer, type AddressInfo, type Server } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '../../../app.ts'
import { adminOf, as, type Caller } from '../../../testing/test-people.ts'
import { testContext } from '../../../testing/test-context.ts'

let ctx: Awaited<ReturnType<typeof testContext>>
let app: FastifyInstance
let admin: Caller
let listener: Server
let port: number
let visits = 0

beforeAll(async () => {
  ctx = await testContext(['--no-private-databases'])
  app = await buildApp(ctx)
  admin = await as(ctx, app, await adminOf(ctx))
  listener = createServer((socket) => {
    visits++
    socket.destroy()
  }).listen(0, '127.0.0.1')
  await new Promise((ready) => listener.once('listening', ready))
  port = (listener.address() as AddressInfo).port
})
afterAll(async () => {
  listener.close()
  await app.close()
  await ctx.close()
})

const hosts = ['127.0.0.1', 'localhost', '2130706433', '0x7f.1', '169.254.169.254', '10.0.0.1']

describe('a server that keeps databases to public networks', () => {
  test.each(hosts)('connects to no database at %s', async (host) => {
    for (const scheme of ['postgresql', 'mysql', 'trino', 'clickhousedb']) {
      const sqlalchemy_uri = `${scheme}://ann:secret@${host}:${port}/data`
      const answer = await admin.post('/api/v1/database/test_connection/', { sqlalchemy_uri })
      expect([answer.statusCode, answer.body], scheme).toEqual([422, expect.stringContaining('is not allowed')])
    }
    expect(visits).toBe(0)
  })

  test.each(hosts)('does not look at ports of %s for the form', async (host) => {
    const parameters = { host, port, username: 'ann', database: 'data' }
    const body = { engine: 'postgresql', configuration_method: 'dynamic_form', parameters }
    const answer = await admin.post('/api/v1/database/validate_parameters/', body)
    expect([answer.statusCode, answer.body]).toEqual([422, expect.stringContaining('is not allowed')])
    expect(visits).toBe(0)
  })

  test('asks for the driver of an engine that knows its address', async () => {
    for (const sqlalchemy_uri of ['snowflake://ann:secret@account/data?warehouse=w', 'bigquery://project/data']) {
      const answer = await admin.post('/api/v1/database/test_connection/', { sqlalchemy_uri })
      expect([answer.statusCode, answer.body]).toEqual([422, expect.stringMatching(/The driver \S+ is not installed/)])
    }
  })

  test('opens no tunnel there', async () => {
    const ssh_tunnel = { server_address: '127.0.0.1', server_port: port, username: 'ann', password: 'secret' }
    const sqlalchemy_uri = 'postgresql://ann:secret@db.example:5432/data'
    const answer = await admin.post('/api/v1/database/test_connection/', { sqlalchemy_uri, ssh_tunnel })
    expect([answer.statusCode, answer.body]).toEqual([422, expect.stringContaining('is not allowed')])
    expect(visits).toBe(0)
  })
})
