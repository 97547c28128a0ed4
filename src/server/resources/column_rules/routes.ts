import {
  columnRuleBulkDelete,
  columnRuleCreate,
  columnRuleDelete,
  columnRuleGet,
  columnRuleInfo,
  columnRuleList,
  columnRuleUpdate,
} from '#api/column-rule.ts'
import { t } from '#core/i18n/t.ts'
import { serve, type App } from '../../http/serve.ts'
import { getRecord, serveRecords } from '../../list/record.ts'
import { columnRuleSpec } from './spec.ts'
import { createColumnRule, deleteColumnRules, updateColumnRule } from './store.ts'

/** Column rules: which columns of a dataset are hidden from the holders of roles, or shown to them masked. */
export const columnRules = (app: App): void => {
  const { ctx } = app
  serveRecords(app, columnRuleSpec, { list: columnRuleList, info: columnRuleInfo })

  serve(app, columnRuleGet, ({ principal, params, q }) => getRecord(columnRuleSpec, { ctx, principal }, params.pk, q))

  serve(app, columnRuleCreate, async ({ principal, body, reply }) => {
    reply.code(201)
    return { id: await createColumnRule({ ctx, by: principal }, body) }
  })

  serve(app, columnRuleUpdate, async ({ principal, params, body }) => {
    await updateColumnRule({ ctx, by: principal }, params.pk, body)
    return { id: params.pk }
  })

  serve(app, columnRuleDelete, async ({ principal, params }) => {
    await deleteColumnRules({ ctx, by: principal }, [params.pk])
    return { message: 'OK' }
  })

  serve(app, columnRuleBulkDelete, async ({ principal, q }) => {
    const count = await deleteColumnRules({ ctx, by: principal }, q)
    return { message: t.plural(count, 'Deleted %(count)s rule', 'Deleted %(count)s rules') }
  })
}
