import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readConfig } from './config.ts'

const folder = mkdtempSync(join(tmpdir(), 'chartroom-auth-'))
afterAll(() => rmSync(folder, { recursive: true }))

const file = (text: string) => {
  const path = join(folder, 'auth.yaml')
  writeFileSync(path, text)
  return ['--auth-file', path]
}

const ldap = 'ldap: {url: "ldap://directory.example.org", base: "ou=people"}\n'

it('a file, variables and flags make one set of settings, flags first', () => {
  const { auth } = readConfig(
    [
      ...file(`${ldap}oidc:\n  - {name: first, issuer: "https://one.example.org", clientId: a}\n`),
      '--ldap-base',
      'ou=staff',
      '--auth-roles',
      'Alpha, sql_lab',
    ],
    { CHARTROOM_OIDC_ISSUER: 'https://two.example.org', CHARTROOM_OIDC_CLIENT_ID: 'b' },
  )
  expect(auth).toMatchObject({
    roles: ['Alpha', 'sql_lab'],
    oidc: [
      { name: 'first', issuer: 'https://one.example.org', clockToleranceSeconds: 300, signUp: true, linkByEmail: false },
      { name: 'openid', issuer: 'https://two.example.org', clientId: 'b' },
    ],
    ldap: { url: 'ldap://directory.example.org', base: 'ou=staff', filter: '(uid={username})', timeoutSeconds: 5 },
  })
})

it.each([
  [['--oidc-issuer', 'https://a.example.org'], 'Log-in settings: oidc.0.clientId: Invalid input: expected string, received undefined'],
  [
    ['--oidc-issuer', 'http://a.example.org', '--oidc-client-id', 'a'],
    'Log-in settings: oidc.0.issuer: It must be an https URL; http is for this machine only.',
  ],
  [['--ldap-url', 'http://a', '--ldap-base', 'a'], 'Log-in settings: ldap.url: It must be a URL that begins with ldap:// or ldaps://.'],
  [['--auth-header', 'X-User'], 'Log-in settings: header: --trusted-proxies must name the proxies that may send it.'],
  [['--auth-header', 'X User', '--trusted-proxies', '10.0.0.1'], 'Log-in settings: header.user: It must be the name of a header.'],
  [['--auth-file', '/nowhere'], '--auth-file: /nowhere cannot be read: no such file'],
])('%j stops the start with one line', (flags, message) => {
  expect(() => readConfig(flags, {})).toThrow(message)
})

it.each([
  ['just text', 'must hold settings such as "ldap:"'],
  ['ldap: {', 'cannot be read: '],
  ['saml: {}', 'Log-in settings: : Unrecognized key: "saml"'],
  [ldap.replace('}', ', filter: "(uid=x)"}'), 'Log-in settings: ldap.filter: It must contain {username}.'],
  [
    'oidc:\n  - {issuer: "https://a.org", clientId: a}\n  - {issuer: "https://b.org", clientId: b}\n',
    'Log-in settings: oidc: two providers have the name openid.',
  ],
])('a file with %j stops the start', (text, message) => {
  expect(() => readConfig(file(text), {})).toThrow(message)
  try {
    readConfig(file(text), {})
  } catch (error) {
    expect(String(error)).not.toContain('\n')
  }
})

it('the example of the documentation is valid', () => {
  const text = readFileSync(new URL('../../../docs/sign-in.md', import.meta.url), 'utf8')
  const example = /```yaml\n(.*?)```/s.exec(text)?.[1] ?? ''
  const { auth } = readConfig([...file(example), '--trusted-proxies', '10.0.0.1'], {})
  expect(auth).toMatchObject({
    oidc: [{ name: 'company', roles: { analysts: ['Alpha'] }, syncGroups: true }],
    ldap: { startTls: true, filter: '(uid={username})' },
    header: { user: 'X-Remote-User' },
  })
})
