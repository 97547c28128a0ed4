import { pythonFloat } from '../encoding/python-text.ts'
import { isoText } from '../time/civil.ts'
import type { Label, Level } from './frame.ts'

/** Joins the parts of a flattened name; a comma inside a part is escaped by a backslash until the names go out. */
export const NAME_SEPARATOR = ', '

const isTimeLevel = ({ type }: Level) => type === 'timestamp' || type === 'instant'

/** A part of a column name as text: times as `2021-01-01 00:00:00`, instants with `+00:00`, dates alone, booleans as `True`. */
export const labelText = (label: Label, level: Level): string => {
  if (label === null) return 'nan'
  if (typeof label === 'boolean') return label ? 'True' : 'False'
  if (typeof label === 'string') return label
  if (level.type === 'date') return isoText(label).slice(0, 10)
  if (isTimeLevel(level)) return `${isoText(label).replace('T', ' ')}${level.type === 'instant' ? '+00:00' : ''}`
  return level.type === 'integer' ? String(label) : pythonFloat(label)
}

export const escapeSeparator = (text: string): string => text.replaceAll(',', String.raw`\,`)
export const unescapeSeparator = (text: string): string => text.replaceAll(String.raw`\,`, ',')

/** Parts of a flattened name, without their escapes. */
export const nameParts = (name: string): string[] => name.split(/(?<!\\),\s/).map(unescapeSeparator)
