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

/** A decimal's precision is not known before all rows are: it is written as a double. */
const kinds: Record<ColumnType, Omit<SchemaElement, 'name'>> = {
  integer: { type: 'INT64' },
  float: double,
  decimal: double,
  string: text,
  json: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  boolean: { type: 'BOOLEAN' },
  date: { type: 'INT32', converted_type: 'DATE' },
  timestamp: micros(false),
  instant: micros(true),
}

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
    case 'decimal':
      return present((value) => value)
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

/** A writer whose bytes are taken away as they come. Its code is loaded with the first file. */
const startFile = async (columns: readonly Column[]) => {
  const { ByteWriter, ParquetWriter: FileWriter } = await import('hyparquet-writer')
  const writer = new ByteWriter()
  const schema: SchemaElement[] = [
    { name: 'root', num_children: columns.length },
    ...columns.map(({ name, type }): SchemaElement => ({ name, repetition_type: 'OPTIONAL', ...kinds[type] })),
  ]
  return {
    file: new FileWriter({ writer, schema, createdBy: 'chartroom' }),
    take: (): Uint8Array[] => {
      const bytes = writer.getBytes().slice()
      writer.index = 0
      return [bytes]
    },
  }
}

/** A Parquet file, one row group after the other. */
export async function* parquetParts(blocks: AsyncIterable<Column[]>): AsyncGenerator<Uint8Array[], void, undefined> {
  let started: Awaited<ReturnType<typeof startFile>> | undefined
  let names: string[] = []
  let group: Value[][] = []
  const writeGroup = (file: ParquetWriter) => {
    const rows = group[0]?.length ?? 0
    if (rows > 0) void file.write({ columnData: names.map((name, i) => ({ name, data: group[i] ?? [] })), rowGroupSize: rows })
    group = names.map(() => [])
  }
  for await (const columns of blocks) {
    if (!started) {
      started = await startFile(columns)
      names = columns.map(({ name }) => name)
      group = names.map(() => [])
    }
    const rowCount = columns[0]?.values.length ?? 0
    columns.forEach((column, i) => {
      const read = valueOf(column)
      for (let row = 0; row < rowCount; row++) group[i]?.push(read(row))
    })
    if ((group[0]?.length ?? 0) * names.length >= maxGroupCells) {
      writeGroup(started.file)
      yield started.take()
    }
    await nextTurn()
  }
  if (!started) return
  writeGroup(started.file)
  void started.file.finish()
  yield started.take()
}
