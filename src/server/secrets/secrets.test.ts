import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { prepareDataDir, readConfig } from '../start/config.ts'
import { addSecretKey, saveSecretKey, keyFile, readSecretKeys } from './secret-keys.ts'
import { createKeyRing, LostKeyError } from './secrets.ts'

const [first, second] = ['Zm9vYmFyYmF6cXV4MDEyMzQ1Njc4OWFiY2RlZmdoaWo=', 'cXV4MDEyMzQ1Njc4OWFiY2RlZmdoaWpmb29iYXJiYXo=']

describe('an encrypted secret', () => {
  it('can be decrypted only in its place', () => {
    const ring = createKeyRing([first])
    const sealed = ring.seal('pässword', 'databases 1')
    expect(sealed).not.toContain('password')
    expect(ring.open(sealed, 'databases 1')).toBe('pässword')
    expect(() => ring.open(sealed, 'databases 2')).toThrow()
    expect(ring.seal('pässword', 'databases 1')).not.toBe(sealed)
  })

  it('cannot be decrypted after a byte was changed', () => {
    const ring = createKeyRing([first])
    const sealed = ring.seal('password', 'x')
    const at = sealed.length - 3
    const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1)
    expect(() => ring.open(changed, 'x')).toThrow()
  })

  it('can be decrypted with an older key, and is then not current', () => {
    const sealed = createKeyRing([first]).seal('password', 'x')
    const rotated = createKeyRing([second, first])
    expect([rotated.open(sealed, 'x'), rotated.isCurrent(sealed)]).toEqual(['password', false])
    expect(rotated.isCurrent(rotated.seal('password', 'x'))).toBe(true)
  })

  it('throws LostKeyError when its key is unknown', () => {
    const sealed = createKeyRing([first]).seal('password', 'x')
    expect(() => createKeyRing([second]).open(sealed, 'x')).toThrow(LostKeyError)
  })
})

describe('the installation’s keys', () => {
  let dataDir: string
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'chartroom-keys-'))
  })
  afterEach(() => rmSync(dataDir, { recursive: true }))

  it('are created at the first start, readable by the owner only', () => {
    const made = readSecretKeys(dataDir, {})
    expect(made.secretKey).toHaveLength(44)
    expect(existsSync(keyFile(dataDir))).toBe(false)
    saveSecretKey({ dataDir, ...made })
    expect(statSync(keyFile(dataDir)).mode & 0o777).toBe(0o600)
    expect(readSecretKeys(dataDir, {})).toEqual({ ...made, secretKeyIsNew: false })
  })

  it('rotation puts a new key before the old one', () => {
    const made = readSecretKeys(dataDir, {})
    saveSecretKey({ dataDir, ...made })
    const rotated = addSecretKey(dataDir)
    expect(rotated.previousKeys).toEqual([made.secretKey])
    expect(readSecretKeys(dataDir, {})).toEqual({ ...rotated, secretKeyIsNew: false })
    expect(statSync(keyFile(dataDir)).mode & 0o777).toBe(0o600)
  })

  it.each([
    '',
    'short',
    'CHANGE_ME_TO_A_COMPLEX_RANDOM_SECRET',
    '\x02\x01thisismyscretkey\x01\x02\\e\\y\\y\\h',
    'a'.repeat(64),
    'TEST_NON_DEV_SECRET_KEY_0123456789_abcdef',
  ])('rejects the key %j, naming the variable', (key) => {
    expect(() => prepareDataDir(readConfig(['--data', dataDir], {}), { CHARTROOM_SECRET_KEY: key })).toThrow(
      /^CHARTROOM_SECRET_KEY: the key/,
    )
  })

  it('rejects an empty key file', () => {
    writeFileSync(keyFile(dataDir), '\n')
    expect(() => readSecretKeys(dataDir, {})).toThrow(/secret\.key: the key is too short/)
  })

  it('from the environment take precedence over the file', () => {
    const environment = { CHARTROOM_SECRET_KEY: first, CHARTROOM_PREVIOUS_SECRET_KEYS: second }
    expect(readSecretKeys(dataDir, environment)).toEqual({ secretKey: first, previousKeys: [second], secretKeyIsNew: false })
  })
})
