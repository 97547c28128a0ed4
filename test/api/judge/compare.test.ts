import { expect, test } from 'vitest'
import { compare, type Received } from './compare.ts'

const received = (body: unknown, status = 200, more: Partial<Received> = {}): Received => ({
  status,
  contentType: 'application/json; charset=utf-8',
  headers: {},
  body,
  ...more,
})

const cases: [string, unknown, unknown, number, boolean][] = [
  ['same keys and types', { id: '<int>', name: 'a' }, { id: 7, name: 'b' }, 200, true],
  ['a missing key', { id: '<int>', name: 'a' }, { id: 7 }, 200, false],
  ['an extra key', { id: '<int>' }, { id: 7, name: 'b' }, 200, false],
  ['recorded null allows anything', { id: null }, { id: { a: 1 } }, 200, true],
  ['null for a value is a difference', { id: '<int>' }, { id: null }, 200, false],
  ['null inside an item of a list passes', { result: [{ id: '<int>' }] }, { result: [{ id: null }] }, 200, true],
  ['more items are held to the last recorded', [{ a: 1 }, { b: 'x' }], [{ a: 2 }, { b: 'y' }, { b: 'z' }], 200, true],
  ['a later item of another shape', [{ a: 1 }], [{ a: 2 }, { b: 'z' }], 200, false],
  ['an open list shows examples', [{ a: 1, b: 1 }, { a: 1 }, '<more>'], [{ a: 1, b: 2 }, { a: 1 }, { a: 2, b: 3 }], 200, true],
  ['another shape in an open list', [{ a: 1 }, '<more>'], [{ a: 1 }, { c: 1 }], 200, false],
  ['an empty list where the record has items', { tags: [{ id: 1 }] }, { tags: [] }, 200, false],
  ['an empty list where examples are shown', { ids: [1, '<more>'] }, { ids: [] }, 200, false],
  ['an empty list is held to nothing', { tags: [] }, { tags: [{ id: 1 }] }, 200, true],
  ['lengths are free below 400', [1, 2, '<more>'], [1], 200, true],
  ['a text instead of a number', { cache_timeout: '60' }, { cache_timeout: 60 }, 200, false],
  ['texts count from 400 up', { message: 'Not found' }, { message: 'Gone' }, 404, false],
  [
    'placeholders inside texts',
    { message: 'Dataset data.public.api_v_<n> already exists' },
    { message: 'Dataset data.public.api_v_12345 already exists' },
    422,
    true,
  ],
  ['numbers count from 400 up', { code: 1011 }, { code: 1012 }, 400, false],
]

test.each(cases)('%s', (...[, recorded, actual, status, shape]) => {
  expect(compare({ status, content_type: 'application/json', body: recorded }, received(actual, status)).shape).toBe(shape)
})

test('compares status, content type and headers', () => {
  const recorded = {
    status: 302,
    content_type: 'text/html',
    headers: { location: '/login/?next=<base>/x/<key>/' },
    body: { $html: { title: 'Redirecting...' } },
  }
  const html = { contentType: 'text/html; charset=utf-8', headers: { location: '/login/?next=http://h:1/x/12/' } }
  expect(compare(recorded, received('<title>Redirecting...</title>', 302, html)).shape).toBe(true)
  expect(compare(recorded, received('<title>Redirecting...</title>', 302, { ...html, headers: { location: '/elsewhere' } })).shape).toBe(
    false,
  )
  expect(compare(recorded, received('', 401))).toMatchObject({ status: false, shape: false })
})
