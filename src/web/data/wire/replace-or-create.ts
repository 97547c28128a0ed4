import { CallError } from '../call-error.ts'

type StoredKey = { key: string }

/** Replaces the value stored under a key. Creates one under a new key if there is no key, or it is gone or belongs to someone else. Returns the key. */
export const replaceOrCreate = async (
  key: string | null,
  { replace, create }: { replace: (key: string) => Promise<StoredKey>; create: () => Promise<StoredKey> },
): Promise<string> => {
  if (key) {
    try {
      return (await replace(key)).key
    } catch (error) {
      if (!(error instanceof CallError) || (error.status !== 404 && error.status !== 403)) throw error
    }
  }
  return (await create()).key
}
