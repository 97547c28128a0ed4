import { apiTokensRoute, createApiTokenRoute, revokeApiTokenRoute } from '#api/api-token.ts'
import { notFound } from '#core/errors.ts'
import { requireUser } from '../../access/require-user.ts'
import { serve, type App } from '../../http/serve.ts'
import { apiTokensOf, createApiToken, revokeApiToken } from '../../access/sign-in/api-tokens.ts'

/** The API tokens of the current user. */
export const apiTokens = (app: App): void => {
  const { ctx } = app

  serve(app, apiTokensRoute, async ({ principal }) => ({ result: await apiTokensOf(ctx, requireUser(principal).id) }))

  serve(app, createApiTokenRoute, async ({ principal, body, reply }) => {
    const { token, result } = await createApiToken(ctx, requireUser(principal), body)
    reply.code(201).header('cache-control', 'no-store')
    return { id: result.id, token, result }
  })

  serve(app, revokeApiTokenRoute, async ({ principal, params }) => {
    if (!(await revokeApiToken(ctx, requireUser(principal), params.pk))) throw notFound()
    return { message: 'OK' }
  })
}
