import { expect, test } from 'vitest'
import type { Received } from './compare.ts'
import type { Answer, Exchange } from './record.ts'
import { wantOf, type Want } from './wanted.ts'

const json = 'application/json'
const csrf = { errors: [{ message: '400 Bad Request: The CSRF token is missing.' }] }
const denied = { message: 'Access is Denied', severity: 'danger' }
const fatal: Answer = { status: 500, content_type: json, body: { message: 'Fatal error' } }
const noCsrf: Answer = { status: 400, content_type: json, body: csrf }
const toLogin: Answer = { status: 302, content_type: 'text/html', headers: { location: '/login/?next=%2Fapi%2F' } }

type Case = {
  name: string
  want: Want | null
  recorded: Answer
  received: [status: number, body?: unknown, contentType?: string]
  as?: string
  request?: Partial<Exchange['request']>
}

const cases: Case[] = [
  { name: '500 to 400 that says why', want: 'a clean 4xx for a 500', recorded: fatal, received: [400, { message: 'Not valid' }] },
  { name: '500 to an empty 400', want: null, recorded: fatal, received: [400, {}] },
  { name: '500 to a page', want: null, recorded: fatal, received: [404, '<title>', 'text/html'] },
  { name: '500 to 500', want: null, recorded: fatal, received: [500, { message: 'x' }] },
  { name: '500 to 200', want: null, recorded: fatal, received: [200, {}] },
  { name: '400 to 404', want: null, recorded: { status: 400, body: { message: 'a' } }, received: [404, { message: 'Not found' }] },
  {
    name: 'a write with a bearer token alone',
    want: 'a bearer token is enough',
    recorded: noCsrf,
    received: [201, {}],
    request: { method: 'POST', auth: 'bearer-only' },
  },
  {
    name: 'a bearer token to an old view',
    want: 'a bearer token is enough',
    recorded: { status: 401, body: denied },
    received: [200, {}],
    request: { auth: 'bearer' },
  },
  {
    name: 'a bearer token in a header of its own',
    want: 'a bearer token is enough',
    recorded: noCsrf,
    received: [422, { msg: 'Only non-refresh tokens are allowed' }],
    as: 'public',
    request: { method: 'POST', headers: { Authorization: 'Bearer {{rt}}' } },
  },
  { name: 'a session without the token', want: null, recorded: noCsrf, received: [201, {}], request: { method: 'POST', csrf: false } },
  {
    name: 'a write by nobody, refused for CSRF',
    want: 'a write by nobody is 401',
    recorded: noCsrf,
    received: [401, { msg: 'Missing Authorization Header' }],
    as: 'public',
    request: { method: 'POST' },
  },
  {
    name: 'a write by nobody, sent to log in',
    want: 'a write by nobody is 401',
    recorded: toLogin,
    received: [401, { msg: 'Missing Authorization Header' }],
    as: 'public',
    request: { method: 'DELETE' },
  },
  { name: 'a page by nobody', want: null, recorded: toLogin, received: [401, { msg: 'x' }], as: 'public' },
  { name: 'a write by somebody', want: null, recorded: noCsrf, received: [401, { msg: 'x' }], request: { method: 'POST' } },
  {
    name: 'a write without CSRF where the record asks for none',
    want: 'a cookie session needs CSRF on every write',
    recorded: { status: 422, body: { message: 'duplicate' } },
    received: [400, csrf],
    request: { method: 'POST', csrf: false },
  },
  {
    name: 'an unknown operator',
    want: 'an unknown filter operator is 400',
    recorded: { status: 200, body: { count: 1 } },
    received: [400, { message: 'Filter operation: nope not allowed on column: name' }],
  },
  {
    name: 'another refusal of a list',
    want: null,
    recorded: { status: 200, body: { count: 1 } },
    received: [400, { message: 'Filter column: x not allowed to filter' }],
  },
  {
    name: 'a favourite link',
    want: 'a dropped path exists',
    recorded: { status: 404, body: { errors: [] } },
    received: [200, { count: 0 }],
    request: { path: '/superset/favstar/slice/1/count/' },
  },
  {
    name: 'another path that is not there',
    want: null,
    recorded: { status: 404, body: { errors: [] } },
    received: [200, {}],
    request: { path: '/superset/nope/' },
  },
]

test.each(cases)('$name', ({ want, recorded, received: [status, body, contentType = json], as = 'admin', request = {} }) => {
  const exchange: Exchange = { name: '', as, request: { method: 'GET', path: '/api/v1/chart/', ...request }, answers: {} }
  const received: Received = { status, contentType, headers: {}, body }
  expect(wantOf({ exchange, recorded, received })).toBe(want)
})
