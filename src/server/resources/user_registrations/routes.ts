import {
  registrationApprove,
  registrationCreate,
  registrationDelete,
  registrationDistinct,
  registrationGet,
  registrationInfo,
  registrationList,
  registrationRelated,
  registrationUpdate,
} from '#api/user-registrations.ts'
import type { Principal } from '#core/access/principal.ts'
import { MessageError, notFound } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { sendMail } from '../../http/outgoing/send-mail.ts'
import { asResult, serve, type App } from '../../http/serve.ts'
import { getRecord, serveRecords } from '../../list/record.ts'
import { registrationRequests } from './ask.ts'
import { wasApproved } from './letters.ts'
import { mayDecide, registrationSpec } from './spec.ts'
import { approveRegistration, refuseRegistration } from './store.ts'

export const userRegistrations = (app: App): void => {
  const { ctx } = app
  const { config } = ctx
  registrationRequests(app)
  serveRecords(app, registrationSpec, { list: registrationList, info: registrationInfo })

  const requireDecider = (principal: Principal) => {
    if (!mayDecide(principal)) throw notFound()
  }

  serve(app, registrationGet, async ({ principal, params, q }) => {
    requireDecider(principal)
    return asResult(registrationGet, await getRecord(registrationSpec, { ctx, principal }, params.pk, q))
  })

  serve(app, registrationApprove, async ({ principal, params, request }) => {
    const { email: to, username: name } = await approveRegistration(ctx, principal, params.pk)
    const url = `${config.publicUrl ?? ''}${config.basePath}/login/`
    if (config.mail)
      void sendMail(config, wasApproved({ to, name, app: config.appName, url })).catch((error: unknown) =>
        request.log.error({ err: error }, 'a mail could not be sent'),
      )
    return { message: 'OK' }
  })

  serve(app, registrationDelete, async ({ principal, params }) => {
    requireDecider(principal)
    await refuseRegistration(ctx, principal, params.pk)
    return { message: 'OK' }
  })

  serve(app, registrationCreate, async () => {
    throw new MessageError(422, t('People ask for an account themselves, on the page /register/.'))
  })

  serve(app, registrationUpdate, async ({ principal, params }) => {
    requireDecider(principal)
    await getRecord(registrationSpec, { ctx, principal }, params.pk, {})
    throw new MessageError(422, t('A request can be approved or refused, and not changed.'))
  })

  for (const route of [registrationRelated, registrationDistinct]) {
    serve(app, route, async () => {
      throw notFound()
    })
  }
}
