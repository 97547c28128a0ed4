import type { FastifyRequest } from 'fastify'
import { invitationCreate, invitationSend, newPasswordPage, passwordLinkRequest, passwordLinkUse } from '#api/password-link.ts'
import { userOf, type Principal } from '#core/access/principal.ts'
import { MessageError, notFound } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { accountOf } from '../../access/login/log-in.ts'
import { accountKey, countAddressAttempt, forgetAttempts } from '../../access/login/login-limits.ts'
import { accountOfPasswordToken, issuePasswordToken } from '../../access/login/password-link.ts'
import { requireGoodPassword } from '../../access/login/password-rules.ts'
import { endSessionsOf } from '../../access/login/sessions.ts'
import { logAction } from '../../access/log-action.ts'
import { clearRightsCache } from '../../access/principals.ts'
import type { Row } from '../../db/tables.ts'
import { rejectOtherSites } from '../../http/caller/csrf.ts'
import { sendPage } from '../../http/pages.ts'
import { serve, type App } from '../../http/serve.ts'
import { sendMail } from '../../http/outgoing/send-mail.ts'
import { setPassword } from '../me/store.ts'
import { createUser } from '../users/store.ts'
import { forgottenPassword, invitation } from './letters.ts'

/** Mails that one account gets at most, so that nobody's mailbox is filled by others. */
const perAccount = { attempts: 3, withinMs: 3_600_000 }

/** Links by mail that set a password: for forgotten passwords and new accounts. */
export const passwordLinks = (app: App): void => {
  const { ctx } = app
  const { config, db } = ctx

  const requireMail = () => {
    if (!config.mail) throw new MessageError(422, t('No mail server is set, so no mail can be sent.'))
  }

  /** In the fragment, which browsers send to no server. Never of the request's host, which its sender chooses. */
  const linkFor = async (account: Row<'users'>) =>
    `${config.publicUrl ?? ''}${config.basePath}/new-password/#${await issuePasswordToken(ctx, account)}`

  /** Who logs in elsewhere has no password here to forget. */
  const hasPasswordHere = async ({ id, password }: Row<'users'>) =>
    password !== null ||
    (await db.selectFrom('external_accounts').select('id').where('user_id', '=', id).limit(1).executeTakeFirst()) === undefined

  const sendForgotten = async (name: string, request: FastifyRequest) => {
    const account = await accountOf(ctx, name)
    if (account?.active !== 1 || !account.email || !(await hasPasswordHere(account))) return
    if ((await ctx.limits.attempt(`password link #${account.id}`, perAccount)) > 0) return
    const url = await linkFor(account)
    await sendMail(config, forgottenPassword({ to: account.email, name: account.username, app: config.appName, url }))
    await logAction(db, { action: 'password.link', now: ctx.now(), userId: account.id, json: { address: request.ip } })
  }

  serve(app, newPasswordPage, ({ reply }) => sendPage(ctx, reply))

  serve(app, passwordLinkRequest, async ({ body, request }) => {
    rejectOtherSites(request)
    requireMail()
    await countAddressAttempt(ctx, request.ip)
    // Not awaited: the time of the answer must not tell whether there is such an account.
    void sendForgotten(body.name, request).catch((error: unknown) => request.log.error({ err: error }, 'a mail could not be sent'))
    return { message: 'OK' }
  })

  serve(app, passwordLinkUse, async ({ body, request }) => {
    rejectOtherSites(request)
    await countAddressAttempt(ctx, request.ip)
    const account = await accountOfPasswordToken(ctx, body.token)
    if (!account) throw new MessageError(422, t('This link was already used or has expired.'))
    await requireGoodPassword(body.password, account)
    await setPassword(db, account.id, body.password, ctx.now().toISOString())
    await endSessionsOf(ctx, account.id)
    clearRightsCache(ctx)
    await forgetAttempts(ctx, accountKey(account, account.username))
    await logAction(db, { action: 'password', now: ctx.now(), userId: account.id, json: { how: 'link' } })
    return { username: account.username }
  })

  const invite = async (by: Principal, account: Row<'users'>): Promise<void> => {
    if (!account.email) throw new MessageError(422, t('This account has no e-mail address.'))
    const inviter = userOf(by)
    const url = await linkFor(account)
    await sendMail(
      config,
      invitation({ to: account.email, name: account.username, app: config.appName, url, by: inviter?.username ?? config.appName }),
    )
    await logAction(db, { action: 'user.invite', now: ctx.now(), by, json: { id: account.id } })
  }

  const readAccount = (id: number) => db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()

  serve(app, invitationCreate, async ({ principal, body, request, reply }) => {
    requireMail()
    const id = await createUser(ctx, principal, body)
    reply.code(201)
    try {
      const account = await readAccount(id)
      if (account) await invite(principal, account)
      return { id, is_sent: true }
    } catch (error) {
      request.log.error({ err: error }, 'an invitation could not be sent')
      return { id, is_sent: false }
    }
  })

  serve(app, invitationSend, async ({ principal, params, request }) => {
    requireMail()
    const account = await readAccount(params.pk)
    if (account?.active !== 1) throw notFound()
    try {
      await invite(principal, account)
    } catch (error) {
      if (error instanceof MessageError) throw error
      request.log.error({ err: error }, 'an invitation could not be sent')
      throw new MessageError(502, t('The mail server did not take the mail.'))
    }
    return { message: 'OK' }
  })
}
