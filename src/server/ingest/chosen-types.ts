import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import type { DuckDBConnection } from '@duckdb/node-api'
import { MessageError } from '#core/errors.ts'
import { fittingValue } from './csv/fitting.ts'
import { quoteName, rowsOf } from './table-file.ts'
import { columnTypes, type BlankedCells, type FileColumn, type RejectedLine } from './task.ts'

/** Validates a type that a user entered. @throws MessageError 422 */
const typeText = (type: string): string => {
  if (!/^[A-Za-z][A-Za-z0-9_ ]*(\(\d+(,\s*\d+)?\))?$/.test(type)) throw new MessageError(422, `"${type}" is not a column type`)
  return type
}

const isTextLike = (type: string) => type === 'VARCHAR' || type === 'JSON'

/** SQL for a value in the chosen type; null if it would be rounded or truncated. */
const valueOf = (own: FileColumn, chosen: FileColumn): string => {
  const column = quoteName(own.name)
  if (chosen.type === own.type) return column
  const isKnown = columnTypes.some((type) => type === chosen.type)
  if (own.type === 'VARCHAR' && isKnown) return fittingValue({ ...chosen, name: own.name }, '.')
  const wanted = typeText(chosen.type)
  const value = `try_cast(${column} as ${wanted})`
  return isTextLike(chosen.type) ? value : `case when try_cast(${value} as ${own.type}) = ${column} then ${value} end`
}

export type ChosenTypes = {
  /** The select list with converted values. */
  select: string
  /** SQL condition for rows with a value that does not fit; null if no type was changed. */
  misfit: string | null
  found: FileColumn[]
  chosen: FileColumn[]
  /** SQL conditions for values that do not fit, per changed column. */
  misfits: { index: number; test: string }[]
}

/** Converts the columns of a typed file to the types that the user chose. */
export const chosenTypes = (found: FileColumn[], chosen: FileColumn[]): ChosenTypes => {
  const values = found.map((own, i) => valueOf(own, chosen[i] ?? own))
  const misfits = found.flatMap((own, index) =>
    (chosen[index] ?? own).type === own.type ? [] : [{ index, test: `(${quoteName(own.name)} is not null and ${values[index]} is null)` }],
  )
  return {
    select: values.map((value, i) => `${value} as ${quoteName((chosen[i] ?? { name: '' }).name)}`).join(', '),
    misfit: misfits.length > 0 ? misfits.map(({ test }) => test).join(' or ') : null,
    found,
    chosen,
    misfits,
  }
}

const csvCell = (text: string | null): string => (text === null ? '' : /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** Rows with values that do not fit, in order, numbered from 1. */
export async function* misfitRows(
  db: DuckDBConnection,
  from: string,
  { misfit, misfits, found, chosen }: ChosenTypes,
): AsyncGenerator<RejectedLine> {
  if (misfit === null) return
  const first = `case ${misfits.map(({ index, test }) => `when ${test} then ${index}`).join(' ')} end`
  const texts = found.map(({ name }, i) => `${quoteName(name)}::varchar as t${i}`).join(', ')
  const result = await db.stream(
    `select * from (select (row_number() over ())::double as line, ${first} as first, ${texts} from ${from}) where first is not null`,
  )
  for await (const rows of result.yieldRowsJs()) {
    for (const [line, index, ...values] of rows) {
      const cells = values.map((value) => (value === null ? null : String(value)))
      const { name = '', type = '' } = chosen[Number(index)] ?? {}
      const cause = { code: 'value' as const, column: name, value: cells[Number(index)] ?? null, type }
      yield { line: Number(line), text: cells.map(csvCell).join(','), cause }
    }
  }
}

/** Writes the rows that do not fit as NDJSON; returns how many. */
export const writeMisfits = async (
  db: DuckDBConnection,
  from: string,
  { types, path }: { types: ChosenTypes; path: string },
): Promise<number> => {
  const output = createWriteStream(path)
  let count = 0
  for await (const line of misfitRows(db, from, types)) {
    count++
    if (!output.write(`${JSON.stringify(line)}\n`)) await once(output, 'drain')
  }
  output.end()
  await once(output, 'finish')
  return count
}

/** Counts the cells per column that are left empty because their value does not fit. */
export const blankedCells = async (db: DuckDBConnection, from: string, { misfits, chosen }: ChosenTypes): Promise<BlankedCells[]> => {
  if (misfits.length === 0) return []
  const [row] = await rowsOf(
    db,
    `select ${misfits.map(({ index, test }) => `count(*) filter (where ${test}) as c${index}`).join(', ')} from ${from}`,
  )
  return misfits
    .map(({ index }) => ({ column: chosen[index]?.name ?? '', cells: Number(row?.[`c${index}`] ?? 0) }))
    .filter(({ cells }) => cells > 0)
}
