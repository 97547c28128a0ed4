import { createHash, randomInt } from 'node:crypto'
import type { Db } from '../../../db/open.ts'

const recoveryCodeCount = 10
/** Without letters and digits that look alike. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

const hashOf = (userId: number, code: string) => createHash('sha256').update(`${userId} ${code}`).digest('base64url')

/** Replaces an account's recovery codes. Only their hashes are stored. */
export const newRecoveryCodes = async (trx: Db, userId: number): Promise<string[]> => {
  const half = () => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('')
  const codes = Array.from({ length: recoveryCodeCount }, () => `${half()}-${half()}`)
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await trx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, hash: hashOf(userId, code) })))
    .execute()
  return codes
}

/** Uses a recovery code up; false for a wrong or used one. */
export const spendRecoveryCode = async (db: Db, userId: number, code: string): Promise<boolean> => {
  const hash = hashOf(userId, code.trim().toLowerCase())
  const spent = await db.deleteFrom('recovery_codes').where('user_id', '=', userId).where('hash', '=', hash).executeTakeFirst()
  return spent.numDeletedRows === 1n
}
