import { expect, it } from 'vitest'
import { depthRefusal, depthOf } from './depth.ts'

it.each([
  ['1', 0],
  ['[]', 1],
  ['{"a":[1,{"b":[]}],"c":{}}', 4],
  ['["[[[", "\\"[[", "\\\\", []]', 2],
  ['[[', 2],
])('%s is %i deep', (text, depth) => {
  expect(depthOf(text)).toBe(depth)
})

it('is refused where reading would overflow', () => {
  expect(depthRefusal('['.repeat(500))).toBeNull()
  expect(depthRefusal('['.repeat(501))).toMatchObject({ status: 400 })
})
