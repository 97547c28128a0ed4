import { expect, test } from 'vitest'
import { withoutBase } from './edge.ts'

test.each([
  ['/charts/dashboard/list/?q=1', '/dashboard/list/?q=1'],
  ['/charts/', '/'],
  ['/charts', '/'],
  ['/charts?next=a', '/?next=a'],
  ['/charts-of-mine/x', '/charts-of-mine/x'],
  ['/dashboard/list/', '/dashboard/list/'],
  ['/', '/'],
])('%s behind /charts is %s', (url, path) => {
  expect(withoutBase('/charts')({ url })).toBe(path)
})

test('without a prefix nothing is taken off', () => {
  expect(withoutBase('')({ url: '/charts' })).toBe('/charts')
  expect(withoutBase('')({})).toBe('/')
})
