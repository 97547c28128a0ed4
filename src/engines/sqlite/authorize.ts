import { constants } from 'node:sqlite'
import { sqliteDeny } from './deny.ts'

const readingActions: ReadonlySet<number> = new Set([
  constants.SQLITE_SELECT,
  constants.SQLITE_READ,
  constants.SQLITE_FUNCTION,
  constants.SQLITE_RECURSIVE,
])

/** Tables that reveal files and settings, or lay the file open. */
const inside = /^(pragma_|sqlite_dbpage$|dbstat$)/i

/** Reading is all that a statement may do: no ATTACH, no PRAGMA, no write, no function that touches files. */
export const authorize = (action: number, first: string | null, second: string | null): number => {
  if (!readingActions.has(action)) return constants.SQLITE_DENY
  if (action === constants.SQLITE_FUNCTION && sqliteDeny.functions.has(second?.toLowerCase() ?? '')) return constants.SQLITE_DENY
  return action === constants.SQLITE_READ && inside.test(first ?? '') ? constants.SQLITE_DENY : constants.SQLITE_OK
}
