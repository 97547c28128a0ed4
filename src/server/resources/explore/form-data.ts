import { formDataCreate, formDataDelete, formDataGet, formDataUpdate, type FormDataBody } from '#api/explore.ts'
import { jsonTextFault } from '#api/declare/field.ts'
import { isAllowed } from '#core/access/can.ts'
import { userOf, type Principal } from '#core/access/principal.ts'
import { MessageError, notFound } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { subjectOf } from '../../access/subjects.ts'
import type { Context } from '../../context.ts'
import { serve, type App } from '../../http/serve.ts'
import { hasData } from './explored-query.ts'
import { deleteValue, getValue, putValue, ensureTabKey, type KeyValue } from '../../db/key-values.ts'

const deniedError = () => new MessageError(403, t("You don't have permission to modify the value."))
const goneError = () => new MessageError(404, t('Resource was not found.'))

type DataRef = Pick<FormDataBody, 'datasource_id' | 'datasource_type' | 'chart_id'>

/** @throws 404 for an unknown dataset or chart, 403 without access to its data */
const requireData = async (
  ctx: Context,
  principal: Principal,
  { datasource_id: id, datasource_type: type, chart_id }: DataRef,
): Promise<void> => {
  if (!(await hasData(ctx, principal, { id, type }, deniedError))) throw goneError()
  if (!chart_id) return
  const chart = await subjectOf(ctx.db, 'chart', chart_id)
  if (!chart || !isAllowed(principal, 'see', chart)) throw goneError()
}

const parseBody = (body: FormDataBody): FormDataBody => {
  const fault = body.form_data === '' ? null : jsonTextFault(body.form_data)
  if (fault !== null) throw new MessageError(400, [fault])
  return body
}

const requireOwner = (principal: Principal, { ownerId }: KeyValue): void => {
  if (ownerId !== (userOf(principal)?.id ?? null)) throw deniedError()
}

/** Stored form data, if the principal may read its dataset. @throws 403 */
export const readFormData = async (ctx: Context, principal: Principal, key: string): Promise<string | null> => {
  const found = await getValue(ctx, 'form_data', key)
  if (!found) return null
  const kept = JSON.parse(found.value) as FormDataBody
  await requireData(ctx, principal, kept)
  return kept.form_data
}

/** Form data that URLs refer to by key: unsaved changes of a browser tab. */
export const formData = (app: App): void => {
  const { ctx } = app
  const place = (body: FormDataBody) => ['form_data', body.datasource_type, body.datasource_id, body.chart_id ?? null]

  serve(app, formDataCreate, async ({ principal, query, body, reply }) => {
    const kept = parseBody(body)
    await requireData(ctx, principal, kept)
    const ownerId = userOf(principal)?.id ?? null
    const key = await ensureTabKey(ctx, { place: place(kept), tabId: query.tab_id, ownerId })
    await putValue(ctx, 'form_data', key, { value: JSON.stringify(kept), ownerId })
    reply.code(201)
    return { key }
  })

  serve(app, formDataGet, async ({ principal, params }) => {
    const found = await readFormData(ctx, principal, params.key)
    if (found === null) throw notFound()
    return { form_data: found }
  })

  serve(app, formDataUpdate, async ({ principal, params, query, body }) => {
    const kept = parseBody(body)
    await requireData(ctx, principal, kept)
    const ownerId = userOf(principal)?.id ?? null
    const found = await getValue(ctx, 'form_data', params.key)
    if (found) requireOwner(principal, found)
    const key = await ensureTabKey(ctx, { place: place(kept), tabId: query.tab_id, ownerId })
    await putValue(ctx, 'form_data', key, { value: JSON.stringify(kept), ownerId })
    return { key }
  })

  serve(app, formDataDelete, async ({ principal, params }) => {
    const found = await getValue(ctx, 'form_data', params.key)
    if (!found) throw notFound()
    await requireData(ctx, principal, JSON.parse(found.value) as FormDataBody)
    requireOwner(principal, found)
    await deleteValue(ctx, 'form_data', params.key)
    return { message: t('Deleted successfully') }
  })
}
