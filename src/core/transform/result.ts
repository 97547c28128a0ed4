import { type Column, genericType, type Table } from '../table.ts'
import { flatLevel, type Frame, indexColumns, isFlat, isMissing, type Label, labelAt } from './frame.ts'
import { labelText, nameParts, unescapeSeparator } from './label.ts'
import { TransformError } from './operation.ts'

export type TransformResult = {
  table: Table
  colnames: string[]
  /** 0 numeric, 1 text, 2 temporal, 3 boolean; 1 when unknown. */
  coltypes: (0 | 1 | 2 | 3)[]
  /** Row labels: row numbers, unless an operation left others. */
  indexnames: (Label | Label[])[]
  label_map: Record<string, string[]>
}

const onlyMissing = (column: Column, rowCount: number): boolean => {
  for (let row = 0; row < rowCount; row++) if (!isMissing(column, row)) return false
  return true
}

/** The table of a download: the labels of the rows are its first columns, where an operation left others than row numbers. */
export const withRowLabels = (table: Table, { index }: Frame): Table => ({
  ...table,
  columns: [...index.map(({ name, data }): Column => ({ ...data, name: name ?? '' })), ...table.columns],
})

/**
 * What a frame looks like in an answer. `knownTypes` are the types of the dataset's columns: used for columns without a value.
 * @throws TransformError when the column names still have levels, or a column has lost its name
 */
export const resultOf = (frame: Frame, knownTypes: Record<string, 0 | 1 | 2 | 3> = {}): TransformResult => {
  if (!isFlat(frame)) throw new TransformError('The columns of a pivot have several levels: add the operation flatten')
  const [level = flatLevel] = frame.levels
  const escaped = frame.columns.map(({ path: [name = null] }) => {
    if (name === null) throw new TransformError('A column has no name')
    return labelText(name, level)
  })
  const colnames = escaped.map(unescapeSeparator)
  const index = indexColumns(frame).map(({ data }) => data)
  return {
    table: { rowCount: frame.rowCount, columns: frame.columns.map(({ data }, i): Column => ({ ...data, name: colnames[i] ?? '' })) },
    colnames,
    coltypes: frame.columns.map(({ data }, i) =>
      onlyMissing(data, frame.rowCount) ? (knownTypes[colnames[i] ?? ''] ?? 1) : genericType[data.type],
    ),
    indexnames: Array.from({ length: frame.rowCount }, (_, row) => {
      const labels = index.map((column) => labelAt(column, row))
      return labels.length === 1 ? (labels[0] ?? null) : labels
    }),
    label_map: Object.fromEntries(escaped.map((name, i) => [colnames[i] ?? '', nameParts(name)])),
  }
}
