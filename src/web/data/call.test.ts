// @vitest-environment jsdom
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { route } from '#api/declare/route.ts'
import { call, rememberCsrf, urlOf, setSignedOutListener } from './call.ts'
import { CallError } from './call-error.ts'
import { guestTokenHeader, setGuestRenewal, setGuestToken } from './guest.ts'

const tag = 'test'
const list = route({
  method: 'GET',
  path: '/api/v1/thing/',
  access: 'user',
  summary: '',
  tag,
  q: z.object({ page: z.number() }),
  query: z.object({ force: z.string().optional() }),
  result: z.unknown(),
})
const update = route({
  method: 'PUT',
  path: '/api/v1/thing/:pk',
  access: 'user',
  summary: '',
  tag,
  params: z.object({ pk: z.number() }),
  body: z.object({ n: z.unknown() }),
  result: z.unknown(),
})

type Seen = { method: string; url: string; token: string | undefined; guest: unknown; type: string | undefined; body: string }
type Answer = (seen: Seen, response: ServerResponse) => void

let answer: Answer = () => {}
let seen: Seen[] = []
let server: Server
const realFetch = globalThis.fetch

const bodyOf = async (request: IncomingMessage) => {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}
const json = (response: ServerResponse, status: number, body: string) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(body)

beforeAll(async () => {
  server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const { method = '', url = '', headers } = request
      const one = {
        method,
        url,
        token: headers['x-csrftoken'] as string | undefined,
        guest: headers['x-guesttoken'],
        type: headers['content-type'],
        body,
      }
      seen.push(one)
      if (url.endsWith('/csrf_token/')) json(response, 200, '{"result":"fresh"}')
      else answer(one, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  // fetch of Node needs absolute URLs.
  globalThis.fetch = (input, init) => realFetch(`${origin}${String(input)}`, init)
  document.head.innerHTML = '<base href="/charts/">'
})
afterAll(() => {
  globalThis.fetch = realFetch
  server.close()
})
afterEach(() => {
  seen = []
  rememberCsrf('')
  setSignedOutListener(() => {})
})

test('a URL has the base path, Rison, and only defined query parameters', () => {
  expect(urlOf(list, { q: { page: 2 }, query: { force: undefined } })).toBe('/charts/api/v1/thing/?q=%28page%3A2%29')
  expect(urlOf(update, { params: { pk: 7 } })).toBe('/charts/api/v1/thing/7')
})

test('big integers are sent and received exactly', async () => {
  answer = (_seen, response) => json(response, 200, '{"n":9007199254740993}')
  rememberCsrf('known')
  expect(await call(update, { params: { pk: 1 }, body: { n: 9007199254740993n } })).toEqual({ n: 9007199254740993n })
  expect(seen[0]).toMatchObject({ method: 'PUT', token: 'known', type: 'application/json' })
  expect(seen[0]?.body).toMatch(/^\{"n":"?9007199254740993"?\}$/)
})

test('an expired CSRF token is fetched again, once', async () => {
  answer = ({ token }, response) =>
    token === 'fresh'
      ? json(response, 200, '{}')
      : json(response, 400, '{"errors":[{"message":"400 Bad Request: The CSRF token is invalid."}]}')
  rememberCsrf('old')
  await call(update, { params: { pk: 1 }, body: { n: 1 } })
  expect(seen.map(({ url, token }) => `${url.split('/').at(-2)} ${token ?? ''}`.trim())).toEqual(
    ['thing old', 'security', 'thing fresh'].map((text) => text.replace('security', 'csrf_token')),
  )
})

test('an error has the message of the server; a 401 calls the listener', async () => {
  const signedOut = vi.fn()
  setSignedOutListener(signedOut)
  answer = (_seen, response) => json(response, 403, '{"message":"Forbidden"}')
  await expect(call(list)).rejects.toMatchObject({ status: 403, message: 'Forbidden' })
  expect(signedOut).not.toHaveBeenCalled()
  answer = (_seen, response) => json(response, 401, '{"msg":"Missing Authorization Header"}')
  await expect(call(list)).rejects.toBeInstanceOf(CallError)
  expect(signedOut).toHaveBeenCalledOnce()
})

test('HTML of a proxy, a broken connection and invalid JSON become readable messages', async () => {
  answer = (_seen, response) => response.writeHead(502, 'Bad Gateway', { 'content-type': 'text/html' }).end('<html>')
  await expect(call(list)).rejects.toMatchObject({ status: 502, message: 'The server answered 502 Bad Gateway.' })
  answer = (_seen, response) => response.destroy()
  await expect(call(list)).rejects.toMatchObject({ status: 0, message: 'Network error.' })
  answer = (_seen, response) => response.writeHead(200).end('<svg>')
  await expect(call(list)).rejects.toMatchObject({ message: 'The response of the server could not be read.' })
})

test('an abort stays an AbortError', async () => {
  const abort = new AbortController()
  answer = () => abort.abort()
  await expect(call(list, {}, { signal: abort.signal })).rejects.toMatchObject({ name: 'AbortError' })
})

test('a refused token of a guest is renewed and the request sent again, once; the request for another token is not', async () => {
  const signedOut = vi.fn()
  setSignedOutListener(signedOut)
  setGuestToken('old')
  const renew = vi.fn(async () => {
    setGuestToken('new')
    return true
  })
  setGuestRenewal(renew)
  answer = ({ guest }, response) => json(response, guest === 'new' ? 200 : 401, '{"n":1}')
  expect(await call(list)).toEqual({ n: 1 })
  expect(seen.map(({ guest }) => guest)).toEqual(['old', 'new'])
  expect(signedOut).not.toHaveBeenCalled()

  await expect(call(list, {}, { headers: { [guestTokenHeader]: '' } })).rejects.toMatchObject({ status: 401 })
  answer = (_seen, response) => json(response, 401, '{}')
  await expect(call(list)).rejects.toMatchObject({ status: 401 })
  expect(renew).toHaveBeenCalledTimes(2)
  setGuestRenewal(null)
  await expect(call(list)).rejects.toMatchObject({ status: 401 })
  expect([renew.mock.calls.length, signedOut.mock.calls.length, seen.length]).toEqual([2, 3, 6])
})
