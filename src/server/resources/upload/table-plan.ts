import type { UploadTableForm } from '#api/database-upload.ts'
import { MessageError } from '#core/errors.ts'
import { ownValue } from '#core/encoding/own-keys.ts'
import { columnsFault } from '#core/upload/names.ts'
import type { FileColumn, FileKind, ReadOptions, TableShape } from '../../ingest/task.ts'

/** Maps Superset's form fields to our options; fields with a default in Superset are not sniffed. */
export const readOptionsOf = (form: Pick<UploadTableForm, 'type' | 'delimiter' | 'header_row'> & Partial<UploadTableForm>): ReadOptions => {
  const skip = (form.skip_rows ?? 0) + (form.header_row ?? 0)
  return {
    ...(form.type === 'csv' && { delimiter: form.delimiter ?? ',', quote: '"', header: true }),
    ...(form.sheet_name !== undefined && { table: form.sheet_name }),
    ...(skip > 0 && { skip }),
    ...(form.type !== 'columnar' && {
      nulls: form.null_values?.length ? form.null_values : pandasNullTexts,
      decimal: form.decimal_character ?? '.',
      strict: true,
    }),
    ...(form.day_first !== undefined && { dayFirst: form.day_first }),
    ...(form.skip_initial_space !== undefined && { initialSpace: form.skip_initial_space }),
  }
}

/** Texts that pandas reads as null by default. */
const pandasNullTexts = '#N/A|#N/A N/A|#NA|-1.#IND|-1.#QNAN|-NaN|-nan|1.#IND|1.#QNAN|<NA>|N/A|NA|NULL|NaN|None|n/a|nan|null'.split('|')

const kinds: Record<UploadTableForm['type'], FileKind> = { csv: 'csv', excel: 'excel', columnar: 'parquet' }

/** @throws MessageError 422 when the file is not of the given type */
export const requireKind = (kind: FileKind, type: UploadTableForm['type']): void => {
  if (kinds[type] !== kind) throw new MessageError(422, `Parsing error: the file is ${kind}, not ${type}`)
}

/** pandas types by the prefix of their names. */
const typesOfPandas: [RegExp, string][] = [
  [/^u?int(8|16|32|64)?$/i, 'BIGINT'],
  [/^(float|double)(16|32|64)?$/i, 'DOUBLE'],
  [/^(str|string|object|category)/i, 'VARCHAR'],
  [/^bool(ean)?$/i, 'BOOLEAN'],
  [/^datetime64/i, 'TIMESTAMP'],
]

const typeOfPandas = (name: string): string => {
  const found = typesOfPandas.find(([pattern]) => pattern.test(name))
  if (!found) throw new MessageError(422, `Parsing error: data type '${name}' not understood`)
  return found[1]
}

const requireColumns = (columns: FileColumn[], wanted: string[]) => {
  const missing = wanted.filter((name) => !columns.some((column) => column.name === name))
  if (missing.length) throw new MessageError(422, `Parsing error: the file has no column ${missing.map((name) => `'${name}'`).join(', ')}`)
}

const isTime = (type: string) => /^(DATE|TIMESTAMP)/.test(type)

/**
 * The columns with the types of the form; undefined if it has none. Date columns that were not detected as such are read as timestamps
 * in their most common format.
 */
export const typedColumns = (form: UploadTableForm, columns: FileColumn[]): FileColumn[] | undefined => {
  const { column_dates: dates = [], column_data_types: types = {} } = form
  if (form.type === 'columnar') return undefined
  requireColumns(columns, dates)
  return columns.map((column) => {
    const named = ownValue(types, column.name)
    const { found: _found, ...asChosen } = column
    if (named !== undefined) return typeOfPandas(named) === column.type ? asChosen : { name: column.name, type: typeOfPandas(named) }
    if (dates.includes(column.name) && !isTime(column.type)) return { name: column.name, type: 'TIMESTAMP' }
    return column
  })
}

/**
 * Which columns and rows the table gets. As in pandas, the index column is dropped unless the index is written, which puts it first,
 * under its label. Without an index column the index is the row number.
 */
export const shapeOf = (form: UploadTableForm, columns: FileColumn[]): TableShape => {
  const { columns_read: read = [], index_column: index, index_label: label } = form
  requireColumns(columns, [...read, ...(index === undefined ? [] : [index])])
  const kept = columns.map(({ name }) => name).filter((name) => name !== index && (read.length === 0 || read.includes(name)))
  const first = form.dataframe_index ? [{ name: label ?? index ?? 'index', from: index ?? null }] : []
  if (first.length + kept.length === 0) throw new MessageError(422, 'Parsing error: no column is left')
  const fault = columnsFault([...first.map(({ name }) => name), ...kept])
  if (fault !== null) throw new MessageError(422, `Parsing error: ${fault}`)
  const isWhole = first.length === 0 && kept.length === columns.length
  return {
    ...(!isWhole && { columns: [...first, ...kept.map((name) => ({ name, from: name }))] }),
    ...(form.rows_to_read !== undefined && form.type !== 'columnar' && { limit: form.rows_to_read }),
  }
}
