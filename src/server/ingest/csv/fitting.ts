import { MessageError } from '#core/errors.ts'
import { quoteName, quoteText } from '../table-file.ts'
import { columnTypes, type FileColumn, type FileColumnType } from '../task.ts'

const byFormat = (type: string) => (text: string, format: string) =>
  format ? `try_strptime(${text}, ${quoteText(format)})::${type}` : `try_cast(${text} as ${type})`
/** A cast alone would round `1.5`. */
const whole = (text: string, type: string) =>
  `case when regexp_full_match(trim(${text}), '[-+]?\\d+') then try_cast(${text} as ${type}) end`

/** The value of a text in each type, or nothing where it does not fit. */
const fitting: Partial<Record<FileColumnType, (text: string, format: string) => string>> = {
  VARCHAR: (text) => text,
  BIGINT: (text) => whole(text, 'BIGINT'),
  HUGEINT: (text) => whole(text, 'HUGEINT'),
  DATE: byFormat('DATE'),
  TIMESTAMP: byFormat('TIMESTAMP'),
}

/** What fits of a column of texts. @throws 422 for a type that delimited text has not */
export const fittingValue = ({ name, type, format = '' }: FileColumn, decimal: '.' | ','): string => {
  const known = columnTypes.find((one) => one === type)
  if (!known) throw new MessageError(422, `The type ${type} is not known`)
  const text = quoteName(name)
  if (known === 'DOUBLE' && decimal === ',')
    return `case when not contains(${text}, '.') then try_cast(replace(${text}, ',', '.') as DOUBLE) end`
  return fitting[known]?.(text, format) ?? `try_cast(${text} as ${known})`
}
