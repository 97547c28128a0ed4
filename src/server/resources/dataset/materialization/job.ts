import { z } from 'zod'
import { nobody, userOf, type Principal } from '#core/access/principal.ts'
import { MessageError, notFound } from '#core/errors.ts'
import { requireDataset } from '../../../access/require-dataset.ts'
import type { Context } from '../../../context.ts'
import { publishTable } from '../../../house/publish-table.ts'
import { writeRows } from '../../../house/write-rows.ts'
import type { JobKind } from '../../../jobs/job.ts'
import { asQueryFailure, toDataJob } from '../../chart-data/execute.ts'
import { prepareQuery } from '../../chart-data/prepare/prepare.ts'
import { rowRules } from '../../chart-data/prepare/rules.ts'
import { loadSource } from '../../chart-data/source.ts'
import { readDataset, type StoredDataset } from '../read.ts'
import { materializedSchema, readMaterialization } from './store.ts'

const payload = z.object({ dataset: z.number() })

/** All rows of a dataset that the principal may read, as a Parquet file; times as they are stored. */
const rowsOf = async (
  ctx: Context,
  { columns, row }: StoredDataset,
  { principal, signal }: { principal: Principal; signal: AbortSignal },
) => {
  await requireDataset(ctx.db, principal, row.id)
  const source = await loadSource(ctx, { id: row.id, type: 'table' }, principal)
  const unmoved = { ...source, dataset: { ...source.dataset, offset: 0 } }
  const prepared = await prepareQuery(ctx, unmoved, {
    query: { columns: columns.map(({ column_name }) => column_name) },
    resultType: 'full',
    xAxis: undefined,
    principal,
    rules: await rowRules(ctx, principal, unmoved),
    allRows: true,
  })
  const { operations: _operations, offsets: _offsets, moves: _moves, ...job } = toDataJob(ctx, unmoved, prepared, 'json')
  const limits = { ...job.limits, rows: Number.MAX_SAFE_INTEGER, bytes: Number.MAX_SAFE_INTEGER }
  const user = String(userOf(principal)?.id ?? principal.kind)
  return ctx.host.stream({ ...job, kind: 'stream', format: 'parquet', limits }, { signal, user })
}

/** Aggregates that read the same in every dialect. */
const plainAggregate = /^\s*(COUNT|SUM|AVG|MIN|MAX)\s*\(\s*(DISTINCT\s+)?(\*|"[^"]+"|[a-z_]\w*)\s*\)\s*$/i

/** What a new table takes over from its dataset. */
const notesOf = ({ row, columns, metrics }: StoredDataset) => ({
  ...(row.description && { description: row.description }),
  columns: Object.fromEntries(
    columns.map(({ column_name, verbose_name, description }) => [
      column_name,
      { ...(verbose_name && { verbose_name }), ...(description && { description }) },
    ]),
  ),
  metrics: metrics
    .filter(({ metric_name, expression }) => metric_name !== 'count' && plainAggregate.test(expression))
    .map(({ metric_name, expression, verbose_name, d3format }) => ({
      metric_name,
      expression,
      ...(verbose_name && { verbose_name }),
      ...(d3format && { d3format }),
    })),
})

/**
 * Writes the rows of a dataset into the next generation of its table. Nothing is visible until the last transaction. The file is named
 * after the job, so that a repeated run can tell whether the first one had finished.
 */
export const materializationJob: JobKind = {
  kind: 'materialization',
  run: async (ctx, input, { id, principal: actor, signal, progress }) => {
    const principal = actor ?? nobody
    const { dataset: datasetId } = payload.parse(input)
    const plan = await readMaterialization(ctx, datasetId)
    const stored = await readDataset(ctx.db, datasetId)
    if (!plan || !stored) throw notFound()
    const { path: target, file } = await ctx.tableFiles.create(id)
    const published = await ctx.db.selectFrom('table_files').select('rows').where('path', '=', file).executeTakeFirst()
    if (published) return { rows: Number(published.rows) }
    const user = userOf(principal)
    if (!user) throw new MessageError(403, 'The account that materializes this dataset no longer exists')
    const dataOn = ctx.now().toISOString()
    try {
      const blocks = await rowsOf(ctx, stored, { principal, signal })
      const loaded = await writeRows(ctx, { blocks, userId: user.id, target }, { signal, progress }).catch((error: unknown) => {
        throw asQueryFailure(error)
      })
      signal.throwIfAborted()
      const writer = { principal, how: 'job' as const }
      const table = { schema: materializedSchema, table: plan.table_name, file, loaded, dataOn, replace: true }
      await publishTable(ctx, writer, { ...table, ...notesOf(stored) })
      return { rows: loaded.rows }
    } catch (error) {
      await ctx.tableFiles.remove(file)
      throw error
    }
  },
}
