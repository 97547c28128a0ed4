import { registerPage, registrationAsk, registrationConfirm } from '#api/registration.ts'
import { MessageError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { logAction } from '../../access/log-action.ts'
import { countAddressAttempt, TooManyAttempts } from '../../access/login/login-limits.ts'
import { rejectOtherSites } from '../../http/caller/csrf.ts'
import { sendMail, type Letter } from '../../http/outgoing/send-mail.ts'
import { sendPage } from '../../http/pages.ts'
import { serve, type App } from '../../http/serve.ts'
import { confirmAddress, hasAccount } from './letters.ts'
import { askForAccount, confirmRegistration, type Asked } from './store.ts'

const hourMs = 3_600_000
/** Requests of one address of the net, and mails to one mailbox. */
const perAddress = { attempts: 20, withinMs: hourMs }
const perMailbox = { attempts: 3, withinMs: hourMs }

/** What visitors without an account may do to get one, where a setting allows it. */
export const registrationRequests = (app: App): void => {
  const { ctx } = app
  const { config, db } = ctx

  serve(app, registerPage, ({ reply }) => sendPage(ctx, reply))

  const urlOf = (path: string) => `${config.publicUrl ?? ''}${config.basePath}${path}`

  const letterFor = (asked: Asked): Letter | null => {
    if (asked.kind === 'has account') return hasAccount({ to: asked.email, app: config.appName, url: urlOf('/login/') })
    if (asked.kind === 'waited before') return null
    const { email, username } = asked.registration
    return confirmAddress({ to: email, name: username, app: config.appName, url: urlOf(`/register/#${asked.token}`) })
  }

  serve(app, registrationAsk, async ({ body, request }) => {
    rejectOtherSites(request)
    const { registration } = config
    if (registration === 'none') throw new MessageError(403, t('Accounts are made by administrators.'))
    const waitMs = await ctx.limits.attempt(`registration ${request.ip}`, perAddress)
    if (waitMs > 0) throw new TooManyAttempts(Math.ceil(waitMs / 1000))
    const { password, ...person } = body
    if (registration === 'approval' && password === undefined)
      throw new MessageError(400, { password: ['Missing data for required field.'] })
    const asked = await askForAccount(ctx, registration === 'approval' ? body : person)
    if (asked.kind === 'waits') await logAction(db, { action: 'registration.ask', now: ctx.now(), json: { username: person.username } })
    const letter = registration === 'mail' ? letterFor(asked) : null
    const mayMail = letter !== null && (await ctx.limits.attempt(`registration mail ${letter.to.toLowerCase()}`, perMailbox)) === 0
    // Not awaited: the time of the answer must not tell whether there is such an account.
    if (mayMail) void sendMail(config, letter).catch((error: unknown) => request.log.error({ err: error }, 'a mail could not be sent'))
    return { message: 'OK' }
  })

  serve(app, registrationConfirm, async ({ body, request }) => {
    rejectOtherSites(request)
    await countAddressAttempt(ctx, request.ip)
    return { username: await confirmRegistration(ctx, body) }
  })
}
