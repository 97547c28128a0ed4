import type { TablePlace } from '../inspect.ts'
import { inUnits, writtenAt } from '../row-rules.ts'

/** A table whose name is not where the parser says. */
export class LostName extends Error {}

export type Renaming = {
  /** Null for a table that keeps its name. */
  nameOf(place: TablePlace): string | null
  quote(name: string): string
  dialect: string
}

/** The text with other names of tables, each of which is still called by its own or its alias. @throws LostName */
export const renameTables = (text: string, places: readonly TablePlace[], { nameOf, quote, dialect }: Renaming): string => {
  const units = inUnits(text)
  let renamed = text
  for (const place of [...places].sort((a, b) => b.start - a.start)) {
    const name = nameOf(place)
    if (name === null) continue
    const at = { ...place, start: units(place.start), end: units(place.end) }
    if (writtenAt(text, at, dialect) === null) throw new LostName(place.table)
    renamed = `${renamed.slice(0, at.start)}${quote(name)}${place.hasAlias ? '' : ` AS ${quote(place.table)}`}${renamed.slice(at.end)}`
  }
  return renamed
}
