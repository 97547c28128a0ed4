import { expect, test } from 'vitest'
import { stripBasePath } from './edge.ts'

test.each([
  ['/charts/dashboard/list/?q=1', '/dashboard/list/?q=1'],
  ['/charts/', '/'],
  ['/charts', '/'],
  ['/charts?next=a', '/?next=a'],
  ['/charts-of-mine/x', '/charts-of-mine/x'],
  ['/dashboard/list/', '/dashboard/list/'],
  ['/', '/'],
])('%s behind /charts is %s', (url, path) => {
  expect(stripBasePath('/charts')({ url })).toBe(path)
})

test('leaves URLs as they are without a base path', () => {
  expect(stripBasePath('')({ url: '/charts' })).toBe('/charts')
  expect(stripBasePath('')({})).toBe('/')
})
