import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import type { Config } from '../start/config.ts'

/** The secret was encrypted with an unknown key: it cannot be read, only replaced. */
export class LostKeyError extends Error {
  readonly keyId: string

  constructor(keyId: string) {
    super(`Encrypted with key ${keyId}, which is not among the configured keys`)
    this.name = 'LostKeyError'
    this.keyId = keyId
  }
}

/** Every purpose has its own derived key, so that a value made for one is invalid for another. */
export type Purpose = 'seal' | 'csrf' | 'token' | 'guest' | 'hidden SQL' | 'login link' | 'sign-in' | 'password link' | 'passkey' | 'device'

const derivedKeys = new Map<string, Buffer>()

export const derivedKey = (secretKey: string, purpose: Purpose): Buffer => {
  const name = `${purpose} ${secretKey}`
  const found = derivedKeys.get(name) ?? Buffer.from(hkdfSync('sha256', secretKey, '', `chartroom ${purpose}`, 32))
  derivedKeys.set(name, found)
  return found
}

type Key = { id: string; key: Buffer }

export type KeyRing = {
  /**
   * Encrypts with the newest key: `v1.<key id>.<base64url of nonce, tag and ciphertext>`. `place` names the row and field as associated
   * data, so that a value copied elsewhere cannot be decrypted.
   */
  seal(text: string, place: string): string
  /** Decrypts. @throws LostKeyError, or Error when the value was tampered with */
  open(sealed: string, place: string): string
  /** Whether it was encrypted with the newest key. */
  isCurrent(sealed: string): boolean
}

const nonceBytes = 12
const tagBytes = 16

const keyOf = (secretKey: string): Key => ({
  id: createHash('sha256').update(`chartroom key id ${secretKey}`).digest('hex').slice(0, 8),
  key: derivedKey(secretKey, 'seal'),
})

/** @param secretKeys newest first; older ones only decrypt */
export const createKeyRing = (secretKeys: readonly [string, ...string[]]): KeyRing => {
  const [newest, ...older] = secretKeys
  const current = keyOf(newest)
  const keys = new Map([current, ...older.map(keyOf)].map((key) => [key.id, key.key]))
  return {
    seal: (text, place) => {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', current.key, nonce).setAAD(Buffer.from(place))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return `v1.${current.id}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`
    },
    open: (sealed, place) => {
      const [version, id = '', payload = ''] = sealed.split('.')
      if (version !== 'v1') throw new Error('Not a sealed value')
      const key = keys.get(id)
      if (!key) throw new LostKeyError(id)
      const bytes = Buffer.from(payload, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
      decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
      return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString('utf8')
    },
    isCurrent: (sealed) => sealed.startsWith(`v1.${current.id}.`),
  }
}

/** The key ring of this installation. */
export const ringOf = ({ secretKey, previousKeys }: Pick<Config, 'secretKey' | 'previousKeys'>): KeyRing => {
  const name = [secretKey, ...previousKeys].join(' ')
  const found = rings.get(name) ?? createKeyRing([secretKey, ...previousKeys])
  rings.set(name, found)
  return found
}

const rings = new Map<string, KeyRing>()
