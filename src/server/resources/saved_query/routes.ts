import {
  savedQueryStar,
  savedQueryBulkDelete,
  savedQueryCreate,
  savedQueryDelete,
  savedQueryDistinct,
  savedQueryStars,
  savedQueryGet,
  savedQueryInfo,
  savedQueryList,
  savedQueryRelated,
  savedQueryUnstar,
  savedQueryUpdate,
} from '#api/saved-query.ts'
import { userOf, type Principal } from '#core/access/principal.ts'
import { notFound } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { serve, type App } from '../../http/serve.ts'
import { addFavorite, favoriteStatus, removeFavorite } from '../../list/favorites.ts'
import { getRecord, serveRecords } from '../../list/record.ts'
import { distinct, related } from '../../list/related.ts'
import { savedQueryShown, savedQuerySpec, savedQueryTags } from './spec.ts'
import { createQuery, deleteQueries, ownQueries, requireQueries, savedQueryTag, updateQuery } from './store.ts'

/** Queries that users keep. */
export const savedQueries = (app: App): void => {
  const { ctx } = app
  const spec = savedQuerySpec(ctx.sql)
  serveRecords(app, spec, { list: savedQueryList, info: savedQueryInfo })

  serve(app, savedQueryRelated, async ({ principal, params, q }) => related(spec, { ctx, principal }, params.column, q))

  serve(app, savedQueryDistinct, async ({ principal, params, q }) => distinct(spec, { ctx, principal }, params.column, q))

  serve(app, savedQueryGet, async ({ principal, params, q, reply }) => {
    const [row] = await requireQueries(ctx.db, principal, [params.pk])
    if (row) reply.header('etag', savedQueryTag(row))
    return getRecord({ ...spec, listColumns: savedQueryShown, moreColumns: savedQueryTags }, { ctx, principal }, params.pk, q)
  })

  serve(app, savedQueryCreate, async ({ principal, body, reply }) => {
    const { row, answer } = await createQuery({ ctx, by: principal }, body)
    reply.code(201).header('etag', savedQueryTag(row))
    return answer
  })

  serve(app, savedQueryUpdate, async ({ principal, params, body, request, reply }) => {
    const ifMatch = request.headers['if-match']
    const { row, answer } = await updateQuery({ ctx, by: principal }, { id: params.pk, values: body, ifMatch })
    reply.header('etag', savedQueryTag(row))
    return answer
  })

  serve(app, savedQueryDelete, async ({ principal, params }) => {
    await deleteQueries({ ctx, by: principal }, [params.pk])
    return { message: 'OK' }
  })

  serve(app, savedQueryBulkDelete, async ({ principal, q }) => {
    const count = await deleteQueries({ ctx, by: principal }, q)
    return { message: t.plural(count, 'Deleted %(count)s saved query', 'Deleted %(count)s saved queries') }
  })

  const whose = async (principal: Principal, id: number) => {
    await requireQueries(ctx.db, principal, [id])
    const userId = userOf(principal)?.id
    if (userId === undefined) throw notFound()
    return { kind: 'saved_query', userId }
  }

  serve(app, savedQueryStars, async ({ principal, q }) => {
    const known = await ownQueries(ctx.db, principal, q)
    if (known.length === 0) throw notFound()
    return { result: await favoriteStatus(ctx, { kind: 'saved_query', userId: userOf(principal)?.id ?? null }, q) }
  })

  serve(app, savedQueryStar, async ({ principal, params }) => {
    await addFavorite(ctx, await whose(principal, params.pk), params.pk)
    return { result: 'OK' }
  })

  serve(app, savedQueryUnstar, async ({ principal, params }) => {
    await removeFavorite(ctx, await whose(principal, params.pk), params.pk)
    return { result: 'OK' }
  })
}
