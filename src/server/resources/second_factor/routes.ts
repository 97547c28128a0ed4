import {
  addPasskeyRoute,
  askForPasskeyRoute,
  enrollTotpRoute,
  logInByPasskeyRoute,
  offerPasskeyRoute,
  removeTotpRoute,
  renamePasskeyRoute,
  renewRecoveryCodesRoute,
  resetFactorRoute,
  revokePasskeyRoute,
  secondFactorRoute,
  setUpTotpRoute,
} from '#api/second-factor.ts'
import type { FastifyRequest } from 'fastify'
import type { Principal } from '#core/access/principal.ts'
import { notFound } from '#core/errors.ts'
import { countAddressAttempt } from '../../access/login/login-limits.ts'
import { countLogin } from '../../access/login/log-in.ts'
import { requireUser } from '../../access/require-user.ts'
import { readAccountTicket } from '../../access/sign-in/second-factor/challenge.ts'
import { factorsOf, isDemanded, totpOf } from '../../access/sign-in/second-factor/factors.ts'
import {
  addPasskey,
  askForAnyPasskey,
  askForPasskey,
  logInByPasskey,
  offerPasskey,
  renamePasskey,
  revokePasskey,
} from '../../access/sign-in/second-factor/passkeys.ts'
import { neededProof, requireFreshProof } from '../../access/sign-in/second-factor/fresh-proof.ts'
import { resetFactors } from '../../access/sign-in/second-factor/reset.ts'
import { enrollTotp, removeTotp, renewRecoveryCodes, setUpTotp } from '../../access/sign-in/second-factor/totp.ts'
import { rejectOtherSites } from '../../http/caller/csrf.ts'
import { sessionToken, signIn } from '../../http/caller/session-cookie.ts'
import { siteOf } from '../../http/edge/origin.ts'
import { serve, type App } from '../../http/serve.ts'

/** The second factors of the current user, and the log-in by passkey. */
export const secondFactors = (app: App): void => {
  const { ctx } = app

  const proofCaller = (principal: Principal, request: FastifyRequest) => {
    const user = requireUser(principal)
    return { user, session: sessionToken(request, user), address: request.ip }
  }

  serve(app, secondFactorRoute, async ({ principal, request }) => {
    const { id } = requireUser(principal)
    const totp = await totpOf(ctx.db, id)
    const passkeys = await factorsOf(ctx.db, id, 'passkey')
    const codes = await ctx.db.selectFrom('recovery_codes').select('hash').where('user_id', '=', id).execute()
    return {
      result: {
        totp: totp ? { created_on: totp.created_on, used_on: totp.used_on } : null,
        passkeys: passkeys.map(({ id: pk, name, created_on, used_on }) => ({ id: pk, name, created_on, used_on })),
        recovery_codes: codes.length,
        is_demanded: await isDemanded(ctx, id),
        proof: await neededProof(ctx, proofCaller(principal, request)),
      },
    }
  })

  serve(app, setUpTotpRoute, async ({ principal, body, request, reply }) => {
    reply.header('cache-control', 'no-store')
    await requireFreshProof(ctx, proofCaller(principal, request), body.proof)
    return setUpTotp(ctx, requireUser(principal))
  })

  serve(app, enrollTotpRoute, async ({ principal, body, reply }) => {
    reply.header('cache-control', 'no-store')
    return { recovery_codes: await enrollTotp(ctx, requireUser(principal).id, body) }
  })

  serve(app, removeTotpRoute, async ({ principal, body }) => {
    await removeTotp(ctx, requireUser(principal).id, body.code)
    return { message: 'OK' }
  })

  serve(app, renewRecoveryCodesRoute, async ({ principal, body, reply }) => {
    reply.header('cache-control', 'no-store')
    return { recovery_codes: await renewRecoveryCodes(ctx, requireUser(principal).id, body.code) }
  })

  serve(app, offerPasskeyRoute, async ({ principal, body, request }) => {
    await requireFreshProof(ctx, proofCaller(principal, request), body.proof)
    return offerPasskey(ctx, requireUser(principal), { origin: siteOf(request, ctx.config) })
  })

  serve(app, addPasskeyRoute, async ({ principal, body, request, reply }) => {
    reply.header('cache-control', 'no-store')
    const origin = siteOf(request, ctx.config)
    return { recovery_codes: await addPasskey(ctx, requireUser(principal).id, { ...body, origin }) }
  })

  serve(app, renamePasskeyRoute, async ({ principal, params, body }) => {
    if (!(await renamePasskey(ctx, requireUser(principal).id, { id: params.pk, name: body.name }))) throw notFound()
    return { message: 'OK' }
  })

  serve(app, revokePasskeyRoute, async ({ principal, params }) => {
    if (!(await revokePasskey(ctx, requireUser(principal).id, params.pk))) throw notFound()
    return { message: 'OK' }
  })

  serve(app, resetFactorRoute, async ({ principal, params, body }) => {
    await resetFactors(ctx, principal, { id: params.pk, reason: body.reason })
    return { message: 'OK' }
  })

  serve(app, askForPasskeyRoute, async ({ body, request }) => {
    await countAddressAttempt(ctx, request.ip)
    const site = { origin: siteOf(request, ctx.config) }
    return body.account === undefined ? askForAnyPasskey(ctx, site) : askForPasskey(ctx, await readAccountTicket(ctx, body.account), site)
  })

  serve(app, logInByPasskeyRoute, async ({ body, request, reply }) => {
    rejectOtherSites(request)
    const userId = await logInByPasskey(ctx, { ...body, origin: siteOf(request, ctx.config), address: request.ip })
    await signIn(ctx, request, reply, userId)
    await countLogin(ctx, userId)
    return { message: 'OK' }
  })
}
