import { z } from 'zod'
import type { Frame } from '../frame.ts'
import { needColumns, operation, TransformError } from '../operation.ts'

const options = z.object({
  columns: z.record(z.string(), z.string().nullable()),
  inplace: z.boolean().nullish(),
  level: z.union([z.int(), z.string()]).nullish(),
})

const levelNumber = (frame: Frame, level: number | string): number => {
  const count = frame.levels.length
  const found = typeof level === 'string' ? frame.levels.findIndex(({ name }) => name === level) : level < 0 ? level + count : level
  if (found < 0 || found >= count) throw new TransformError(`Column level not found: ${level}`)
  return found
}

/** A null name takes the part out of the flattened name. */
export const rename = operation('rename', options, (frame, { columns, level }) => {
  const names = Object.keys(columns)
  needColumns(frame, names)
  if (names.length === 0) return frame
  const only = level === null || level === undefined ? undefined : levelNumber(frame, level)
  const existing = new Set(frame.columns.map(({ path }) => path[only ?? 0]))
  if (Object.values(columns).every((name) => name !== null && existing.has(name))) throw new TransformError('Label already exists')
  return {
    ...frame,
    columns: frame.columns.map(({ path, data }) => ({
      path: path.map((label, i) => {
        const applies = (only === undefined || only === i) && typeof label === 'string' && Object.hasOwn(columns, label)
        return applies ? (columns[label] ?? null) : label
      }),
      data,
    })),
  }
})
