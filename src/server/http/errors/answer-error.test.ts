import fastify from 'fastify'
import { expect, test } from 'vitest'
import { readConfig } from '../../start/config.ts'
import { createErrorHandler } from './answer-error.ts'

const answer = async (error: unknown) => {
  const server = fastify()
  server.setErrorHandler(createErrorHandler({ config: readConfig([], {}) }))
  server.get('/', () => Promise.reject(error as Error))
  const { statusCode, body } = await server.inject('/')
  return { status: statusCode, body }
}

test.each([
  ['SQLite', { errcode: 13 }],
  ['the file system', { code: 'ENOSPC' }],
  ['Postgres', { code: '53100' }],
])('a full disk, reported by %s, gives 507', async (_name, facts) => {
  const { status, body } = await answer(Object.assign(new Error('secret detail of /a/path'), facts))
  expect([status, JSON.parse(body).errors[0].message]).toEqual([507, 'The disk of the server is full'])
  expect(body).not.toContain('secret')
})

test.each(['22003', '22P02', '22021'])('a value that Postgres cannot store (%s) gives 400', async (code) => {
  const { status, body } = await answer(Object.assign(new Error('secret detail'), { code }))
  expect([status, JSON.parse(body)]).toEqual([400, { message: expect.stringContaining('cannot be stored') }])
})

test('an unexpected error exposes only its request id', async () => {
  const { status, body } = await answer(new Error('secret detail of /a/path'))
  expect(status).toBe(500)
  expect(JSON.parse(body).errors[0].extra.request_id).toEqual(expect.any(String))
  expect(body).not.toContain('secret')
})
