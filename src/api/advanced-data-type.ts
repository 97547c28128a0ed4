import { z } from 'zod'
import { route } from './declare/route.ts'

const tag = 'Advanced Data Type'

export const advancedDataTypes = route({
  method: 'GET',
  path: '/api/v1/advanced_data_type/types',
  access: ['can_read', 'AdvancedDataType'],
  summary: 'The advanced data types that are known',
  tag,
  result: z.object({ result: z.array(z.string()) }),
})

export const advancedDataTypeConvert = route({
  method: 'GET',
  path: '/api/v1/advanced_data_type/convert',
  access: ['can_read', 'AdvancedDataType'],
  summary: 'Values of an advanced data type as a filter compares them',
  tag,
  q: z.object({ type: z.string(), values: z.array(z.unknown()).min(1) }),
  result: z.object({
    result: z.object({
      values: z.array(z.unknown()),
      error_message: z.string(),
      display_value: z.string(),
      valid_filter_operators: z.array(z.string()).readonly(),
    }),
  }),
})
