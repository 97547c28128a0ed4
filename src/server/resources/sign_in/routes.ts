import { AuthorizationResponseError } from 'openid-client'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { providerReturnRoute, providerRoute, waysRoute, type signInFaults } from '#api/sign-in.ts'
import { MessageError } from '#core/errors.ts'
import { countAddressAttempt } from '../../access/login/login-limits.ts'
import { countLogin } from '../../access/login/log-in.ts'
import { logAction } from '../../access/log-action.ts'
import { hasPasskeys } from '../../access/sign-in/second-factor/factors.ts'
import { admit } from '../../access/sign-in/admit.ts'
import { setJourney, takeJourney } from '../../access/sign-in/journey-cookie.ts'
import { beginJourney, endJourney } from '../../access/sign-in/oidc.ts'
import { signIn } from '../../http/caller/session-cookie.ts'
import { originOf } from '../../http/edge/origin.ts'
import { sendNotFound } from '../../http/pages.ts'
import { sendRedirect } from '../../http/redirect.ts'
import { serve, type App } from '../../http/serve.ts'
import type { OidcProvider } from '../../start/auth-settings.ts'
import { safeNextPath } from '../security/safe-next-path.ts'

/** Log-ins by OpenID providers, under the addresses that Superset has for them. */
export const signInByProvider = (app: App): void => {
  const { ctx } = app
  const { basePath, auth } = ctx.config
  const providerOf = (name: string) => auth.oidc.find((one) => one.name === name)
  const returnAddress = (request: FastifyRequest, { name }: OidcProvider) => `${originOf(request, ctx.config)}/oauth-authorized/${name}`

  /** The reason goes to the log, and only its kind to the browser. */
  const fail = async (request: FastifyRequest, reply: FastifyReply, fault: (typeof signInFaults)[number], cause?: unknown) => {
    request.log.warn({ err: cause }, `log-in by a provider: ${fault}`)
    const why = cause instanceof MessageError ? cause.body : undefined
    await logAction(ctx.db, { action: 'login.failed', now: ctx.now(), json: { fault, ...(why !== undefined && { why }) } })
    return sendRedirect(reply, `${basePath}/login/?fault=${fault}`)
  }

  serve(app, waysRoute, async () => ({
    result: {
      providers: auth.oidc.map(({ name, label }) => ({ label, path: `/login/${name}` })),
      mail: ctx.config.mail !== null,
      passkeys: await hasPasskeys(ctx.db),
      registration: ctx.config.registration,
    },
  }))

  serve(app, providerRoute, async ({ params, query, request, reply }) => {
    const provider = providerOf(params.provider)
    if (!provider) return sendNotFound(ctx, reply)
    await countAddressAttempt(ctx, request.ip)
    try {
      const next = safeNextPath(ctx.config, query.next)
      const { url, journey } = await beginJourney(ctx, provider, { redirectUri: returnAddress(request, provider), next })
      await setJourney(ctx, request, reply, journey)
      return sendRedirect(reply, url)
    } catch (error) {
      return fail(request, reply, 'failed', error)
    }
  })

  serve(app, providerReturnRoute, async ({ params, request, reply }) => {
    const provider = providerOf(params.provider)
    if (!provider) return sendNotFound(ctx, reply)
    await countAddressAttempt(ctx, request.ip)
    const journey = await takeJourney(ctx, request, reply)
    if (journey?.provider !== provider.name) return fail(request, reply, 'expired')
    try {
      const currentUrl = new URL(`${returnAddress(request, provider)}${request.url.replace(/^[^?]*/, '')}`)
      const { person, idToken } = await endJourney(ctx, provider, journey, currentUrl)
      const userId = await admit(ctx, person, provider)
      await signIn(ctx, request, reply, { userId, provider: { name: provider.name, idToken } })
      await countLogin(ctx, userId)
      return sendRedirect(reply, safeNextPath(ctx.config, journey.next))
    } catch (error) {
      if (error instanceof MessageError) return fail(request, reply, 'refused', error)
      return fail(
        request,
        reply,
        error instanceof AuthorizationResponseError && error.error === 'access_denied' ? 'denied' : 'failed',
        error,
      )
    }
  })
}
