import { asRecord } from '#core/query/read.ts'
import { MessageError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { jobOf, type RunAccess } from './run/run.ts'
import { withoutRuledText } from './run/unseen-rows.ts'
import { planScript, type Script } from './script/plan.ts'

type Row = Record<string, unknown>
type Estimate = Record<string, string>

/** What asks an engine for its estimate, after what else is run on the same connection, and how the answer is read. */
type Estimator = { ask: (sql: string) => { before?: string[]; sql: string }; read: (rows: readonly Row[]) => Estimate }

const lastCell = (rows: readonly Row[]): unknown => Object.values(rows[0] ?? {}).at(-1)

const documentOf = (rows: readonly Row[]): Row => {
  const cell = lastCell(rows)
  return asRecord(typeof cell === 'string' ? JSON.parse(cell) : cell)
}

/** The figures that an engine reports, by name; NaN if none. */
const told = (figures: Record<string, unknown>): Estimate =>
  Object.fromEntries(
    Object.entries(figures).flatMap(([name, value]) => {
      const figure = typeof value === 'string' || typeof value === 'number' ? Number(value) : Number.NaN
      return Number.isFinite(figure) ? [[name, String(figure)]] : []
    }),
  )

const estimators: Record<string, Estimator> = {
  postgresql: {
    ask: (sql) => ({ sql: `EXPLAIN ${sql}` }),
    read: (rows): Estimate => {
      const [, start, total] = /cost=([\d.]+)\.\.([\d.]+)/.exec(String(lastCell(rows))) ?? []
      return start && total ? { 'Start-up cost': start, 'Total cost': total } : {}
    },
  },
  mysql: {
    ask: (sql) => ({ before: [`EXPLAIN ${sql}`], sql: "SHOW SESSION STATUS LIKE 'Last_query_cost'" }),
    read: (rows) => told({ 'Total cost': lastCell(rows) }),
  },
  clickhousedb: {
    ask: (sql) => ({ sql: `EXPLAIN ESTIMATE ${sql}` }),
    read: (rows) => {
      const sum = (name: string) => rows.reduce((total, row) => total + Number(row[name] ?? 0), 0)
      return told({ 'Rows read': sum('rows'), 'Parts read': sum('parts'), 'Marks read': sum('marks') })
    },
  },
  trino: {
    ask: (sql) => ({ sql: `EXPLAIN (TYPE IO, FORMAT JSON) ${sql}` }),
    read: (rows) => {
      const { estimate } = documentOf(rows)
      const { outputRowCount, outputSizeInBytes, cpuCost, networkCost } = asRecord(estimate)
      return told({ 'Output rows': outputRowCount, 'Output bytes': outputSizeInBytes, 'CPU cost': cpuCost, 'Network cost': networkCost })
    },
  },
}

/** The engine's estimate of what the statements cost. @throws MessageError 400 where the engine has none */
export const estimateCost = async (access: RunAccess, script: Script): Promise<Estimate[]> => {
  const plan = await planScript(access, script)
  const { ctx, signal } = access
  const estimator = estimators[plan.engine.id]
  if (!estimator || !plan.readOnly) throw new MessageError(400, t('Database does not support cost estimation'))
  const estimates: Estimate[] = []
  for (const sql of [...plan.before, plan.unlimited]) {
    const job = jobOf(ctx, { ...plan, before: [], ...estimator.ask(sql) }, { ...script.namespace, limit: null })
    const { bytes } = await ctx.host.run(job, { signal }).catch(async (error: unknown) => {
      throw await withoutRuledText(ctx, plan, script.namespace, error)
    })
    estimates.push(estimator.read(JSON.parse(Buffer.from(bytes).toString()) as Row[]))
  }
  return estimates
}
