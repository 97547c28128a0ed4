import { MessageError } from '#core/errors.ts'
import { quoteName, quoteText } from '../table-file.ts'
import { columnTypes, type FileColumn, type FileColumnType } from '../task.ts'

type Formats = { dateFormat: string | null; timestampFormat: string | null }

const byFormat = (text: string, format: string, type: string) => `try_strptime(${text}, ${quoteText(format)})::${type}`
/** A cast alone would round `1.5`. */
const whole = (text: string, type: string) =>
  `case when regexp_full_match(trim(${text}), '[-+]?\\d+') then try_cast(${text} as ${type}) end`

/** The value of a text column in its own type, or nothing where it does not fit. */
const fitting: Partial<Record<FileColumnType, (text: string, formats: Formats) => string>> = {
  VARCHAR: (text) => text,
  BIGINT: (text) => whole(text, 'BIGINT'),
  HUGEINT: (text) => whole(text, 'HUGEINT'),
  DATE: (text, { dateFormat }) => (dateFormat ? byFormat(text, dateFormat, 'DATE') : `try_cast(${text} as DATE)`),
  TIMESTAMP: (text, { timestampFormat }) =>
    timestampFormat ? byFormat(text, timestampFormat, 'TIMESTAMP') : `try_cast(${text} as TIMESTAMP)`,
}

/** Columns of texts, each as what fits of it. @throws 422 for a type that delimited text has not */
export const fittingColumns = (columns: FileColumn[], formats: Formats): string =>
  columns
    .map(({ name, type }) => {
      const known = columnTypes.find((one) => one === type)
      if (!known) throw new MessageError(422, `The type ${type} is not known`)
      const text = quoteName(name)
      return `${fitting[known]?.(text, formats) ?? `try_cast(${text} as ${known})`} as ${text}`
    })
    .join(', ')
