import { z } from 'zod'
import { flatLevel, type Frame, type FrameColumn, hasColumn, isFlat } from '../frame.ts'
import { escapeSeparator, labelText, NAME_SEPARATOR } from '../label.ts'
import { operation, TransformError } from '../operation.ts'

const options = z.object({ reset_index: z.boolean().nullish(), drop_levels: z.array(z.union([z.int(), z.string()])).nullish() })

const withoutLevels = (frame: Frame, dropped: (number | string)[]): Frame => {
  if (dropped.length === 0) return frame
  const count = frame.levels.length
  const numbers = new Set(
    dropped.map((level) => {
      const found = typeof level === 'string' ? frame.levels.findIndex(({ name }) => name === level) : level < 0 ? level + count : level
      if (found < 0 || found >= count) throw new TransformError(`Column level not found: ${level}`)
      return found
    }),
  )
  if (numbers.size >= count)
    throw new TransformError(`Cannot remove ${numbers.size} levels from an index with ${count} levels: at least one level must be left.`)
  const keep = <T>(parts: T[]) => parts.filter((_, i) => !numbers.has(i))
  return { ...frame, levels: keep(frame.levels), columns: frame.columns.map(({ path, data }) => ({ path: keep(path), data })) }
}

/** Joins the parts of each name; null parts are left out. */
const joinNames = (frame: Frame): Frame => {
  const named = frame.columns.map(({ path, data }): FrameColumn => {
    const parts = path.flatMap((label, i) => (label === null ? [] : [escapeSeparator(labelText(label, frame.levels[i] ?? flatLevel))]))
    return { path: [parts.join(NAME_SEPARATOR)], data }
  })
  return { ...frame, levels: [flatLevel], columns: named }
}

/** The first index level becomes the first column. */
const resetIndex = (frame: Frame): Frame => {
  const [first, ...rest] = frame.index
  if (!first) return frame
  const name = first.name ?? (rest.length ? 'level_0' : 'index')
  if (hasColumn(frame, name)) throw new TransformError(`cannot insert ${name}, already exists`)
  return { ...frame, columns: [{ path: [name], data: first.data }, ...frame.columns], index: rest, firstRow: 0 }
}

export const flatten = operation('flatten', options, (frame, { reset_index: reset, drop_levels: levels }) => {
  const rest = withoutLevels(frame, levels ?? [])
  const flat = isFlat(frame) ? rest : joinNames(rest)
  return reset === false ? flat : resetIndex(flat)
})
