import {
  registrationCreate,
  registrationDelete,
  registrationDistinct,
  registrationGet,
  registrationInfo,
  registrationList,
  registrationRelated,
  registrationUpdate,
} from '#api/user-registrations.ts'
import { MessageError, notFound } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { serve, type App } from '../../http/serve.ts'
import { serveRecords } from '../../list/record.ts'
import { registrationSpec } from './spec.ts'

export const userRegistrations = (app: App): void => {
  serveRecords(app, registrationSpec, { list: registrationList, info: registrationInfo })
  serve(app, registrationCreate, async () => {
    throw new MessageError(422, t('Accounts are made by administrators.'))
  })
  for (const route of [registrationGet, registrationUpdate, registrationDelete, registrationRelated, registrationDistinct]) {
    serve(app, route, async () => {
      throw notFound()
    })
  }
}
