import { expect, it } from 'vitest'
import { ownValue, withOwnKeys } from './own-keys.ts'

it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])('nothing has a key %s that nobody put there', (name) => {
  const data = withOwnKeys({ labels: {} as Record<string, unknown>, list: [{} as Record<string, unknown>, null, 1] })
  expect([data.labels[name], (data.list[0] as Record<string, unknown>)[name]]).toEqual([undefined, undefined])
  const given = withOwnKeys(JSON.parse(`{"${name}":1}`) as Record<string, unknown>)
  expect([given[name], JSON.stringify(given)]).toEqual([1, `{"${name}":1}`])
})

it('a name that every object inherits is found only where a record holds it', () => {
  const names: Record<string, string> = { amount: 'Amount' }
  expect(ownValue(names, 'amount')).toBe('Amount')
  for (const inherited of ['constructor', '__proto__', 'toString']) expect(ownValue(names, inherited)).toBeUndefined()
  expect(ownValue(Object.fromEntries([['__proto__', 'Prototype']]), '__proto__')).toBe('Prototype')
  expect(ownValue(undefined, 'amount')).toBeUndefined()
})
