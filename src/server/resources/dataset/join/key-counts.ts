import { z } from 'zod'
import type { KeyCounts } from '#api/dataset-join.ts'
import { userOf, type Principal } from '#core/access/principal.ts'
import type { Dialect } from '#engines/dialect.ts'
import type { Context } from '../../../context.ts'
import { defaultCatalog } from '../../database/catalog.ts'
import { engineFor } from '../../database/connection/connection.ts'
import { parseUri } from '../../database/connection/uri.ts'
import { planScript } from '../../sqllab/script/plan.ts'
import { jobOf } from '../../sqllab/run/run.ts'
import { databaseFor, type DatasetWrite } from '../dataset-write.ts'

type Keys = { schema?: string | null | undefined; table_name: string; columns: readonly string[] }

/** The statement is plain enough for every dialect. */
const countSql = ({ quote }: Dialect, { schema, table_name, columns }: Keys): string => {
  const table = [...(schema ? [schema] : []), table_name].map((name) => quote(name)).join('.')
  const names = columns.map((name) => quote(name))
  return [
    'SELECT COUNT(*) AS key_count, SUM(CASE WHEN n > 1 THEN 1 ELSE 0 END) AS repeated_count, MAX(n) AS most_rows',
    `FROM (SELECT COUNT(*) AS n FROM ${table}`,
    `WHERE ${names.map((name) => `${name} IS NOT NULL`).join(' AND ')}`,
    `GROUP BY ${names.join(', ')}) AS counted`,
  ].join('\n')
}

/** Long enough for some hundred million rows; a join can be built without the counts. */
const timeoutMs = 30_000

const whole = z.coerce
  .number()
  .nullable()
  .transform((value) => value ?? 0)
const answerRows = z.array(z.record(z.string(), whole))

type Asking = { ctx: Context; principal: Principal; signal: AbortSignal; writer: DatasetWrite['writer'] }

/** Counts how often the keys of a table repeat among the rows that the principal may read. @throws AppError as for any query */
export const countKeys = async (write: Asking, { database_id, ...keys }: Keys & { database_id: number }): Promise<KeyCounts> => {
  const { ctx, principal, signal } = write
  const database = await databaseFor(write, database_id)
  const { dialect } = engineFor(parseUri(database.sqlalchemy_uri))
  const catalog = await defaultCatalog({ ...write, database })
  const namespace = { catalog, schema: keys.schema || null }
  const plan = await planScript(write, { database, namespace, sql: countSql(dialect, keys), templateParams: null, limit: 1 })
  const job = jobOf(ctx, plan, { ...namespace, limit: 1 })
  const answer = await ctx.host.run({ ...job, limits: { ...job.limits, timeoutMs } }, { signal, user: String(userOf(principal)?.id ?? '') })
  const [row = {}] = answerRows.parse(JSON.parse(Buffer.from(answer.bytes).toString('utf8')))
  const valueOf = (name: string) => Object.entries(row).find(([key]) => key.toLowerCase() === name)?.[1] ?? 0
  return { keys: valueOf('key_count'), repeated: valueOf('repeated_count'), most: valueOf('most_rows') }
}
