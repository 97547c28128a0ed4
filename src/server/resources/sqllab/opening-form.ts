import { sqllabOpen, sqllabOpenLegacy } from '#api/sqllab.ts'
import { readObject } from '#core/encoding/read-object.ts'
import { sendPage } from '../../http/pages.ts'
import { serve, type App } from '../../http/serve.ts'

/** A script element that only holds data; `<` is escaped, so that no text of the form ends it. */
const dataElement = (id: string, data: unknown): string =>
  `<script type="application/json" id="${id}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`

/** Serves the page to forms: their `form_data` as JSON, or else their fields, are what the page opens. */
export const openingForms = (app: App): void => {
  for (const route of [sqllabOpen, sqllabOpenLegacy]) {
    serve(app, route, async ({ body, reply }) => {
      const { form_data: wrapped, csrf_token: _token, ...fields } = body ?? {}
      const requested = wrapped === undefined ? fields : readObject(wrapped)
      return sendPage(app.ctx, reply, { body: dataElement('requested-query', requested) })
    })
  }
}
