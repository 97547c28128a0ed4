import { z } from 'zod'
import { body, text } from './declare/field.ts'
import { route } from './declare/route.ts'
import { annotationLayer } from './query-context.ts'

/** The data of one annotation layer. A chart's own request answers those of all its layers, too. */
export const annotationData = route({
  method: 'POST',
  path: '/api/v1/chart/annotation_data',
  access: ['can_read', 'Chart'],
  summary: 'Data of one annotation layer',
  tag: 'chart',
  body: body({
    layer: annotationLayer,
    /** Of the annotated chart, for layers that take them over. */
    time_range: text().nullish(),
    time_grain_sqla: text().nullish(),
  }),
  result: z.object({ result: z.object({ columns: z.array(z.string()).optional(), records: z.array(z.unknown()) }).nullable() }),
})
