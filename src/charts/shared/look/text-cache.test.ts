import { expect, test } from 'vitest'
import LRU from 'zrender/lib/core/LRU.js'
import { keepTextsApart } from './text-cache.ts'

test('texts that every object inherits are cached like others, and nothing is written to what objects inherit', () => {
  keepTextsApart()
  const cache = new LRU<number>(10)
  const texts = ['__proto__', 'constructor', 'amount']
  for (const text of texts) expect(cache.get(text)).toBeUndefined()
  for (const text of texts) cache.put(text, text.length)
  expect(texts.map((text) => cache.get(text))).toEqual([9, 11, 6])
  expect(Object.keys(Object.prototype)).toEqual([])
})
