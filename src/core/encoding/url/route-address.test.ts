import { expect, test } from 'vitest'
import { addressOf } from './route-address.ts'

test.each([
  [{ params: { pk: 7 } }, '/api/v1/chart/7'],
  [{ params: { pk: 'a/b c' } }, '/api/v1/chart/a%2Fb%20c'],
  [{ params: { pk: 7 }, query: { force: true, page: 2, none: undefined } }, '/api/v1/chart/7?force=true&page=2'],
  [{ params: { pk: 7 }, query: { text: "a b~c'd*e\ud800" } }, '/api/v1/chart/7?text=a+b%7Ec%27d*e%EF%BF%BD'],
  [{ params: { pk: 7 }, q: { columns: ['id'] } }, '/api/v1/chart/7?q=%28columns%3A%21%28id%29%29'],
])('%j', (input, address) => {
  expect(addressOf({ path: '/api/v1/chart/:pk' }, input)).toBe(address)
})
