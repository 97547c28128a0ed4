import { isTemporal, type Column, type Table } from '#core/table.ts'
import { moveByText } from '#core/time/text/human-time.ts'

const HOUR = 3_600_000

/** Time columns of an answer that are shown later than they were stored: by the dataset's hours, then by the query's time shift. */
export type TimeMoves = { columns: string[]; hours: number; shift: string | null }

const moved = (column: Column, { hours, shift }: TimeMoves): Column =>
  isTemporal(column)
    ? {
        ...column,
        // A date that gets an hour is a date no more.
        type: column.type === 'date' && hours % 24 ? 'timestamp' : column.type,
        values: column.values.map((wall) => {
          const later = wall + hours * HOUR
          return shift && !Number.isNaN(later) ? moveByText(shift, later) : later
        }),
      }
    : column

export const moveTimes = (table: Table, moves: TimeMoves | null | undefined): Table =>
  moves
    ? { ...table, columns: table.columns.map((column) => (moves.columns.includes(column.name) ? moved(column, moves) : column)) }
    : table
