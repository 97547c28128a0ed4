import { z } from 'zod'
import { body, integer } from './declare/field.ts'
import { getQ, infoQ, listQ, relatedQ } from './declare/q.ts'
import { infoResult, listResult, message, pk, recordResult } from './declare/resource.ts'
import { route } from './declare/route.ts'

/** People who asked for an account and wait for it. */
const path = '/api/v1/security/user_registrations/' as const
const view = 'UserRegistrationsRestAPI'
const tag = 'UserRegistrationsRestAPI'

/** The wire takes nothing but an id. */
const registration = body({ id: integer().optional() })

const row = z.object({
  id: z.number(),
  username: z.string(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  registration_date: z.string(),
})

const column = z.object({ column: z.string() })

export const registrationList = route({
  method: 'GET',
  path,
  access: ['can_list', view],
  summary: 'Who waits for an account',
  tag,
  q: listQ,
  row,
  result: listResult(row),
})

export const registrationInfo = route({
  method: 'GET',
  path: `${path}_info`,
  access: ['can_list', view],
  summary: 'Permissions, filters and columns',
  tag,
  q: infoQ,
  result: infoResult,
})

export const registrationRelated = route({
  method: 'GET',
  path: `${path}related/:column`,
  access: ['can_list', view],
  summary: 'Options of a relation; there is none',
  tag,
  params: column,
  q: relatedQ,
  result: z.never(),
})

export const registrationDistinct = route({
  method: 'GET',
  path: `${path}distinct/:column`,
  access: ['can_list', view],
  summary: 'Distinct values of a column; none is offered',
  tag,
  params: column,
  q: relatedQ,
  result: z.never(),
})

export const registrationGet = route({
  method: 'GET',
  path: `${path}:pk`,
  access: ['can_show', view],
  summary: 'One who waits',
  tag,
  ids: 'digits',
  params: pk,
  q: getQ,
  result: recordResult(row),
})

export const registrationCreate = route({
  method: 'POST',
  path,
  access: ['can_add', view],
  summary: 'Ask for an account; refused',
  tag,
  body: registration,
  faultStatus: 422,
  unreadableAs: 'error',
  result: z.never(),
})

export const registrationUpdate = route({
  method: 'PUT',
  path: `${path}:pk`,
  access: ['can_edit', view],
  summary: 'Change one who waits',
  tag,
  params: pk,
  body: registration,
  faultStatus: 422,
  unreadableAs: 'error',
  result: z.never(),
})

export const registrationDelete = route({
  method: 'DELETE',
  path: `${path}:pk`,
  access: ['can_delete', view],
  summary: 'Refuse a request',
  tag,
  params: pk,
  result: message,
})

export const registrationApprove = route({
  method: 'POST',
  path: `${path}:pk/approve`,
  access: ['can_post', 'User'],
  summary: 'Make the account that somebody asked for',
  tag,
  ids: 'digits',
  params: pk,
  result: message,
})
