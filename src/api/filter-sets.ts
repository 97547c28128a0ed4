import { z } from 'zod'
import { jsonBoundsFault } from '#core/encoding/json/json-bounds.ts'
import { body, integer, oneOf, text } from './declare/field.ts'
import { pathId } from './declare/resource.ts'
import { route, type Access } from './declare/route.ts'

/** Values of a dashboard's filters under a name: the dashboard's, or one person's. */
const tag = 'dashboard'
const path = '/api/v1/dashboard/:dashboard_id/filtersets'
/** The dashboard, or the owner, decides who may write one. */
const access: Access = ['can_read', 'Dashboard']

const ofDashboard = z.object({ dashboard_id: pathId() })
const one = ofDashboard.extend({ pk: pathId() })

const params = z.object({ nativeFilters: z.record(z.string(), z.unknown()), dataMask: z.record(z.string(), z.unknown()).optional() })

const isParams = (value: string): boolean => {
  if (jsonBoundsFault(value) !== null) return false
  try {
    return params.safeParse(JSON.parse(value)).success
  } catch {
    return false
  }
}

const unreadable = { error: 'failed to parse json_metadata to json' }

const described = { description: text({ min: 1, max: 1000 }).nullable().optional() }

const newSet = body({
  ...described,
  name: text({ min: 0, max: 500 }),
  owner_type: oneOf('User', 'Dashboard'),
  owner_id: integer().optional(),
  json_metadata: text(),
})
  .refine(({ json_metadata }) => isParams(json_metadata), unreadable)
  .refine(({ owner_type, owner_id }) => owner_type !== 'User' || owner_id !== undefined, {
    error: 'owner_id is mandatory when owner_type is User',
  })
export type NewFilterSet = z.output<typeof newSet>

const change = body({
  ...described,
  name: text({ min: 0, max: 500 }).optional(),
  owner_type: oneOf('Dashboard').optional(),
  json_metadata: text().optional(),
}).refine(({ json_metadata }) => json_metadata === undefined || isParams(json_metadata), unreadable)
export type FilterSetChange = z.output<typeof change>

export const filterSetList = route({
  method: 'GET',
  path,
  access,
  summary: 'The filter sets of a dashboard: its own, and those of the caller',
  tag,
  ids: 'digits',
  params: ofDashboard,
  result: z
    .object({ count: z.number(), ids: z.array(z.number()), result: z.array(z.record(z.string(), z.unknown())) })
    .catchall(z.unknown()),
})

export const filterSetCreate = route({
  method: 'POST',
  path,
  access,
  summary: 'Keep filter values under a name',
  tag,
  params: ofDashboard,
  body: newSet,
  result: z.record(z.string(), z.unknown()),
})

export const filterSetUpdate = route({
  method: 'PUT',
  path: `${path}/:pk`,
  access,
  summary: 'Change a filter set',
  tag,
  params: one,
  body: change,
  result: z.record(z.string(), z.unknown()),
})

export const filterSetDelete = route({
  method: 'DELETE',
  path: `${path}/:pk`,
  access,
  summary: 'Delete a filter set',
  tag,
  params: one,
  result: z.record(z.string(), z.unknown()),
})
