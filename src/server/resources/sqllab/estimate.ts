import type { Principal } from '#core/access/principal.ts'
import { MessageError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import type { Context } from '../../context.ts'
import { jobOf, type RunContext } from './run/run.ts'
import { planScript, type Script } from './script/plan.ts'

type Asking = { ctx: RunContext & Pick<Context, 'host'>; principal: Principal; signal: AbortSignal }

/** What Postgres writes behind the first step of a plan. */
const cost = /cost=([\d.]+)\.\.([\d.]+)/

/** The engine's estimate of what the statements cost. @throws MessageError 400 where the engine has none */
export const estimateCost = async (asking: Asking, script: Script): Promise<Record<string, string>[]> => {
  const plan = await planScript(asking, script)
  const { ctx, signal } = asking
  if (plan.engine.id !== 'postgresql' || !plan.readOnly) throw new MessageError(400, t('Database does not support cost estimation'))
  const estimates: Record<string, string>[] = []
  for (const sql of [...plan.before, plan.unlimited]) {
    const job = jobOf(ctx, { ...plan, before: [], sql: `EXPLAIN ${sql}` }, { ...script.namespace, limit: null })
    const { bytes } = await ctx.host.run(job, { signal })
    const [, start, total] = cost.exec(Buffer.from(bytes).toString()) ?? []
    estimates.push(start && total ? { 'Start-up cost': start, 'Total cost': total } : {})
  }
  return estimates
}
