import { MessageError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { requireSeenDatabase } from './execute.ts'
import type { QueryRow } from '../query/state.ts'
import type { RunAccess } from './run/run.ts'
import { planScript, type Plan } from './script/plan.ts'

/**
 * The plan that reads a query's rows again with the rights of the caller: the last statement of its script, or what it created.
 * @throws AppError, MessageError
 */
export const planAgain = async (access: RunAccess, row: QueryRow): Promise<Plan> => {
  const { ctx, principal } = access
  const database = await requireSeenDatabase(ctx, principal, row.database_id)
  const limit = row.limit ?? ctx.config.sqlMaxRow
  const namespace = { catalog: row.catalog, schema: row.schema }
  const [sql, templateParams] = row.select_sql === null ? [row.sql, row.template_params] : [row.select_sql, null]
  const plan = await planScript(access, { database, namespace, sql, templateParams, limit })
  if (!plan.readOnly || !plan.isQuery) throw new MessageError(400, t('This result type has no rows to download.'))
  return plan
}
