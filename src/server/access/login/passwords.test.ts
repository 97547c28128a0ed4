import { argon2Sync } from 'node:crypto'
import { expect, it } from 'vitest'
import { passwordFault } from './password-rules.ts'
import { hashPassword, isOutdated, passwordMatches } from './passwords.ts'

const unpadded = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

/** A hash with other parameters than those of today. */
const hashWith = (password: string, memory: number, passes: number) => {
  const nonce = Buffer.alloc(16, 7)
  const tag = argon2Sync('argon2id', { message: password, nonce, memory, passes, parallelism: 1, tagLength: 32 })
  return `$argon2id$v=19$m=${memory},t=${passes},p=1$${unpadded(nonce)}$${unpadded(tag)}`
}

it('a hash with weaker parameters still matches, and is outdated', async () => {
  const weak = hashWith('correct horse', 8192, 1)
  expect([await passwordMatches('correct horse', weak), isOutdated(weak)]).toEqual([true, true])
  const strong = await hashPassword('correct horse')
  expect([await passwordMatches('correct horse', strong), isOutdated(strong)]).toEqual([true, false])
  expect(isOutdated(hashWith('correct horse', 65_536, 3))).toBe(false)
})

it.each([
  ['password1', 'leaked'],
  ['QWERTY123', 'leaked'],
  ['ann.lee.2026', 'name'],
  ['Ann.Lee@example.org', 'name'],
  ['ababababab', 'different'],
])('%s is refused: %s', async (password, word) => {
  expect(await passwordFault(password, { username: 'ann.lee.2026', email: 'ann.lee@example.org' })).toContain(word)
})

it.each(['correct horse battery', 'Tr0mb0ne-in-the-attic', 'пароль для отчётов'])('%s is allowed', async (password) => {
  expect(await passwordFault(password, { username: 'ann', email: null })).toBeNull()
})
