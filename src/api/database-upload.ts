/** Superset's endpoint for uploading a file into a table of a database, in one request. */
import { z } from 'zod'
import { body, flag, integer, oneOf, text, word } from './declare/field.ts'
import { pk } from './declare/resource.ts'
import { route } from './declare/route.ts'
import { decimalSigns, delimiterFault, existingTableChoices, isDelimiter, maxTableName, uploadAccess as access } from './upload-fields.ts'

const tag = 'database'

const least = (min: number) => integer().refine((value) => value >= min, { error: `Must be greater than or equal to ${min}.` })

/** Empty form fields count as absent. */
const unlessEmpty = <T extends z.ZodType>(field: T) => z.preprocess((value) => (value === '' ? undefined : value), field.optional())

/** Names have no spaces around them. */
const trimmed = <T extends z.ZodType>(field: T) => z.preprocess((value) => (typeof value === 'string' ? value.trim() : value), field)

/** Comma-separated texts. */
const texts = () =>
  z.preprocess(
    (value) => (typeof value === 'string' ? value.split(',').filter((item) => item !== '') : value),
    z.array(z.string()).optional(),
  )

/** `{column: type}` as JSON, in the words of pandas. */
const typesByColumn = () =>
  unlessEmpty(
    text().transform((value, context) => {
      try {
        return z.record(z.string(), z.string()).parse(JSON.parse(value))
      } catch {
        context.addIssue({ code: 'custom', message: 'Invalid JSON format for column_data_types' })
        return z.NEVER
      }
    }),
  )

const kind = {
  type: word('csv', 'excel', 'columnar'),
  delimiter: unlessEmpty(text().refine(isDelimiter, { error: delimiterFault })),
  /** Which line names the columns, from 0. */
  header_row: unlessEmpty(least(0)),
}

const headsForm = body(kind)

const tableForm = body({
  ...kind,
  table_name: trimmed(text({ min: 1, max: maxTableName })),
  schema: trimmed(unlessEmpty(text({ max: maxTableName }))),
  already_exists: unlessEmpty(oneOf(...existingTableChoices)),
  column_data_types: typesByColumn(),
  column_dates: texts(),
  columns_read: texts(),
  null_values: texts(),
  dataframe_index: unlessEmpty(flag()),
  index_column: unlessEmpty(text()),
  index_label: unlessEmpty(text()),
  day_first: unlessEmpty(flag()),
  decimal_character: unlessEmpty(oneOf(...decimalSigns)),
  rows_to_read: unlessEmpty(least(1)),
  skip_rows: unlessEmpty(least(0)),
  /** Either way an empty line is no row, unless it is the empty cell of the only column. */
  skip_blank_lines: unlessEmpty(flag()),
  skip_initial_space: unlessEmpty(flag()),
  sheet_name: unlessEmpty(text()),
})
export type UploadTableForm = z.output<typeof tableForm>

export const databaseUploadHeads = route({
  method: 'POST',
  path: '/api/v1/database/upload_metadata/',
  access,
  summary: 'Columns of a file that is sent as the multipart field `file`, with the sheets of a workbook',
  tag,
  form: headsForm,
  accepts: 'multipart',
  result: z.object({
    result: z.object({ items: z.array(z.object({ column_names: z.array(z.string()), sheet_name: z.string().nullable() })) }),
  }),
})

export const databaseUpload = route({
  method: 'POST',
  path: '/api/v1/database/:pk/upload/',
  access,
  summary: 'Make a table and its dataset of a file, or put its rows into one that is there',
  tag,
  ids: 'digits',
  params: pk,
  form: tableForm,
  accepts: 'multipart',
  result: z.object({ message: z.string() }),
})
