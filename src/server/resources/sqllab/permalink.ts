import { sqllabPermalinkCreate, sqllabPermalinkGet } from '#api/sqllab.ts'
import { userOf } from '#core/access/principal.ts'
import { notFound } from '#core/errors.ts'
import { getValue, keyOf, putValue } from '../../db/key-values.ts'
import { originOf } from '../../http/edge/origin.ts'
import { asResult, serve, type App } from '../../http/serve.ts'

/** Links that open a script; they carry its text only, so that running it takes the rights of the person who opens it. */
export const sqllabPermalinks = (app: App): void => {
  const { ctx } = app

  serve(app, sqllabPermalinkCreate, async ({ principal, body, request, reply }) => {
    const ownerId = userOf(principal)?.id ?? null
    const key = keyOf(ctx, 'sqllab_permalink', body, ownerId)
    await putValue(ctx, 'sqllab_permalink', key, { value: JSON.stringify(body), ownerId })
    reply.code(201)
    return { key, url: `${originOf(request, ctx.config)}/sqllab/p/${key}/` }
  })

  serve(app, sqllabPermalinkGet, async ({ params }) => {
    const found = await getValue(ctx, 'sqllab_permalink', params.key)
    if (!found) throw notFound()
    return asResult(sqllabPermalinkGet, JSON.parse(found.value))
  })
}
