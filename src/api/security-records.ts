import { z } from 'zod'
import { getQ, infoQ, listQ } from './declare/q.ts'
import { infoResult, listResult, message, pk, recordResult } from './declare/resource.ts'
import { route } from './declare/route.ts'

/** Routes of the records of accounts and rights: permission pairs other than those of objects, and 422 for invalid bodies where Superset has it. */
type Named<R extends z.ZodObject = z.ZodObject> = { path: string; view: string; tag: string; row: R }

export const recordListRoute = <const R extends z.ZodObject>({ path, view, tag, row }: Named<R>) =>
  route({
    method: 'GET',
    path: `/api/v1/security/${path}/`,
    access: ['can_get', view],
    summary: 'List, filtered by q',
    tag,
    q: listQ,
    row,
    result: listResult(row),
  })

export const recordInfoRoute = ({ path, view, tag }: Named) =>
  route({
    method: 'GET',
    path: `/api/v1/security/${path}/_info`,
    access: ['can_info', view],
    summary: 'Permissions, filters and columns',
    tag,
    q: infoQ,
    result: infoResult,
  })

export const recordGetRoute = ({ path, view, tag, row }: Named) =>
  route({
    method: 'GET',
    path: `/api/v1/security/${path}/:pk`,
    access: ['can_get', view],
    summary: 'One record',
    tag,
    ids: 'digits',
    params: pk,
    q: getQ,
    result: recordResult(row),
  })

const created = z.object({ id: z.number(), result: z.record(z.string(), z.unknown()).optional() })
const updated = z.object({ result: z.record(z.string(), z.unknown()) })

type FaultStatus = 400 | 422

export const recordCreateRoute = <const B extends z.ZodType>({ path, view, tag }: Named, body: B, faultStatus: FaultStatus = 422) =>
  route({
    method: 'POST',
    path: `/api/v1/security/${path}/`,
    access: ['can_post', view],
    summary: 'Create',
    tag,
    body,
    faultStatus,
    result: created,
  })

export const recordUpdateRoute = <const B extends z.ZodType>({ path, view, tag }: Named, body: B, faultStatus: FaultStatus = 422) =>
  route({
    method: 'PUT',
    path: `/api/v1/security/${path}/:pk`,
    access: ['can_put', view],
    summary: 'Update',
    tag,
    params: pk,
    body,
    faultStatus,
    result: updated,
  })

export const recordDeleteRoute = ({ path, view, tag }: Named) =>
  route({
    method: 'DELETE',
    path: `/api/v1/security/${path}/:pk`,
    access: ['can_delete', view],
    summary: 'Delete',
    tag,
    params: pk,
    result: message,
  })
