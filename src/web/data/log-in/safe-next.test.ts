import { expect, test } from 'vitest'
import { safeNext } from './safe-next.ts'

test.each([
  ['/chart/list/?filters=(a:1)', '/chart/list/?filters=(a:1)'],
  [null, '/superset/welcome/'],
  ['https://example.org/', '/superset/welcome/'],
  ['//example.org/', '/superset/welcome/'],
  ['/\\example.org/', '/superset/welcome/'],
  ['/login/?next=/x', '/superset/welcome/'],
])('%s leads to %s', (next, target) => {
  expect(safeNext(next)).toBe(target)
})
