import type { FastifyReply, FastifyRequest } from 'fastify'
import { csrfTokenRoute, loginFormRoute, loginPageRoute, loginRoute, logoutLinkRoute, logoutRoute, refreshRoute } from '#api/security.ts'
import { escapeText } from '#charts/shared/text/html.ts'
import type { Principal } from '#core/access/principal.ts'
import { AppError, BodyError, MessageError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { spendLoginLink } from '../../access/login/login-link.ts'
import { logIn, countLogin } from '../../access/login/log-in.ts'
import { countAddressAttempt } from '../../access/login/login-limits.ts'
import { logAction } from '../../access/log-action.ts'
import { csrfToken, providerOfSession } from '../../access/login/sessions.ts'
import { neededFactor } from '../../access/sign-in/second-factor/factors.ts'
import { passSecondFactor } from '../../access/sign-in/second-factor/pass.ts'
import { logoutUrl } from '../../access/sign-in/oidc.ts'
import { issueToken, readToken } from '../../access/login/tokens.ts'
import { requireCsrfToken, isPageVisit, rejectOtherSites } from '../../http/caller/csrf.ts'
import { bearerToken, countingWrong, sessionCookie } from '../../http/caller/identify.ts'
import { loginPath } from '../../http/caller/login-path.ts'
import { originOf, siteOf } from '../../http/edge/origin.ts'
import { isJson } from '../../http/json-type.ts'
import { sendPage } from '../../http/pages.ts'
import { sendRedirect } from '../../http/redirect.ts'
import { serve, type App } from '../../http/serve.ts'
import { deviceCookie, signIn, signOut, visitorToken } from '../../http/caller/session-cookie.ts'
import { safeNextPath } from './safe-next-path.ts'

const notAuthorized = () => new MessageError(401, 'Not authorized')

/** Login and logout: bearer tokens for API clients, cookie sessions for users. */
export const security = (app: App): void => {
  const { ctx } = app

  serve(app, loginRoute, async ({ body, request }) => {
    if (body.provider === undefined) throw new MessageError(400, { provider: ['Missing data for required field.'] })
    if (body.provider === 'ldap' && !ctx.config.auth.ldap)
      throw new MessageError(400, { provider: ['Alternative authentication provider is not allowed'] })
    const user = await logIn(ctx, { ...body, address: request.ip, device: request.cookies[deviceCookie] })
    if (!user) throw notAuthorized()
    if ((await neededFactor(ctx, user.id)) !== 'none')
      throw new MessageError(401, t('This account needs a second factor, so programs use an API token.'))
    await countLogin(ctx, user.id)
    const access_token = await issueToken(ctx, user.id, 'access', true)
    return body.refresh ? { access_token, refresh_token: await issueToken(ctx, user.id, 'refresh', true) } : { access_token }
  })

  serve(app, refreshRoute, async ({ request }) => {
    const token = bearerToken(request)
    if (token === null) throw new BodyError(401, { msg: 'Missing Authorization Header' })
    const user = await countingWrong(ctx, request, () => readToken(ctx, token, 'refresh'))
    return { access_token: await issueToken(ctx, user.id, 'access', false) }
  })

  serve(app, csrfTokenRoute, async ({ request, reply }) => ({ result: csrfToken(ctx, visitorToken(ctx, request, reply)) }))

  serve(app, loginPageRoute, async ({ query, principal, request, reply }) => {
    if (query.token !== undefined) {
      await countAddressAttempt(ctx, request.ip)
      const userId = await spendLoginLink(ctx, query.token)
      if (userId === null) return sendRedirect(reply, `${ctx.config.basePath}/login/?expired=1`)
      await signIn(ctx, request, reply, userId)
      await countLogin(ctx, userId)
      return sendRedirect(reply, query.next === undefined ? `${ctx.config.basePath}/welcome` : safeNextPath(ctx.config, query.next))
    }
    if (principal.kind === 'user') return sendRedirect(reply, safeNextPath(ctx.config, query.next))
    const token = csrfToken(ctx, visitorToken(ctx, request, reply))
    return sendPage(ctx, reply, { body: loginForm(ctx.config.basePath, token, query.next) })
  })

  serve(app, loginFormRoute, async ({ body, query, request, reply }) => {
    rejectOtherSites(request)
    if (body?.csrf_token !== undefined) requireCsrfToken(ctx, request, body.csrf_token)
    const { username, password, next = query.next } = body ?? {}
    const back = () => sendRedirect(reply, loginPath(ctx.config, safeNextPath({ basePath: '' }, next)))
    if (username === undefined || password === undefined) {
      if (isJson(request))
        throw new MessageError(400, { [username === undefined ? 'username' : 'password']: ['Missing data for required field.'] })
      return back()
    }
    const user = await logIn(ctx, { username, password, address: request.ip, device: request.cookies[deviceCookie] })
    if (!user) {
      if (isJson(request)) throw notAuthorized()
      return back()
    }
    const passed = await passSecondFactor(ctx, user, { ...body, origin: siteOf(request, ctx.config) })
    if ('needs' in passed) return isJson(request) ? reply.code(401).header('cache-control', 'no-store').send(passed) : back()
    await signIn(ctx, request, reply, user.id)
    await countLogin(ctx, user.id)
    const path = safeNextPath(ctx.config, next)
    return isJson(request) ? reply.send({ next: path, ...passed }) : sendRedirect(reply, path)
  })

  /** Where the session ends at the provider that it began with. */
  const providerLogout = async (request: FastifyRequest): Promise<string | null> => {
    const session = await providerOfSession(ctx, request.cookies[sessionCookie] ?? '')
    const provider = ctx.config.auth.oidc.find(({ name }) => name === session?.name)
    if (!session || !provider) return null
    return logoutUrl(ctx, provider, { idToken: session.idToken, returnTo: `${originOf(request, ctx.config)}/login/` })
  }

  const logOut = async ({ principal, request, reply }: { principal: Principal; request: FastifyRequest; reply: FastifyReply }) => {
    if (principal.kind === 'user') await logAction(ctx.db, { action: 'logout', now: ctx.now(), by: principal })
    const there = await providerLogout(request)
    await signOut(ctx, request, reply)
    const next = there ?? safeNextPath(ctx.config, undefined)
    return isJson(request) ? reply.send({ next }) : sendRedirect(reply, next)
  }
  serve(app, logoutRoute, logOut)
  serve(app, logoutLinkRoute, async (input) => {
    if (!isPageVisit(input.request))
      throw new AppError('FRONTEND_CSRF_ERROR', t('Neither another site nor a picture may log you out; send POST.'), { status: 403 })
    return logOut(input)
  })
}

/** A login form for browsers without JavaScript, and for clients that read the CSRF token from the page. */
const loginForm = (basePath: string, token: string, next: string | undefined) =>
  `<noscript><form method="post" action="${basePath}/login/">` +
  `<input id="csrf_token" name="csrf_token" type="hidden" value="${token}" />` +
  (next === undefined ? '' : `<input name="next" type="hidden" value="${escapeText(next)}" />`) +
  `<p><label>${t('Name')} <input name="username" autocomplete="username" required /></label></p>` +
  `<p><label>${t('Password')} <input name="password" type="password" autocomplete="current-password" required /></label></p>` +
  `<button>${t('Log in')}</button></form></noscript>`
