import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type SecretKeys = {
  secretKey: string
  previousKeys: string[]
  /** Not written yet: `keepSecretKey` does that once the metadata is open. */
  secretKeyIsNew: boolean
}

const variable = 'CHARTROOM_SECRET_KEY'
const previousVariable = 'CHARTROOM_PREVIOUS_SECRET_KEYS'
const shortest = 32
const fewestCharacters = 10

export const keyFile = (dataDir: string): string => join(dataDir, 'secret.key')

/** What makes a text no secret, or null. */
const fault = (key: string): string | null => {
  if (key.length < shortest) return `is too short; it must hold at least ${shortest} characters`
  if (new Set(key).size < fewestCharacters || /change.?(me|this)|secret.?key|superset/i.test(key))
    return 'is no secret; make one with: openssl rand -base64 42'
  return null
}

const checked = (name: string, keys: string[]): string[] => {
  for (const key of keys) {
    const found = fault(key)
    if (found) throw new Error(`${name}: the key ${found}`)
  }
  return keys
}

const words = (text: string) => text.split(/[\s,]+/).filter(Boolean)

/**
 * The installation's keys, newest first: of the environment, else of `secret.key` in the data directory. A directory without one gets a
 * new key, in memory at first: a start that fails must not leave a key that looks like that of lost data.
 * @throws Error naming the variable or file whose key protects nothing.
 */
export const readSecretKeys = (dataDir: string, environment: NodeJS.ProcessEnv): SecretKeys => {
  const given = environment[variable]
  if (given !== undefined) {
    const [secretKey = ''] = checked(variable, [given.trim()])
    return { secretKey, previousKeys: checked(previousVariable, words(environment[previousVariable] ?? '')), secretKeyIsNew: false }
  }
  const path = keyFile(dataDir)
  if (!existsSync(path)) return { secretKey: newKey(), previousKeys: [], secretKeyIsNew: true }
  const keys = words(readFileSync(path, 'utf8'))
  const [secretKey = '', ...previousKeys] = checked(path, keys.length ? keys : [''])
  return { secretKey, previousKeys, secretKeyIsNew: false }
}

/** Writes a key that is still only in memory, for its owner alone to read. */
export const keepSecretKey = ({ dataDir, secretKey, secretKeyIsNew }: SecretKeys & { dataDir: string }): void => {
  if (secretKeyIsNew) writeWhole(keyFile(dataDir), [secretKey])
}

/** Under another name first, so that a full disk or a killed process leaves no half key behind. */
const writeWhole = (path: string, keys: string[]) => {
  writeFileSync(`${path}.new`, `${keys.join('\n')}\n`, { mode: 0o600, flush: true })
  renameSync(`${path}.new`, path)
}

const newKey = () => randomBytes(32).toString('base64')

/** Puts a new key before the others; what they sealed still opens. */
export const addSecretKey = (dataDir: string): Omit<SecretKeys, 'secretKeyIsNew'> => {
  const path = keyFile(dataDir)
  const keys = [newKey(), ...words(readFileSync(path, 'utf8'))]
  writeWhole(path, keys)
  const [secretKey = '', ...previousKeys] = keys
  return { secretKey, previousKeys }
}
