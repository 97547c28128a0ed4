import { z } from 'zod'
import { body, integer, list, openBody, text } from './declare/field.ts'
import { pk, querySwitch } from './declare/resource.ts'
import { route } from './declare/route.ts'
import { chartAnswer } from './chart-answer.ts'
import { chartDataBody } from './query-context.ts'

const tag = 'chart'
const canRead = ['can_read', 'Chart'] as const

/** Says in the address what a request is for; nothing reads it. */
const forLogs = z.custom<string | number | boolean>()

export const chartData = route({
  method: 'POST',
  path: '/api/v1/chart/data',
  csrfExempt: true,
  access: canRead,
  summary: 'Data of a query context; also as a form with the field `form_data`',
  tag,
  query: z.object({
    /** `{"slice_id":…}` */
    form_data: forLogs.optional(),
    dashboard_id: forLogs.optional(),
    force: forLogs.optional(),
    /** CSV with all rows, streamed. */
    full: z.stringbool().optional(),
    /** With the result type `query`: also where its filters come from, the state of the cache and the last run. */
    explain: z.stringbool().optional(),
  }),
  body: chartDataBody,
  answers: 'bytes',
  result: chartAnswer,
})

export const chartDataFromCache = route({
  method: 'GET',
  path: '/api/v1/chart/data/:cache_key',
  access: canRead,
  summary: 'A finished answer by its cache key',
  tag,
  params: z.object({ cache_key: z.string() }),
  answers: 'bytes',
  result: chartAnswer,
})

export const savedChartData = route({
  method: 'GET',
  path: '/api/v1/chart/:pk/data',
  access: canRead,
  summary: 'Data of a saved chart',
  tag,
  ids: 'digits',
  params: pk,
  query: z.object({
    /** Result format and result type, as in a query context. */
    format: z.string().optional(),
    type: z.string().optional(),
    force: querySwitch(),
    /** CSV with all rows, streamed. */
    full: querySwitch(),
  }),
  answers: 'bytes',
  result: chartAnswer,
})

const warmed = z.object({ chart_id: z.number(), viz_error: z.unknown(), viz_status: z.string().nullable() })
const warmedCharts = z.object({ result: z.array(warmed) })
const dashboardFilters = { dashboard_id: integer().optional(), extra_filters: text().optional() }

export const warmUpChart = route({
  method: 'PUT',
  path: '/api/v1/chart/warm_up_cache',
  access: ['can_warm_up_cache', 'Chart'],
  summary: 'Runs a chart and keeps its answer',
  tag,
  body: body({ chart_id: integer(), ...dashboardFilters }),
  result: warmedCharts,
})

export const warmUpDataset = route({
  method: 'PUT',
  path: '/api/v1/dataset/warm_up_cache',
  access: ['can_warm_up_cache', 'Dataset'],
  summary: 'Runs every chart of a dataset and keeps the answers',
  tag: 'dataset',
  body: body({ db_name: text(), table_name: text(), ...dashboardFilters }),
  result: warmedCharts,
})

export const invalidationBody = body({
  datasource_uids: list(text()).nullish(),
  datasources: list(
    openBody({
      database_name: text().nullish(),
      catalog: text().nullish(),
      schema: text().nullish(),
      datasource_name: text().nullish(),
      datasource_type: text().nullish(),
    }),
  ).nullish(),
})

export const invalidateAnswers = route({
  method: 'POST',
  path: '/api/v1/cachekey/invalidate',
  access: ['can_invalidate', 'CacheRestApi'],
  summary: 'Forgets the kept answers of datasets',
  tag: 'cachekey',
  body: z.unknown(),
  result: z.object({}),
})
