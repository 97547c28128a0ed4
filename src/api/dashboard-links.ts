import { z } from 'zod'
import { body, jsonText, list, mapping, pair, text } from './declare/field.ts'
import { idOrName, message, pk, tab } from './declare/resource.ts'
import { route } from './declare/route.ts'

const tag = 'dashboard'

/** Values that a link carries by key: the filters of one browser tab. */
const valueBody = body({ value: jsonText() })
const keyed = pk.extend({ key: z.string() })
const state = 'DashboardFilterStateRestApi'
const keyAnswer = z.object({ key: z.string() })

export const filterStateCreate = route({
  method: 'POST',
  path: '/api/v1/dashboard/:pk/filter_state',
  access: ['can_write', state],
  summary: 'Keep filter state',
  tag,
  ids: 'digits',
  params: pk,
  query: tab,
  body: valueBody,
  result: keyAnswer,
})

export const filterStateGet = route({
  method: 'GET',
  path: '/api/v1/dashboard/:pk/filter_state/:key',
  access: ['can_read', state],
  summary: 'Kept filter state',
  tag,
  ids: 'digits',
  params: keyed,
  result: z.object({ value: z.string() }),
})

export const filterStateUpdate = route({
  method: 'PUT',
  path: '/api/v1/dashboard/:pk/filter_state/:key',
  access: ['can_write', state],
  summary: 'Replace filter state',
  tag,
  ids: 'digits',
  params: keyed,
  query: tab,
  body: valueBody,
  result: keyAnswer,
})

export const filterStateDelete = route({
  method: 'DELETE',
  path: '/api/v1/dashboard/:pk/filter_state/:key',
  access: ['can_write', state],
  summary: 'Forget filter state',
  tag,
  ids: 'digits',
  params: keyed,
  result: message,
})

/** The filter values that a dashboard remembers for the user who asks. */
const stickyPath = '/api/v1/dashboard/:pk/sticky_filters'

export const stickyFiltersGet = route({
  method: 'GET',
  path: stickyPath,
  access: ['can_read', state],
  summary: 'Filter values that the user applied last',
  tag,
  ids: 'digits',
  params: pk,
  result: z.object({ value: z.string().nullable() }),
})

export const stickyFiltersUpdate = route({
  method: 'PUT',
  path: stickyPath,
  access: ['can_write', state],
  summary: 'Remember filter values of the user',
  tag,
  ids: 'digits',
  params: pk,
  body: valueBody,
  result: message,
})

export const stickyFiltersDelete = route({
  method: 'DELETE',
  path: stickyPath,
  access: ['can_write', state],
  summary: 'Forget filter values of the user',
  tag,
  ids: 'digits',
  params: pk,
  result: message,
})

/** What a permalink carries. */
export const dashboardPermalinkBody = z.strictObject({
  dataMask: mapping().nullable().optional(),
  activeTabs: list(text()).nullable().optional(),
  urlParams: list(pair()).nullable().optional(),
  anchor: text().nullable().optional(),
  chartStates: mapping().nullable().optional(),
})

/** Faults of a permalink's body come as one text that prints a dictionary: the handler parses it. */
export const dashboardPermalinkCreate = route({
  method: 'POST',
  path: '/api/v1/dashboard/:idOrName/permalink',
  access: ['can_write', 'DashboardPermalinkRestApi'],
  summary: 'A link that carries filters, tabs and anchor',
  tag,
  params: idOrName,
  body: z.unknown(),
  result: z.object({ key: z.string(), url: z.string() }),
})

/** A person who opens a permalink is sent on to the dashboard; a program that accepts no page gets an error when there is none. */
export const dashboardPermalinkPage = route({
  method: 'GET',
  path: '/superset/dashboard/p/:key/',
  access: 'public',
  summary: 'Leads to the dashboard with what the link carries',
  tag,
  params: z.object({ key: z.string() }),
  answers: 'page',
})

export const dashboardPermalinkGet = route({
  method: 'GET',
  path: '/api/v1/dashboard/permalink/:key',
  access: ['can_read', 'DashboardPermalinkRestApi'],
  summary: 'What a permalink carries',
  tag,
  params: z.object({ key: z.string() }),
  result: z.object({ dashboardId: z.string(), state: z.record(z.string(), z.unknown()) }),
})
