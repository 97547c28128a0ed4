import {
  registrationDelete,
  registrationDistinct,
  registrationGet,
  registrationInfo,
  registrationList,
  registrationRelated,
} from '#api/user-registrations.ts'
import { notFound } from '#core/errors.ts'
import { serve, type App } from '../../http/serve.ts'
import { serveRecords } from '../../list/record.ts'
import { registrationSpec } from './spec.ts'

export const userRegistrations = (app: App): void => {
  serveRecords(app, registrationSpec, { list: registrationList, info: registrationInfo })
  for (const route of [registrationGet, registrationDelete, registrationRelated, registrationDistinct]) {
    serve(app, route, async () => {
      throw notFound()
    })
  }
}
