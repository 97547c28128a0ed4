import fastify from 'fastify'
import { expect, test } from 'vitest'
import { readConfig } from '../../start/config.ts'
import { answerError } from './answer-error.ts'

const answer = async (error: unknown) => {
  const server = fastify()
  server.setErrorHandler(answerError({ config: readConfig([], {}) }))
  server.get('/', () => Promise.reject(error as Error))
  const { statusCode, body } = await server.inject('/')
  return { status: statusCode, body }
}

test.each([
  ['SQLite', { errcode: 13 }],
  ['the file system', { code: 'ENOSPC' }],
  ['Postgres', { code: '53100' }],
])('a disk that is full, as %s says it, is told as such', async (_name, facts) => {
  const { status, body } = await answer(Object.assign(new Error('secret detail of /a/path'), facts))
  expect([status, JSON.parse(body).errors[0].message]).toEqual([507, 'The disk of the server is full'])
  expect(body).not.toContain('secret')
})

test.each(['22003', '22P02', '22021'])('what Postgres cannot store (%s) is the fault of the request', async (code) => {
  const { status, body } = await answer(Object.assign(new Error('secret detail'), { code }))
  expect([status, JSON.parse(body)]).toEqual([400, { message: expect.stringContaining('cannot be stored') }])
})

test('what nobody expected tells no more than its request id', async () => {
  const { status, body } = await answer(new Error('secret detail of /a/path'))
  expect(status).toBe(500)
  expect(JSON.parse(body).errors[0].extra.request_id).toEqual(expect.any(String))
  expect(body).not.toContain('secret')
})
