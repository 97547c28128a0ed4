import type { z } from 'zod'
import type { idsQ, infoQ, listQ, relatedQ } from '#api/declare/q.ts'
import type { RouteOptions } from '#api/declare/route.ts'
import { notFound } from '#core/errors.ts'
import { userOf } from '#core/access/principal.ts'
import { serve, type App, type HandlerInput } from '../http/serve.ts'
import type { Reader } from './field.ts'
import { buildInfo } from './info.ts'
import { list } from './list.ts'
import { distinct, related } from './related.ts'
import { addFavorite, favoriteStatus, removeFavorite } from './favorites.ts'
import { canSee, canSeeAny } from './can-see.ts'
import { versionsOf } from './versions.ts'
import type { Spec } from './spec.ts'

type Shape<S> = S extends z.ZodType ? RouteOptions & { q: S } : never
type ByColumn = Shape<typeof relatedQ> & { params: z.ZodType<{ column: string }> }
type ById = RouteOptions & { params: z.ZodType<{ pk: number }> }

export type Reads = {
  list: Shape<typeof listQ>
  info: Shape<typeof infoQ>
  related: ByColumn
  distinct?: ByColumn
  versions?: ById
  favoriteStatus?: Shape<typeof idsQ>
  addFavorite?: ById
  removeFavorite?: ById
}

/** Serves the read routes that all resources have. */
export const serveReads = (app: App, spec: Spec, routes: Reads): void => {
  const reader = ({ principal }: Pick<HandlerInput<RouteOptions>, 'principal'>): Reader => ({ ctx: app.ctx, principal })
  serve(app, routes.list, async (input) => list(spec, reader(input), input.q))
  serve(app, routes.info, async ({ principal, q }) => buildInfo(spec, principal, q))
  serve(app, routes.related, async (input) => related(spec, reader(input), input.params.column, input.q))
  if (routes.distinct) serve(app, routes.distinct, async (input) => distinct(spec, reader(input), input.params.column, input.q))
  if (routes.versions) serve(app, routes.versions, async (input) => versionsOf(spec, reader(input), input.params.pk))
  if (routes.favoriteStatus) {
    serve(app, routes.favoriteStatus, async (input) => {
      if (!(await canSeeAny(spec, reader(input), input.q))) throw notFound()
      return { result: await favoriteStatus(app.ctx, { kind: spec.kind, userId: userOf(input.principal)?.id ?? null }, input.q) }
    })
  }
  const favored = async (input: HandlerInput<ById>, change: typeof addFavorite) => {
    const userId = userOf(input.principal)?.id
    if (userId === undefined || !(await canSee(spec, reader(input), input.params.pk))) throw notFound()
    await change(app.ctx, { kind: spec.kind, userId }, input.params.pk)
    return { result: 'OK' }
  }
  if (routes.addFavorite) serve(app, routes.addFavorite, async (input) => favored(input, addFavorite))
  if (routes.removeFavorite) serve(app, routes.removeFavorite, async (input) => favored(input, removeFavorite))
}
