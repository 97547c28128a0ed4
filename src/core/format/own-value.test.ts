import { expect, test } from 'vitest'
import { ownValue } from './own-value.ts'

test('a name that every object inherits is found only where a record holds it', () => {
  const names: Record<string, string> = { amount: 'Amount' }
  expect(ownValue(names, 'amount')).toBe('Amount')
  for (const inherited of ['constructor', '__proto__', 'toString']) expect(ownValue(names, inherited)).toBeUndefined()
  expect(ownValue(Object.fromEntries([['__proto__', 'Prototype']]), '__proto__')).toBe('Prototype')
  expect(ownValue(undefined, 'amount')).toBeUndefined()
})
