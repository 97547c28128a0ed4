import { errorText } from '../../data/call-error.ts'
import type { ListRow } from '../config.ts'

/** Rows that are brought back at the same time. */
const together = 6

type Ways<R> = { restore: (id: number) => Promise<unknown>; name: (row: R) => string }

/** Brings back every deleted row that can be brought back. Returns which could not be, and why. */
export const restoreRows = async <R extends ListRow>(rows: readonly R[], { restore, name }: Ways<R>): Promise<string[]> => {
  const faults: string[] = []
  for (let from = 0; from < rows.length; from += together)
    await Promise.all(
      rows.slice(from, from + together).map((row) =>
        restore(row.id).catch((error: unknown) => {
          faults.push(`${name(row)}: ${errorText(error)}`)
        }),
      ),
    )
  return faults
}
