import { z } from 'zod'
import { datasourceTypes } from '#core/query/query-object.ts'
import { body, integer, list, mapping, pair, text, word } from './declare/field.ts'
import { formData, message, queryId, tab } from './declare/resource.ts'
import { datasetData, exploredQuery } from './dataset-data.ts'
import { route } from './declare/route.ts'

const tag = 'explore'

const id = queryId()

/** A chart's row as explore shows it. */
const slice = z.object({
  slice_id: z.number(),
  slice_name: z.string(),
  slice_url: z.string(),
  edit_url: z.string(),
  description: z.string().nullable(),
  description_markeddown: z.string(),
  form_data: formData,
  query_context: z.string().nullable(),
  datasource: z.string(),
  owners: z.array(z.number()),
  cache_timeout: z.number().nullable(),
  certified_by: z.string().nullable(),
  certification_details: z.string().nullable(),
  is_managed_externally: z.boolean(),
  modified: z.string(),
  changed_on: z.string(),
  changed_on_humanized: z.string(),
})

const chartMetadata = z.object({
  owners: z.array(z.string()),
  created_by: z.string().nullable(),
  created_on_humanized: z.string(),
  changed_by: z.string().nullable(),
  changed_on_humanized: z.string(),
  dashboards: z.array(z.object({ id: z.number(), dashboard_title: z.string() })),
})

/** The placeholder for a deleted dataset. */
const missingDataset = z.object({
  type: z.string(),
  name: z.string(),
  columns: z.array(z.never()),
  metrics: z.array(z.never()),
  database: z.object({ id: z.number(), backend: z.string(), parameters: z.object({}) }),
})

const exploreAnswer = z.object({
  dataset: z.union([datasetData, exploredQuery, missingDataset]),
  form_data: z.record(z.string(), z.unknown()),
  slice: slice.nullable(),
  metadata: chartMetadata.nullable(),
  message: z.string().nullable(),
})

export const explore = route({
  method: 'GET',
  path: '/api/v1/explore/',
  access: ['can_read', 'Explore'],
  summary: 'Everything that the explore screen needs',
  tag,
  query: z.object({
    slice_id: id,
    datasource_id: id,
    datasource_type: z.string().optional(),
    form_data_key: z.string().optional(),
    permalink_key: z.string().optional(),
  }),
  result: z.object({ result: exploreAnswer }),
})

/** Form data as text; the handler checks that it is JSON, as that error is a list of its own. */
const formDataBody = body({
  datasource_id: integer(),
  datasource_type: word(...datasourceTypes),
  chart_id: integer().optional(),
  form_data: text(),
})
export type FormDataBody = z.output<typeof formDataBody>

const key = z.object({ key: z.string() })
const view = 'ExploreFormDataRestApi'

export const formDataCreate = route({
  method: 'POST',
  path: '/api/v1/explore/form_data',
  access: ['can_write', view],
  summary: 'Keep form data',
  tag,
  query: tab,
  body: formDataBody,
  result: key,
})

export const formDataGet = route({
  method: 'GET',
  path: '/api/v1/explore/form_data/:key',
  access: ['can_read', view],
  summary: 'Kept form data',
  tag,
  params: key,
  result: z.object({ form_data: z.string() }),
})

export const formDataUpdate = route({
  method: 'PUT',
  path: '/api/v1/explore/form_data/:key',
  access: ['can_write', view],
  summary: 'Replace form data',
  tag,
  params: key,
  query: tab,
  body: formDataBody,
  result: key,
})

export const formDataDelete = route({
  method: 'DELETE',
  path: '/api/v1/explore/form_data/:key',
  access: ['can_write', view],
  summary: 'Forget form data',
  tag,
  params: key,
  result: message,
})

export const chartFormData = route({
  method: 'GET',
  path: '/api/v1/form_data/',
  access: ['can_query_form_data', 'Api'],
  summary: 'Form data of a saved chart',
  tag,
  query: z.object({ slice_id: id }),
  /** Empty without a chart. */
  result: z.record(z.string(), z.unknown()),
})

export const explorePermalinkCreate = route({
  method: 'POST',
  path: '/api/v1/explore/permalink',
  access: ['can_write', 'ExplorePermalinkRestApi'],
  summary: 'A link that carries form data',
  tag,
  body: body({
    formData: mapping(),
    urlParams: list(pair()).nullable().optional(),
    chartState: mapping().nullable().optional(),
  }),
  result: z.object({ key: z.string(), url: z.string() }),
})

export const explorePermalinkGet = route({
  method: 'GET',
  path: '/api/v1/explore/permalink/:key',
  access: ['can_read', 'ExplorePermalinkRestApi'],
  summary: 'What a permalink carries',
  tag,
  params: key,
  result: z
    .object({
      chartId: z.number().nullable(),
      datasourceId: z.number(),
      datasourceType: z.string(),
      datasource: z.string().optional(),
      state: z.object({ formData: z.record(z.string(), z.unknown()) }).catchall(z.unknown()),
    })
    .catchall(z.unknown()),
})
