import { expect, test } from 'vitest'
import { payloads } from '../../../../test/e2e/hostile-payloads.ts'
import { slugFrom } from './metadata.ts'

test.each([
  [' Sales of 2024 ', 'Sales-of-2024'],
  ['../../logout', 'logout'],
  ['Größe_1', 'Größe_1'],
])('%j becomes the slug %j', (text, slug) => expect(slugFrom(text)).toBe(slug))

test('a slug needs no escapes in an address or in markup', () => {
  const slugs = payloads.map(slugFrom)
  expect(slugs.filter((slug) => slug === '' || slug !== encodeURIComponent(slug) || /[!'()*.~]/.test(slug))).toEqual([])
})
