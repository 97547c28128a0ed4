import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { prepareDataDir, readConfig } from '../start/config.ts'
import { addSecretKey, keepSecretKey, keyFile, readSecretKeys } from './secret-keys.ts'
import { keyRing, LostKeyError } from './secrets.ts'

const [first, second] = ['Zm9vYmFyYmF6cXV4MDEyMzQ1Njc4OWFiY2RlZmdoaWo=', 'cXV4MDEyMzQ1Njc4OWFiY2RlZmdoaWpmb29iYXJiYXo=']

describe('a sealed secret', () => {
  it('opens in its place, and nowhere else', () => {
    const ring = keyRing([first])
    const sealed = ring.seal('pässword', 'databases 1')
    expect(sealed).not.toContain('password')
    expect(ring.open(sealed, 'databases 1')).toBe('pässword')
    expect(() => ring.open(sealed, 'databases 2')).toThrow()
    expect(ring.seal('pässword', 'databases 1')).not.toBe(sealed)
  })

  it('does not open when a byte of it was changed', () => {
    const ring = keyRing([first])
    const sealed = ring.seal('password', 'x')
    const at = sealed.length - 3
    const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1)
    expect(() => ring.open(changed, 'x')).toThrow()
  })

  it('of an older key opens, and is told to be of an older key', () => {
    const sealed = keyRing([first]).seal('password', 'x')
    const rotated = keyRing([second, first])
    expect([rotated.open(sealed, 'x'), rotated.isCurrent(sealed)]).toEqual(['password', false])
    expect(rotated.isCurrent(rotated.seal('password', 'x'))).toBe(true)
  })

  it('of a lost key says so', () => {
    const sealed = keyRing([first]).seal('password', 'x')
    expect(() => keyRing([second]).open(sealed, 'x')).toThrow(LostKeyError)
  })
})

describe('the installation’s keys', () => {
  let dataDir: string
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'chartroom-keys-'))
  })
  afterEach(() => rmSync(dataDir, { recursive: true }))

  it('are made at the first start, for the owner alone, and kept', () => {
    const made = readSecretKeys(dataDir, {})
    expect(made.secretKey).toHaveLength(44)
    expect(existsSync(keyFile(dataDir))).toBe(false)
    keepSecretKey({ dataDir, ...made })
    expect(statSync(keyFile(dataDir)).mode & 0o777).toBe(0o600)
    expect(readSecretKeys(dataDir, {})).toEqual({ ...made, secretKeyIsNew: false })
  })

  it('rotate: a new one first, the old one kept', () => {
    const made = readSecretKeys(dataDir, {})
    keepSecretKey({ dataDir, ...made })
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
  ])('the key %j stops the start with the name of the variable', (key) => {
    expect(() => prepareDataDir(readConfig(['--data', dataDir], {}), { CHARTROOM_SECRET_KEY: key })).toThrow(
      /^CHARTROOM_SECRET_KEY: the key/,
    )
  })

  it('a file that was emptied stops the start', () => {
    writeFileSync(keyFile(dataDir), '\n')
    expect(() => readSecretKeys(dataDir, {})).toThrow(/secret\.key: the key is too short/)
  })

  it('of the environment come before the file, older ones behind', () => {
    const environment = { CHARTROOM_SECRET_KEY: first, CHARTROOM_PREVIOUS_SECRET_KEYS: second }
    expect(readSecretKeys(dataDir, environment)).toEqual({ secretKey: first, previousKeys: [second], secretKeyIsNew: false })
  })
})
