import { enrollTotpRoute, removeTotpRoute, renewRecoveryCodesRoute, secondFactorRoute, setUpTotpRoute } from '#api/second-factor.ts'
import { requireUser } from '../../access/require-user.ts'
import { enrollTotp, isDemanded, removeTotp, renewRecoveryCodes, setUpTotp, totpOf } from '../../access/sign-in/second-factor.ts'
import { serve, type App } from '../../http/serve.ts'

/** The second factor of whoever is logged in. */
export const secondFactors = (app: App): void => {
  const { ctx } = app

  serve(app, secondFactorRoute, async ({ principal }) => {
    const { id } = requireUser(principal)
    const totp = await totpOf(ctx.db, id)
    const codes = await ctx.db.selectFrom('recovery_codes').select('hash').where('user_id', '=', id).execute()
    return {
      result: {
        totp: totp ? { created_on: totp.created_on, used_on: totp.used_on } : null,
        recovery_codes: codes.length,
        is_demanded: await isDemanded(ctx, id),
      },
    }
  })

  serve(app, setUpTotpRoute, async ({ principal, reply }) => {
    reply.header('cache-control', 'no-store')
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
}
