import { z } from 'zod'
import { datasetOnDashboard } from './dashboard.ts'
import { body, integer, text, word } from './declare/field.ts'
import { formData, message, pathId } from './declare/resource.ts'
import { route } from './declare/route.ts'

const tag = 'Public Links'
const path = '/api/v1/public_link'

/** Users who may embed dashboards may share objects publicly. */
const access = ['can_set_embedded', 'Dashboard'] as const

export const sharedKinds = ['dashboard', 'chart'] as const
export type SharedKind = (typeof sharedKinds)[number]

const publicLink = z.object({
  kind: z.enum(sharedKinds),
  id: z.number(),
  name: z.string(),
  url: z.string(),
  created_on: z.string(),
  created_by: z.string().nullable(),
})
export type PublicLink = z.output<typeof publicLink>

export const publicLinkList = route({
  method: 'GET',
  path: `${path}/`,
  access,
  summary: 'Dashboards and charts that are shared by a public link',
  tag,
  result: z.object({ result: z.array(publicLink) }),
})

export const publicLinkCreate = route({
  method: 'POST',
  path: `${path}/`,
  access,
  summary: 'Share a dashboard or a chart by a public link; an object that is shared already keeps its link',
  tag,
  body: body({ kind: word(...sharedKinds), id: integer() }),
  result: z.object({ result: publicLink }),
})

export const publicLinkDelete = route({
  method: 'DELETE',
  path: `${path}/:kind/:pk`,
  access,
  summary: 'Revoke the public link of a dashboard or a chart; pages that show it lose access at once',
  tag,
  params: z.object({ kind: z.enum(sharedKinds), pk: pathId() }),
  result: message,
})

/** A chart that is shared by itself. */
const sharedChart = z.object({
  slice_name: z.string(),
  description: z.string().nullable(),
  form_data: formData,
  dataset: datasetOnDashboard.nullable(),
})
export type SharedChart = z.output<typeof sharedChart>

export const publicLinkOpen = route({
  method: 'POST',
  path: `${path}/open`,
  access: 'public',
  csrfExempt: true,
  summary: 'What a public link shows, and a guest token to read it',
  tag,
  body: body({ key: text({ min: 1, max: 100 }) }),
  result: z.object({
    result: z.object({
      kind: z.enum(sharedKinds),
      id: z.number(),
      token: z.string(),
      /** Seconds until the token ends. */
      expires_in: z.number(),
      chart: sharedChart.nullable(),
    }),
  }),
})

export const sharedPage = route({
  method: 'GET',
  path: '/shared/:key',
  access: 'public',
  summary: 'The page of a public link',
  tag,
  params: z.object({ key: text({ max: 100 }) }),
  answers: 'page',
})
