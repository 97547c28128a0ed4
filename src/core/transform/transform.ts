import type { Table } from '../table.ts'
import { aggregate } from './operations/aggregate.ts'
import { boxplot } from './operations/boxplot.ts'
import { compare } from './operations/compare.ts'
import { contribution } from './operations/contribution.ts'
import { cum } from './operations/cum.ts'
import { diff } from './operations/diff.ts'
import { flatten } from './operations/flatten.ts'
import { type Frame, frameOf } from './frame.ts'
import { geodeticParse } from './operations/geodetic.ts'
import { geohashDecode, geohashEncode } from './operations/geohash.ts'
import { histogram } from './operations/histogram.ts'
import { type Operation, TransformError } from './operation.ts'
import { pivot } from './operations/pivot.ts'
import { prophet } from './operations/prophet.ts'
import { rank } from './operations/rank.ts'
import { rename } from './operations/rename.ts'
import { resample } from './operations/resample.ts'
import { rolling } from './operations/rolling.ts'
import { select } from './operations/select.ts'
import { escapeSeparator, unescapeSeparator } from './operations/separator.ts'
import { sort } from './operations/sort.ts'

export const operations: Record<string, Operation> = {
  aggregate,
  boxplot,
  compare,
  contribution,
  cum,
  diff,
  escape_separator: escapeSeparator,
  flatten,
  geodetic_parse: geodeticParse,
  geohash_decode: geohashDecode,
  geohash_encode: geohashEncode,
  histogram,
  pivot,
  prophet,
  rank,
  rename,
  resample,
  rolling,
  select,
  sort,
  unescape_separator: unescapeSeparator,
}

export type TransformStep = { operation?: string | null; options?: unknown } | null

/**
 * Applies a query's post_processing to a result in order; null steps are skipped.
 * @throws TransformError (400, `Error: …`)
 */
export const transform = (table: Table | Frame, steps: TransformStep[]): Frame => {
  let frame: Frame = 'levels' in table ? table : frameOf(table)
  for (const step of steps) {
    if (!step) continue
    if (!step.operation) throw new TransformError('`operation` property of post processing object undefined')
    const operation = Object.hasOwn(operations, step.operation) ? operations[step.operation] : undefined
    if (!operation) throw new TransformError(`Unsupported post processing operation: ${step.operation}`)
    frame = operation.apply(frame, step.options)
  }
  return frame
}
