import { expect, test } from 'vitest'
import { payloads } from '../../../../test/e2e/hostile-payloads.ts'
import { slugFrom, storedMetadata } from './metadata.ts'

test.each([
  [' Sales of 2024 ', 'Sales-of-2024'],
  ['../../logout', 'logout'],
  ['Größe_1', 'Größe_1'],
])('%j becomes the slug %j', (text, slug) => expect(slugFrom(text)).toBe(slug))

test('a slug needs no escapes in an address or in markup', () => {
  const slugs = payloads.map(slugFrom)
  expect(slugs.filter((slug) => slug === '' || slug !== encodeURIComponent(slug) || /[!'()*.~]/.test(slug))).toEqual([])
})

const scopes = { 12: { region: { scope: ['ROOT_ID'], immune: [13] } } }

test.each([
  ['with its layout', { positions: {}, filter_scopes: scopes }, scopes],
  ['without its layout', { filter_scopes: scopes }, scopes],
  ['without filter boxes', { filter_scopes: {} }, undefined],
])('metadata that is saved %s keeps the scopes of its filter boxes', (_how, sent, kept) =>
  expect((JSON.parse(storedMetadata(sent)) as { filter_scopes?: unknown }).filter_scopes).toEqual(kept),
)
