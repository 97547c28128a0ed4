import type { z } from 'zod'
import type { GetQ, getQ, infoQ, listQ } from '#api/declare/q.ts'
import type { RouteOptions } from '#api/declare/route.ts'
import { notFound } from '#core/errors.ts'
import { serve, type App } from '../http/serve.ts'
import { capitalizeName, pickParts } from './envelope.ts'
import type { Reader } from './field.ts'
import { buildInfo } from './info.ts'
import { askedColumns, list, readRows } from './list.ts'
import type { Listing } from './spec.ts'

type Shape<S> = S extends z.ZodType ? RouteOptions & { q: S } : never

type Routes = {
  list: Shape<typeof listQ>
  info: Shape<typeof infoQ>
  get?: Shape<typeof getQ> & { params: z.ZodType<{ pk: number }> }
}

/** Reads a record in its envelope. @throws MessageError 404 */
export const getRecord = async (spec: Listing, reader: Reader, id: number, q: GetQ) => {
  const asked = askedColumns(spec, q)
  const columns = asked.length ? asked : spec.listColumns
  const [result] = await readRows(spec, reader, [id], columns)
  if (!result) throw notFound()
  const envelope = {
    description_columns: {},
    label_columns: Object.fromEntries(columns.map((name) => [name, spec.labels?.[name] ?? capitalizeName(name)])),
    show_columns: [...columns],
    show_title: `Show ${spec.title}`,
  }
  return { id, result, ...pickParts(envelope, q.keys) }
}

/** Serves the read routes of records without owners. */
export const serveRecords = (app: App, spec: Listing, routes: Routes): void => {
  const { ctx } = app
  serve(app, routes.list, async ({ principal, q }) => list(spec, { ctx, principal }, q))
  serve(app, routes.info, async ({ principal, q }) => buildInfo(spec, principal, q))
  if (routes.get) serve(app, routes.get, async ({ principal, params, q }) => getRecord(spec, { ctx, principal }, params.pk, q))
}
