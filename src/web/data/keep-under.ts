import { CallError } from './call-error.ts'

type Kept = { key: string }

/** Replaces what is kept under a key, and gives the key to use from now on: another one where that key is somebody else's or gone. */
export const keepUnder = async (
  key: string | null,
  { replace, create }: { replace: (key: string) => Promise<Kept>; create: () => Promise<Kept> },
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
