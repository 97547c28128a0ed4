import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ParquetWriter, SchemaElement } from 'hyparquet-writer'
import { AppError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { cell, type Column, type ColumnType } from '#core/table.ts'

/** Cells of a row group: they are held until it is written. */
const maxGroupCells = 500_000

const text = { type: 'BYTE_ARRAY', converted_type: 'UTF8' } as const
const double = { type: 'DOUBLE' } as const
const micros = (isAdjustedToUTC: boolean) =>
  ({ type: 'INT64', logical_type: { type: 'TIMESTAMP', isAdjustedToUTC, unit: 'MICROS' } }) as const

const kinds: Record<Exclude<ColumnType, 'decimal'>, Omit<SchemaElement, 'name'>> = {
  integer: { type: 'INT64' },
  float: double,
  string: text,
  json: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  boolean: { type: 'BOOLEAN' },
  date: { type: 'INT32', converted_type: 'DATE' },
  timestamp: micros(false),
  instant: micros(true),
}

const precision = 38
/** Digits after the point where the engine does not report them, unless the first rows have more. */
const usualScale = 18

const decimalOf = (scale: number) =>
  ({ type: 'FIXED_LEN_BYTE_ARRAY', type_length: 16, converted_type: 'DECIMAL', precision, scale }) as const

const dayMs = 86_400_000
const largest = 2n ** 63n

const wholeNumber = (value: number, exact: string | null | undefined): bigint => {
  const whole = BigInt(exact ?? Math.round(value))
  if (whole < -largest || whole >= largest)
    throw new AppError(
      'RESULT_TOO_LARGE_ERROR',
      t('A number of 64 bits cannot hold %(value)s: choose another file format.', { value: String(whole) }),
    )
  return whole
}

const number = /^(-?)(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i

/** A decimal in units of its last digit; digits behind that are rounded. */
const unscaled = (written: string, scale: number): bigint => {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = number.exec(written) ?? []
  const digits = BigInt(whole + fraction)
  const shift = scale - fraction.length + Number(exponent)
  const size = shift >= 0 ? digits * 10n ** BigInt(shift) : (digits + 5n * 10n ** BigInt(-shift - 1)) / 10n ** BigInt(-shift)
  if (size >= 10n ** BigInt(precision))
    throw new AppError(
      'RESULT_TOO_LARGE_ERROR',
      t('A decimal of %(digits)s digits cannot hold %(value)s: choose another file format.', { digits: precision, value: written }),
    )
  return sign ? -size : size
}

/** Digits after the point that hold the first decimals of a column. */
const scaleFor = (values: readonly Value[]): number => {
  let [before, after] = [0, usualScale]
  for (const value of values) {
    const [, , whole = '', fraction = ''] = number.exec(String(value ?? '')) ?? []
    before = Math.max(before, whole.length)
    after = Math.max(after, fraction.length)
  }
  return Math.max(0, Math.min(after, precision - before))
}

type Value = bigint | number | boolean | string | null

/** A value as the writer takes it. */
const valueOf = (column: Column): ((row: number) => Value) => {
  const present =
    <V>(write: (value: number, row: number) => V) =>
    (row: number) => {
      const value = Number(column.values[row] ?? Number.NaN)
      return Number.isFinite(value) ? write(value, row) : null
    }
  switch (column.type) {
    case 'integer': {
      const { exact } = column
      return present((value, row) => wholeNumber(value, exact?.[row]))
    }
    case 'float':
      return present((value) => value)
    case 'decimal': {
      const { exact } = column
      return present((value, row) => exact?.[row] ?? String(value))
    }
    case 'date':
      return present((value) => Math.floor(value / dayMs))
    case 'timestamp':
    case 'instant':
      return present((value) => BigInt(Math.round(value * 1000)))
    case 'json':
      return (row) => {
        const value = cell(column, row)
        return value === null ? null : JSON.stringify(value)
      }
    default: {
      const { values } = column
      return (row) => values[row] ?? null
    }
  }
}

type Written = Pick<Column, 'name' | 'type'> & { /** Of a decimal. */ scale: number }

const elementOf = ({ name, type, scale }: Written): SchemaElement => ({
  name,
  repetition_type: 'OPTIONAL',
  ...(type === 'decimal' ? decimalOf(scale) : kinds[type]),
})

/** A writer whose bytes are taken away as they come. Its code is loaded with the first file. */
const startFile = async (columns: readonly Written[]) => {
  const { ByteWriter, ParquetWriter: FileWriter } = await import('hyparquet-writer')
  const writer = new ByteWriter()
  const schema: SchemaElement[] = [{ name: 'root', num_children: columns.length }, ...columns.map(elementOf)]
  const file: ParquetWriter = new FileWriter({ writer, schema, createdBy: 'chartroom' })
  const dataOf = ({ type, scale }: Written, values: Value[]) =>
    type === 'decimal' ? values.map((value) => (value === null ? null : unscaled(String(value), scale))) : values
  return {
    write: (group: readonly Value[][]) => {
      const rows = group[0]?.length ?? 0
      if (rows === 0) return
      const columnData = columns.map((column, i) => ({ name: column.name, data: dataOf(column, group[i] ?? []) }))
      void file.write({ columnData, rowGroupSize: rows })
    },
    finish: () => void file.finish(),
    take: (): Uint8Array[] => {
      const bytes = writer.getBytes().slice()
      writer.index = 0
      return [bytes]
    },
  }
}

const writtenOf = (column: Column, first: readonly Value[]): Written => ({
  name: column.name,
  type: column.type,
  scale: column.type === 'decimal' ? (column.scale ?? scaleFor(first)) : 0,
})

/** A Parquet file, one row group after the other. */
export async function* parquetParts(blocks: AsyncIterable<Column[]>): AsyncGenerator<Uint8Array[], void, undefined> {
  let file: Awaited<ReturnType<typeof startFile>> | undefined
  let heads: Column[] = []
  let group: Value[][] = []
  const writeGroup = async () => {
    file ??= await startFile(heads.map((column, i) => writtenOf(column, group[i] ?? [])))
    file.write(group)
    group = heads.map(() => [])
    return file
  }
  for await (const columns of blocks) {
    if (heads.length === 0) {
      heads = columns
      group = heads.map(() => [])
    }
    const rowCount = columns[0]?.values.length ?? 0
    columns.forEach((column, i) => {
      const read = valueOf(column)
      for (let row = 0; row < rowCount; row++) group[i]?.push(read(row))
    })
    if ((group[0]?.length ?? 0) * heads.length >= maxGroupCells) yield (await writeGroup()).take()
    await nextTurn()
  }
  if (heads.length === 0) return
  const last = await writeGroup()
  last.finish()
  yield last.take()
}
