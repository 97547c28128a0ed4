import { columnsNamed, type Frame, type FrameColumn } from './frame.ts'

/**
 * Adds a column for each source (a family of columns after a pivot) under its target name. When every target is its source,
 * the columns are replaced instead.
 */
export const derive = (frame: Frame, columns: Record<string, string>, make: (column: FrameColumn) => FrameColumn): Frame =>
  place(frame, columns, (family) => family.map(make))

/** The same for what must see all source columns at once. */
export const place = (frame: Frame, columns: Record<string, string>, make: (sources: FrameColumn[]) => FrameColumn[]): Frame => {
  const sources = Object.keys(columns).flatMap((name) => columnsNamed(frame, name))
  const made = make(sources)
  if (Object.entries(columns).every(([source, target]) => source === target)) {
    const results = new Map(sources.map((source, i) => [source, made[i]]))
    return { ...frame, columns: frame.columns.map((column) => results.get(column) ?? column) }
  }
  const renamed = made.map(({ path, data }) => ({
    path: path.map((label) => (typeof label === 'string' && Object.hasOwn(columns, label) ? (columns[label] ?? label) : label)),
    data,
  }))
  return { ...frame, columns: [...frame.columns, ...renamed] }
}
