import { isoText } from '../time/civil.ts'
import type { Label, Level } from './frame.ts'

/** Joins the parts of a flattened name; a comma inside a part is escaped by a backslash until the names go out. */
export const NAME_SEPARATOR = ', '

/** A float as Python prints it: `1.0`, `1e-05`, `1e+16`. */
export const floatText = (value: number): string => {
  if (Number.isNaN(value)) return 'nan'
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf'
  const size = Math.abs(value)
  if (size !== 0 && (size < 1e-4 || size >= 1e16)) {
    const [digits = '', exponent = ''] = value.toExponential().split('e')
    return `${digits}e${exponent[0]}${exponent.slice(1).padStart(2, '0')}`
  }
  return Number.isInteger(value) ? value.toFixed(1) : String(value)
}

const isTimeLevel = ({ type }: Level) => type === 'date' || type === 'timestamp' || type === 'instant'

/** A part of a column name as text: times as `2021-01-01 00:00:00`, booleans as `True`. */
export const labelText = (label: Label, level: Level): string => {
  if (label === null) return 'nan'
  if (typeof label === 'boolean') return label ? 'True' : 'False'
  if (typeof label === 'string') return label
  if (isTimeLevel(level)) return isoText(label).replace('T', ' ')
  return level.type === 'integer' ? String(label) : floatText(label)
}

export const escapeSeparator = (text: string): string => text.replaceAll(',', String.raw`\,`)
export const unescapeSeparator = (text: string): string => text.replaceAll(String.raw`\,`, ',')

/** Parts of a flattened name, without their escapes. */
export const nameParts = (name: string): string[] => name.split(/(?<!\\),\s/).map(unescapeSeparator)
