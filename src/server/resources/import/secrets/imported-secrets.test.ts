import { describe, expect, it } from 'vitest'
import type { Secrets } from '../../database/connection/secrets.ts'
import { parseUri } from '../../database/connection/uri.ts'
import { fileSchemas } from '../schemas.ts'
import { readSecrets } from './given.ts'
import { importedSecrets } from './imported-secrets.ts'

const mask = 'XXXXXXXXXX'
const path = 'databases/shop.yaml'
const uri = (at = 'ann:XXXXXXXXXX@db:5432') => `postgresql://${at}/shop`
const bastion = { server_address: 'bastion', server_port: 22, username: 'jump' }
const hostKey = 'SHA256:abc'

const password = 'Must provide a password for the database'
const tunnelPassword = 'Must provide a password for the ssh tunnel'
const key = 'Must provide a private key for the ssh tunnel'
const keyPassword = 'Must provide a private key password for the ssh tunnel'
const extra = (field: string) => `Must provide value for masked_encrypted_extra field: ${field}`

const stored: Secrets = {
  password: 'stored',
  encrypted_extra: { token: 'stored token', list: ['first'], size: 3 },
  ssh_tunnel: { ...bastion, password: 'stored jump', server_host_key: hostKey },
}
const storedAtPlace = { uri: parseUri(uri('ann@db:5432')), secrets: stored }

/** Of a file with these fields, and these parts of the form by the path of the file. */
const imported = (fields: object, { given = {}, isNew = true }: { given?: Record<string, unknown>; isNew?: boolean } = {}) => {
  const file = fileSchemas.database.parse({
    database_name: 'shop',
    sqlalchemy_uri: uri(),
    uuid: '6f0d3c1e-9d0a-4c8e-8a52-0a5f3e1f7c11',
    version: '1.0.0',
    ...fields,
  })
  const parts = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, JSON.stringify({ [path]: value })]))
  return importedSecrets(file, readSecrets(parts)(path), isNew ? null : storedAtPlace)
}

const withKey = { ...bastion, private_key: mask, private_key_password: mask }
const document = { token: mask, 'a b': [{ key: mask }], size: 3 }

describe('what the file of a new database masks', () => {
  it.each<[string, object, string[]]>([
    ['the password', {}, [password]],
    ['nothing', { sqlalchemy_uri: uri('ann:typed@db') }, []],
    ['the password of the tunnel, too', { ssh_tunnel: { ...bastion, password: mask } }, [password, tunnelPassword]],
    ['the key and its password', { ssh_tunnel: withKey }, [password, key, keyPassword]],
    ['a key without a password', { ssh_tunnel: { ...bastion, private_key: mask, password: null } }, [password, key]],
    ['the password of a key that is not there', { ssh_tunnel: { ...bastion, private_key_password: 'typed' } }, [password, key]],
    [
      'values of the secure extra',
      { masked_encrypted_extra: JSON.stringify(document) },
      [password, extra('$.token (token)'), extra(String.raw`$["a\u0020b"][0].key (key)`)],
    ],
  ])('%s, is asked for', (_what, fields, missing) => {
    expect(imported(fields).missing).toEqual(missing)
  })

  it('is what the form gives', () => {
    const given = {
      passwords: 'db',
      ssh_tunnel_private_keys: 'PEM\n',
      ssh_tunnel_private_key_passwords: 'phrase',
      encrypted_extra_secrets: { '$.token': String.raw`two\nlines`, [String.raw`$["a\u0020b"][0].key`]: 'k', '$.other': 'x' },
    }
    expect(imported({ ssh_tunnel: withKey, masked_encrypted_extra: document }, { given })).toEqual({
      secrets: {
        password: 'db',
        encrypted_extra: { token: 'two\nlines', 'a b': [{ key: 'k' }], size: 3 },
        ssh_tunnel: { ...bastion, private_key: 'PEM\n', private_key_password: 'phrase' },
      },
      missing: [],
    })
  })
})

it.each<[string, object, string]>([
  ['none', { password: null }, 'Must provide credentials for the SSH Tunnel'],
  ['two', { password: mask, private_key: mask }, 'Cannot have multiple credentials for the SSH Tunnel'],
])('a tunnel with %s of the ways to log in is rejected', (_what, login, text) => {
  expect(() => imported({ ssh_tunnel: { ...bastion, ...login } })).toThrow(expect.objectContaining({ status: 422, message: text }))
})

describe('what is stored', () => {
  const tunnel = { ...bastion, password: mask }

  it.each<[string, object]>([
    ['under masks', { ssh_tunnel: tunnel, masked_encrypted_extra: { token: mask, list: [mask], size: 3 } }],
    ['where the file says nothing', { sqlalchemy_uri: uri('ann@db:5432'), encrypted_extra: '{}' }],
    ['for a tunnel without a way to log in', { ssh_tunnel: bastion }],
  ])('stays at the same place: %s', (_what, fields) => {
    expect(imported(fields, { isNew: false })).toEqual({ secrets: stored, missing: [] })
  })

  const masked = { ssh_tunnel: tunnel, masked_encrypted_extra: { token: mask } }
  const ofDatabase = [password, extra('$.token (token)')]
  it.each<[string, object, string[]]>([
    ['another host', { ...masked, sqlalchemy_uri: uri('ann:XXXXXXXXXX@evil:5432') }, ofDatabase],
    ['another port', { ...masked, sqlalchemy_uri: uri('ann:XXXXXXXXXX@db:5433') }, ofDatabase],
    ['another user', { ...masked, sqlalchemy_uri: uri('eve:XXXXXXXXXX@db:5432') }, ofDatabase],
    [
      'another SSH server',
      { ...masked, ssh_tunnel: { ...tunnel, server_address: 'evil' } },
      [password, tunnelPassword, ofDatabase[1] ?? ''],
    ],
    [
      'another port of the SSH server',
      { ...masked, ssh_tunnel: { ...tunnel, server_port: 23 } },
      [password, tunnelPassword, ofDatabase[1] ?? ''],
    ],
    ['another user of the SSH server', { ...masked, ssh_tunnel: { ...tunnel, username: 'eve' } }, [tunnelPassword]],
  ])('is asked for again for %s', (_what, fields, missing) => {
    const { secrets, missing: found } = imported(fields, { isNew: false })
    expect(found).toEqual(missing)
    const all = JSON.stringify(secrets)
    if (missing.includes(password)) expect(all).not.toMatch(/"stored"|stored token/)
    if (missing.includes(tunnelPassword)) expect(all).not.toContain('stored jump')
  })

  it('does not follow to another host where the file names no secret', () => {
    const { secrets, missing } = imported({ sqlalchemy_uri: 'postgresql://ann@evil:5432/shop' }, { isNew: false })
    expect([secrets, missing]).toEqual([{ ssh_tunnel: stored.ssh_tunnel }, []])
  })

  it('gives way to what is typed', () => {
    const given = { passwords: 'new', ssh_tunnel_passwords: 'new jump', encrypted_extra_secrets: { '$.token': 'new token' } }
    expect(imported(masked, { given, isNew: false })).toEqual({
      secrets: {
        password: 'new',
        encrypted_extra: { token: 'new token' },
        ssh_tunnel: { ...bastion, password: 'new jump', server_host_key: hostKey },
      },
      missing: [],
    })
  })

  it('of a host key is another one for another server', () => {
    const given = { ssh_tunnel_passwords: 'jump', passwords: 'db' }
    const { secrets } = imported({ ssh_tunnel: { ...tunnel, server_port: 23, server_host_key: hostKey } }, { given, isNew: false })
    expect(secrets.ssh_tunnel).toEqual({ ...bastion, server_port: 23, password: 'jump' })
  })
})

it.each(['passwords', 'ssh_tunnel_passwords', 'encrypted_extra_secrets'])('a part %s that is no JSON is named', (name) => {
  expect(() => readSecrets({ [name]: '{' })).toThrow(expect.objectContaining({ status: 400, body: { [name]: ['Not valid JSON.'] } }))
})
