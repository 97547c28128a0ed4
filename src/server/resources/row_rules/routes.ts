import {
  rowRuleBulkDelete,
  rowRuleCreate,
  rowRuleDelete,
  rowRuleGet,
  rowRuleInfo,
  rowRuleList,
  rowRulePreview,
  rowRuleRelated,
  rowRuleUpdate,
} from '#api/row-rule.ts'
import { t } from '#core/i18n/t.ts'
import { serve, type App } from '../../http/serve.ts'
import { getRecord, serveRecords } from '../../list/record.ts'
import { related } from '../../list/related.ts'
import { previewRows } from './preview.ts'
import { rowRuleShown, rowRuleSpec } from './spec.ts'
import { createRule, deleteRules, updateRule } from './store.ts'

/** Row-level rules: which rows of a dataset the holders of roles may read. */
export const rowRules = (app: App): void => {
  const { ctx } = app
  serveRecords(app, rowRuleSpec, { list: rowRuleList, info: rowRuleInfo })

  serve(app, rowRuleRelated, async ({ principal, params, q }) => related(rowRuleSpec, { ctx, principal }, params.column, q))

  serve(app, rowRuleGet, async ({ principal, params, q }) => {
    const { id, result, ...envelope } = await getRecord({ ...rowRuleSpec, listColumns: rowRuleShown }, { ctx, principal }, params.pk, q)
    return { ...envelope, id, result: { id, ...result } }
  })

  serve(app, rowRuleCreate, async ({ principal, body, reply }) => {
    const id = await createRule({ ctx, by: principal }, body)
    reply.code(201)
    return { id, result: body }
  })

  serve(app, rowRuleUpdate, async ({ principal, params, body }) => {
    await updateRule({ ctx, by: principal }, params.pk, body)
    return { id: params.pk, result: body }
  })

  serve(app, rowRulePreview, async ({ principal, body, signal }) => ({
    result: await previewRows({ ctx, by: principal, signal }, body),
  }))

  serve(app, rowRuleDelete, async ({ principal, params }) => {
    await deleteRules({ ctx, by: principal }, [params.pk])
    return { message: 'OK' }
  })

  serve(app, rowRuleBulkDelete, async ({ principal, q }) => {
    const count = await deleteRules({ ctx, by: principal }, q)
    return { message: t.plural(count, 'Deleted %(count)s rules', 'Deleted %(count)s rules') }
  })
}
