import { z } from 'zod'
import { largestInteger } from './field.ts'

/** Refusals name the JSON type `integer`, which zod itself calls a number. */
const integer = () =>
  z.preprocess((value) => (typeof value === 'number' && Math.abs(value) > largestInteger ? NaN : value), z.int({ error: 'integer' }))

const names = () => z.array(z.string()).readonly().optional()

/** The columns that a call asks for, under one of two names. */
const columnNames = { columns: names(), select_columns: names() }

/** Neither nothing nor an object. */
const filterValue = z.custom<unknown>((value) => value !== null && (typeof value !== 'object' || Array.isArray(value)), {
  error: 'not valid under any of the given schemas',
})

/** Shapes of the Rison argument `q`. Keys that they do not name are ignored. */
export const listQ = z.object({
  ...columnNames,
  keys: z.array(z.enum(['list_columns', 'order_columns', 'label_columns', 'description_columns', 'list_title', 'none'])).optional(),
  filters: z.array(z.object({ col: z.string(), opr: z.string(), value: filterValue })).optional(),
  order_column: z.string().optional(),
  order_direction: z.enum(['asc', 'desc']).optional(),
  page: integer().optional(),
  page_size: integer().optional(),
})
export type ListQ = z.output<typeof listQ>

export const getQ = z.object({
  ...columnNames,
  keys: z.array(z.enum(['show_columns', 'description_columns', 'label_columns', 'show_title', 'none'])).optional(),
})
export type GetQ = z.output<typeof getQ>

export const infoQ = z.object({
  keys: z.array(z.enum(['add_columns', 'edit_columns', 'filters', 'permissions', 'add_title', 'edit_title', 'none'])).optional(),
})

export const relatedQ = z.object({
  filter: z.string().optional(),
  include_ids: z.array(integer()).optional(),
  page: integer().optional(),
  page_size: integer().optional(),
})
export type RelatedQ = z.output<typeof relatedQ>

export const idsQ = z.array(integer())
