import type { PlanStep } from '#api/sqllab.ts'
import { MessageError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { EngineError } from '#engines/host/client.ts'
import type { Fetch } from '#engines/host/protocol.ts'
import { asQueryFailure } from '../chart-data/execute.ts'
import { planReaders } from './plan-steps.ts'
import { jobOf, type RunAccess } from './run/run.ts'
import { withoutRuledText } from './run/unseen-rows.ts'
import { planScript, type Script } from './script/plan.ts'

/** What asks each engine for a plan, the best first: most of these run the query, to measure its time. */
const questions: Record<string, readonly string[]> = {
  duckdb: ['EXPLAIN (ANALYZE, FORMAT json)'],
  postgresql: ['EXPLAIN (ANALYZE, FORMAT JSON)'],
  mysql: ['ANALYZE FORMAT=JSON', 'EXPLAIN FORMAT=JSON'],
  trino: ['EXPLAIN ANALYZE', 'EXPLAIN (FORMAT JSON)'],
}

/** The document in the last cell of the answer; Trino reports times only as text. */
const documentOf = (bytes: Uint8Array): unknown => {
  const rows = JSON.parse(Buffer.from(bytes).toString()) as Record<string, unknown>[]
  const cell = Object.values(rows[0] ?? {}).at(-1)
  return typeof cell === 'string' && /^\s*[{[]/.test(cell) ? JSON.parse(cell) : cell
}

/** What another database does of the work. */
const fetchStep = ({ label, sql }: Fetch): PlanStep => ({
  depth: 0,
  name: t('Fetch from %(table)s', { table: label }),
  detail: sql.replaceAll(/\s+/g, ' '),
  rows: null,
  timeMs: null,
})

/** How the engine runs the last statement of a script, step by step. @throws MessageError 400 where the engine does not show one */
export const explainScript = async (access: RunAccess, script: Script): Promise<PlanStep[]> => {
  const plan = await planScript(access, script)
  const { ctx, signal } = access
  const { id } = plan.engine
  const read = planReaders[id]
  if (!read || !plan.readOnly || !plan.isQuery) throw new MessageError(400, t('This statement cannot be explained as a tree.'))
  let refused: unknown
  for (const question of questions[id] ?? []) {
    try {
      const job = jobOf(ctx, { ...plan, sql: `${question} ${plan.unlimited}` }, { ...script.namespace, limit: null })
      return [...plan.fetches.map(fetchStep), ...read(documentOf((await ctx.host.run(job, { signal })).bytes))]
    } catch (error) {
      if (!(error instanceof EngineError) || error.status !== 400) throw error
      refused ??= error
    }
  }
  throw asQueryFailure(await withoutRuledText(ctx, plan, script.namespace, refused))
}
