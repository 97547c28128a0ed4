import { argon2 as argon2Callback, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const argon2 = promisify(argon2Callback)

/** OWASP's recommended argon2id parameters; `memory` in KiB. Raise them over the years: hashes with less are renewed at the next log-in. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const saltBytes = 16
const tagBytes = 32

type Cost = typeof cost

const derive = (password: string, nonce: Buffer, { memory, passes, parallelism }: Cost, tagLength: number): Promise<Buffer> =>
  argon2('argon2id', { message: password, nonce, memory, passes, parallelism, tagLength })

const unpadded = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

/** The hash in PHC string format: `$argon2id$v=19$m=19456,t=2,p=1$salt$tag`. */
export const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(saltBytes)
  const tag = await derive(password, salt, cost, tagBytes)
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${unpadded(salt)}$${unpadded(tag)}`
}

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/

/** Whether a hash was made with weaker parameters than those of today. */
export const isOutdated = (stored: string): boolean => {
  const [, memory, passes] = phc.exec(stored) ?? []
  return Number(memory) < cost.memory || Number(passes) < cost.passes
}

/** Takes equally long when the account has no password or does not exist (`stored` is null). */
export const passwordMatches = async (password: string, stored: string | null): Promise<boolean> => {
  const parts = phc.exec(stored ?? (await decoy))
  if (!parts) return false
  const [, memory, passes, parallelism, salt = '', tag = ''] = parts
  const expected = Buffer.from(tag, 'base64')
  const found = await derive(
    password,
    Buffer.from(salt, 'base64'),
    { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    expected.length,
  )
  return timingSafeEqual(found, expected) && stored !== null
}

const decoy = hashPassword(randomBytes(16).toString('hex'))
