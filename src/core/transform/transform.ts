import type { Table } from '../table.ts'
import { aggregate } from './aggregate.ts'
import { boxplot } from './boxplot.ts'
import { compare } from './compare.ts'
import { contribution } from './contribution.ts'
import { cum } from './cum.ts'
import { diff } from './diff.ts'
import { flatten } from './flatten.ts'
import { type Frame, frameOf } from './frame.ts'
import { geodeticParse } from './geodetic.ts'
import { geohashDecode, geohashEncode } from './geohash.ts'
import { histogram } from './histogram.ts'
import { type Operation, TransformError } from './operation.ts'
import { pivot } from './pivot.ts'
import { prophet } from './prophet.ts'
import { rank } from './rank.ts'
import { rename } from './rename.ts'
import { resample } from './resample.ts'
import { rolling } from './rolling.ts'
import { select } from './select.ts'
import { escapeSeparator, unescapeSeparator } from './separator.ts'
import { sort } from './sort.ts'

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
