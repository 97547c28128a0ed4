import { z } from 'zod'
import { pythonRepr } from '../../encoding/python-text.ts'
import { floatColumn, type FrameColumn, dropFirstRows, isNumber, numbersOf } from '../frame.ts'
import { derive } from '../derive.ts'
import { columnMap, needColumns, operation, TransformError } from '../operation.ts'
import { rollingKinds, type RollingOptions } from '../calculation/rolling-kinds.ts'
import { weighted, windowWeights } from '../calculation/rolling-weights.ts'

const options = z.object({
  rolling_type: z.string(),
  columns: columnMap.nullish(),
  window: z.union([z.number(), z.string()]).nullish(),
  rolling_type_options: z.record(z.string(), z.unknown()).nullish(),
  center: z.boolean().nullish(),
  win_type: z.string().nullish(),
  min_periods: z.int().nullish(),
})

const windowOf = (given: unknown): number => {
  if (given === null || given === undefined) throw new TransformError('Undefined window for rolling operation')
  const window = Number(given)
  if (window === 0) throw new TransformError('Window must be > 0')
  if (!Number.isInteger(window) || window < 0) throw new TransformError('window must be an integer 0 or greater')
  return window
}

/**
 * A statistic over the last `window` rows, or those around each row. With min_periods the first rows, which cannot have
 * that many, are left out.
 */
export const rolling = operation('rolling', options, (frame, given) => {
  const columns = given.columns ?? {}
  needColumns(frame, Object.keys(columns))
  const window = windowOf(given.window)
  const settings = given.rolling_type_options ?? {}
  const least = given.min_periods ?? window
  if (least > window) throw new TransformError(`min_periods ${least} must be <= window ${window}`)
  if (least < 0) throw new TransformError('min_periods must be >= 0')
  const kind = Object.hasOwn(rollingKinds, given.rolling_type) ? rollingKinds[given.rolling_type] : undefined
  if (!kind) throw new TransformError(`Invalid rolling_type: ${given.rolling_type}`)
  const calculate = given.win_type
    ? weighted(given.rolling_type, windowWeights(given.win_type, window, settings))
    : kind.of(settings as RollingOptions)
  const unknown = !given.win_type && Object.keys(settings).some((key) => !kind.options.includes(key))
  if (!calculate || unknown) throw new TransformError(`Invalid options for ${given.rolling_type}: ${pythonRepr(settings)}`)

  const ahead = given.center ? Math.floor((window - 1) / 2) : 0
  const roll = ({ path, data }: FrameColumn): FrameColumn => {
    const values = isNumber(data) || data.type === 'boolean' ? numbersOf(data) : undefined
    if (!values) throw new TransformError('Rolling operations need numbers')
    return { path, data: floatColumn(calculate({ values, window, ahead, least })) }
  }
  return dropFirstRows(derive(frame, columns, roll), (given.min_periods ?? 0) - 1)
})
