import {
  cssTemplateBulkDelete,
  cssTemplateCreate,
  cssTemplateDelete,
  cssTemplateGet,
  cssTemplateInfo,
  cssTemplateList,
  cssTemplateRelated,
  cssTemplateUpdate,
} from '#api/css-template.ts'
import { t } from '#core/i18n/t.ts'
import { serve, type App } from '../../http/serve.ts'
import { getRecord, serveRecords } from '../../list/record.ts'
import { related } from '../../list/related.ts'
import { cssTemplateShown, cssTemplateSpec } from './spec.ts'
import { createTemplate, deleteTemplates, updateTemplate } from './store.ts'

/** Stylesheets that dashboards can start from. */
export const cssTemplates = (app: App): void => {
  const { ctx } = app
  serveRecords(app, cssTemplateSpec, { list: cssTemplateList, info: cssTemplateInfo })

  serve(app, cssTemplateRelated, async ({ principal, params, q }) => related(cssTemplateSpec, { ctx, principal }, params.column, q))

  serve(app, cssTemplateGet, async ({ principal, params, q }) =>
    getRecord({ ...cssTemplateSpec, listColumns: cssTemplateShown }, { ctx, principal }, params.pk, q),
  )

  serve(app, cssTemplateCreate, async ({ principal, body, reply }) => {
    reply.code(201)
    return createTemplate({ ctx, by: principal }, body)
  })

  serve(app, cssTemplateUpdate, async ({ principal, params, body }) => updateTemplate({ ctx, by: principal }, params.pk, body))

  serve(app, cssTemplateDelete, async ({ principal, params }) => {
    await deleteTemplates({ ctx, by: principal }, [params.pk])
    return { message: 'OK' }
  })

  serve(app, cssTemplateBulkDelete, async ({ principal, q }) => {
    const count = await deleteTemplates({ ctx, by: principal }, q)
    return { message: t.plural(count, 'Deleted %(count)s css template', 'Deleted %(count)s css templates') }
  })
}
