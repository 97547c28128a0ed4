import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type SecretKeys = {
  secretKey: string
  previousKeys: string[]
  /** Not saved yet: `saveSecretKey` does that once the metadata is open. */
  secretKeyIsNew: boolean
}

const keyVariable = 'CHARTROOM_SECRET_KEY'
const previousVariable = 'CHARTROOM_PREVIOUS_SECRET_KEYS'
const minLength = 32
const minDistinctCharacters = 10

export const keyFile = (dataDir: string): string => join(dataDir, 'secret.key')

/** Why a key is too weak, or null. */
const keyFault = (key: string): string | null => {
  if (key.length < minLength) return `is too short; it must have at least ${minLength} characters`
  if (new Set(key).size < minDistinctCharacters || /change.?(me|this)|secret.?key|superset/i.test(key))
    return 'is too easy to guess; create one with: openssl rand -base64 42'
  return null
}

const checkKeys = (name: string, keys: string[]): string[] => {
  for (const key of keys) {
    const found = keyFault(key)
    if (found) throw new Error(`${name}: the key ${found}`)
  }
  return keys
}

const splitWords = (text: string) => text.split(/[\s,]+/).filter(Boolean)

/**
 * The installation's keys, newest first: from the environment, else from `secret.key` in the data directory, else a new one. A new key
 * is not saved yet: a key left behind by a failed start would look like that of lost data.
 * @throws Error naming the variable or file with a weak key
 */
export const readSecretKeys = (dataDir: string, environment: NodeJS.ProcessEnv): SecretKeys => {
  const given = environment[keyVariable]
  if (given !== undefined) {
    const [secretKey = ''] = checkKeys(keyVariable, [given.trim()])
    return { secretKey, previousKeys: checkKeys(previousVariable, splitWords(environment[previousVariable] ?? '')), secretKeyIsNew: false }
  }
  const path = keyFile(dataDir)
  if (!existsSync(path)) return { secretKey: newKey(), previousKeys: [], secretKeyIsNew: true }
  const keys = splitWords(readFileSync(path, 'utf8'))
  const [secretKey = '', ...previousKeys] = checkKeys(path, keys.length ? keys : [''])
  return { secretKey, previousKeys, secretKeyIsNew: false }
}

/** Saves a new key, readable by this account only. */
export const saveSecretKey = ({ dataDir, secretKey, secretKeyIsNew }: SecretKeys & { dataDir: string }): void => {
  if (secretKeyIsNew) writeAtomically(keyFile(dataDir), [secretKey])
}

/** Writes to a temporary file and renames it, so that a full disk or a killed process leaves no partial key. */
const writeAtomically = (path: string, keys: string[]) => {
  writeFileSync(`${path}.new`, `${keys.join('\n')}\n`, { mode: 0o600, flush: true })
  renameSync(`${path}.new`, path)
}

const newKey = () => randomBytes(32).toString('base64')

/** Adds a new key before the older ones, which still decrypt. */
export const addSecretKey = (dataDir: string): Omit<SecretKeys, 'secretKeyIsNew'> => {
  const path = keyFile(dataDir)
  const keys = [newKey(), ...splitWords(readFileSync(path, 'utf8'))]
  writeAtomically(path, keys)
  const [secretKey = '', ...previousKeys] = keys
  return { secretKey, previousKeys }
}
