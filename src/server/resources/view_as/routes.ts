import { viewAsBegin, viewAsEnd } from '#api/view-as.ts'
import { isAdmin } from '#core/access/principal.ts'
import { forbidden } from '#core/errors.ts'
import { requireUser } from '../../access/require-user.ts'
import { beginView, endView } from '../../access/login/view-as.ts'
import { sessionToken } from '../../http/caller/session-cookie.ts'
import { serve, type App } from '../../http/serve.ts'

/** Administrators look at the product as a person or a role; only in a session of a browser, which shows that it is so. */
export const viewAs = (app: App): void => {
  const { ctx } = app

  serve(app, viewAsBegin, async ({ principal, body, request }) => {
    const by = requireUser(principal)
    const session = sessionToken(request, by)
    if (!isAdmin(by) || session === undefined) throw forbidden()
    return { result: await beginView(ctx, { session, by, viewed: body }) }
  })

  serve(app, viewAsEnd, async ({ principal, request }) => {
    const user = requireUser(principal)
    const session = sessionToken(request, user)
    if (session !== undefined) await endView(ctx, session, user)
    return { message: 'OK' }
  })
}
