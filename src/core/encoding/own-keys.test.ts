import { expect, it } from 'vitest'
import { withOwnKeys } from './own-keys.ts'

it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])('nothing has a key %s that nobody put there', (name) => {
  const data = withOwnKeys({ labels: {} as Record<string, unknown>, list: [{} as Record<string, unknown>, null, 1] })
  expect([data.labels[name], (data.list[0] as Record<string, unknown>)[name]]).toEqual([undefined, undefined])
  const given = withOwnKeys(JSON.parse(`{"${name}":1}`) as Record<string, unknown>)
  expect([given[name], JSON.stringify(given)]).toEqual([1, `{"${name}":1}`])
})
