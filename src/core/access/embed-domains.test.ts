import { describe, expect, it } from 'vitest'
import { frameAncestors, isDomain, mayEmbed, normalDomain } from './embed-domains.ts'

describe('mayEmbed', () => {
  it.each([
    [[], 'https://anything.example', true],
    [['https://app.example.org'], 'https://app.example.org', true],
    [['https://app.example.org'], 'http://app.example.org', false],
    [['https://app.example.org'], 'https://app.example.org:8443', false],
    [['https://app.example.org:8443'], 'https://app.example.org:8443', true],
    [['https://app.example.org'], 'https://app.example.org.evil.test', false],
    [['app.example.org'], 'http://app.example.org', true],
    [['app.example.org'], 'https://app.example.org', true],
    [['localhost:3000'], 'http://localhost:3000', true],
    [['localhost'], 'http://localhost:3000', false],
    [['*.example.org'], 'https://a.b.example.org', true],
    [['*.example.org'], 'https://example.org', false],
    [['*.example.org'], 'https://evilexample.org', false],
    [['https://app.example.org'], 'null', false],
    [['https://app.example.org'], '', false],
    [['[::1]:80'], 'http://[::1]', true],
  ] as const)('%j and %s: %s', (domains, origin, expected) => {
    expect(mayEmbed(domains, origin)).toBe(expected)
  })
})

it.each(['https://app.example.org', 'app.example.org', '*.example.org', 'localhost:3000', 'http://127.0.0.1:8088', '[::1]:80'])(
  '%s is a domain',
  (text) => expect(isDomain(text)).toBe(true),
)

it.each([
  '',
  '*',
  'a b',
  'https://a.org/x',
  "a.org; script-src 'unsafe-inline'",
  'javascript:alert(1)',
  'a.org, b.org',
  '*.*.org',
  'https://u:p@a.org',
])('%s is none', (text) => expect(isDomain(text)).toBe(false))

it('accepts domains as they are pasted', () => {
  expect([' HTTPS://App.Example.org/path?x ', 'example.org/', 'localhost:3000/x'].map(normalDomain)).toEqual([
    'https://app.example.org',
    'example.org',
    'localhost:3000',
  ])
})

it('puts only domains into the policy', () => {
  expect(frameAncestors(['https://a.org', "b.org; script-src 'unsafe-inline'"])).toBe("'self' https://a.org")
})
