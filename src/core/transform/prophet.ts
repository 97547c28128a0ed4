import { z } from 'zod'
import { operation, TransformError } from './operation.ts'

const seasonality = z.union([z.boolean(), z.int().min(0)]).nullish()

const options = z.object({
  time_grain: z.string(),
  periods: z.int().min(0),
  confidence_interval: z.number().gt(0).lt(1),
  yearly_seasonality: seasonality,
  weekly_seasonality: seasonality,
  daily_seasonality: seasonality,
  index: z.string().nullish(),
})

export const prophet = operation('prophet', options, () => {
  throw new TransformError('Forecasting is not available')
})
