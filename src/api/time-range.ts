import { z } from 'zod'
import { route } from './declare/route.ts'

const preview = z.object({ since: z.string(), until: z.string(), timeRange: z.string(), shift: z.string().nullable() })

/** `q` is a text, or a list of ranges with shifts. */
export const timeRange = route({
  method: 'GET',
  path: '/api/v1/time_range/',
  access: ['can_time_range', 'Api'],
  refuses: 'as old views',
  summary: 'Since and until of time range texts',
  tag: 'time_range',
  q: z.unknown(),
  result: z.object({ result: z.array(preview) }),
})

export const timeRangeQuestion = z.union([
  z.string().transform((text) => [{ timeRange: text, shift: undefined as string | undefined }]),
  z.array(z.object({ timeRange: z.string(), shift: z.string().optional() })),
])
