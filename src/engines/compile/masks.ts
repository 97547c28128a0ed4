import type { ColumnMask, ColumnMasks } from '#core/access/column-rules.ts'
import type { Dialect } from '../dialect.ts'
import type { Dataset, DatasetColumn } from './dataset.ts'
import { isTimeType } from './scope.ts'

type Column = Pick<DatasetColumn, 'column_name' | 'type'>

/** Stands for the characters that are not shown. */
export const dots = '****'

const maskSql: Record<ColumnMask, (column: string, of: Column, dialect: Dialect) => string | null> = {
  hidden: () => null,
  hash: (column, { type }, dialect) => dialect.masks?.hash?.(textOf(column, type, dialect)) ?? null,
  last_four: (column, { type }, dialect) => {
    if (!dialect.masks) return null
    const text = textOf(column, type, dialect)
    // A text of four characters would be shown whole.
    return `CASE WHEN LENGTH(${text}) > 4 THEN ${dialect.masks.lastFour(text)} WHEN ${column} IS NOT NULL THEN '${dots}' END`
  },
  year: (column, { type }, dialect) => {
    const known = type === null ? null : dialect.columnType(type)
    return isTimeType(known) ? (dialect.grains['P1Y']?.(column, known ?? undefined) ?? null) : null
  },
}

const textOf = (column: string, type: string | null, dialect: Dialect) =>
  dialect.castToText(column, type === null ? undefined : dialect.columnType(type))

/** Whether the engine can show a column like this; columns of which it cannot are null for whom the rule binds. */
export const canMask = (dialect: Dialect, column: Column, mask: ColumnMask): boolean =>
  mask === 'hidden' || maskSql[mask](dialect.quote(column.column_name), column, dialect) !== null

/** The select list in which masked columns read as their rules say; hidden ones are left out. */
export const maskedColumns = (dialect: Dialect, columns: readonly Column[], masks: ColumnMasks): { sql: string; name: string }[] => {
  const shown = columns.flatMap((column) => {
    const { column_name: name } = column
    const sql = dialect.quote(name)
    const mask = masks.get(name)
    if (mask === undefined) return [{ sql, name }]
    return mask === 'hidden' ? [] : [{ sql: maskSql[mask](sql, column, dialect) ?? 'NULL', name }]
  })
  return shown.length ? shown : [{ sql: 'NULL', name: 'NULL' }]
}

/** Columns that are masked as text are no numbers and no times any more. */
const typeAs = (mask: ColumnMask | undefined): Partial<DatasetColumn> =>
  mask === 'hash' || mask === 'last_four' ? { type: 'VARCHAR', is_dttm: false, python_date_format: null } : {}

/**
 * The dataset as it is for whom these masks bind. A masked column that has become a calculated one is hidden: its expression reads
 * columns that no mask names.
 */
export const maskedDataset = (dataset: Dataset, masks: ColumnMasks): Dataset => {
  if (!masks.size) return dataset
  const isShown = ({ column_name: name, expression }: DatasetColumn) => !masks.has(name) || (!expression && masks.get(name) !== 'hidden')
  const columns = dataset.columns.filter(isShown).map((column) => ({ ...column, ...typeAs(masks.get(column.column_name)) }))
  const main = columns.some(({ column_name }) => column_name === dataset.main_dttm_col)
  return {
    ...dataset,
    columns,
    main_dttm_col: main ? dataset.main_dttm_col : null,
    masked: { columns: dataset.columns.filter(({ expression }) => !expression), masks },
  }
}
