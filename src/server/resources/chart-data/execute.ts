import { AppError, MessageError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import type { ResultFormat } from '#core/query/query-object.ts'
import type { DataAnswer, DataJob } from '#engines/host/protocol.ts'
import type { Context } from '../../context.ts'
import type { Prepared } from './prepare/prepare.ts'
import type { RollUps } from './rollups/roll-ups.ts'
import { shareableOf } from './scans/shareable.ts'
import type { Sharing } from './scans/sharing.ts'
import type { Source } from './source.ts'

/** Limit of the encoded rows of one result. */
const maxResultBytes = 512 * 1024 ** 2

export const toDataJob = (
  ctx: Pick<Context, 'config'>,
  source: Source,
  { compiled, fetches = [] }: Pick<Prepared, 'compiled'> & Partial<Pick<Prepared, 'fetches'>>,
  format: ResultFormat,
): DataJob => {
  const { dataset, connection } = source
  const { sql, labels, types, offsets, operations, measures, axes, hints, header, moves } = compiled
  return {
    kind: 'data',
    connection,
    catalog: dataset.catalog,
    schema: dataset.schema,
    sql,
    labels,
    types,
    offsets,
    hints,
    header,
    operations,
    measures,
    axes,
    format,
    ...(fetches.length > 0 && { fetches }),
    ...(moves && { moves }),
    limits: { timeoutMs: ctx.config.queryTimeout * 1000, rows: compiled.rowLimit ?? ctx.config.sqlMaxRow, bytes: maxResultBytes },
  }
}

/** Wraps an engine's error as a failed query; timeouts and size limits keep their own type. */
export const asQueryFailure = (error: unknown): unknown =>
  error instanceof AppError && error.status === 400 && error.type !== 'RESULT_TOO_LARGE_ERROR'
    ? new MessageError(400, t('Error: %(error)s', { error: error.message }), { cause: error })
    : error

type RunOptions = { signal: AbortSignal | undefined; user: string; isForced: boolean }

export const execute = async (
  ctx: Pick<Context, 'config'> & { sharing: Sharing; rollUps: RollUps },
  { source, prepared, format }: { source: Source; prepared: Prepared; format: ResultFormat },
  { signal, ...options }: RunOptions,
): Promise<DataAnswer> => {
  const { times } = prepared.compiled
  const asJob = (of: Pick<Prepared, 'compiled'>) => toDataJob(ctx, source, of, format)
  try {
    const job = asJob(prepared)
    const running = { ...options, ...(signal && { signal }) }
    const rolled = await ctx.rollUps.run({ source, prepared, job }, running)
    const answer = rolled ?? (await ctx.sharing.run(job, shareableOf(source, prepared, asJob), running))
    return { ...answer, coltypes: answer.coltypes.map((type, i) => (times.includes(answer.colnames[i] ?? '') ? 2 : type)) }
  } catch (error) {
    throw asQueryFailure(error)
  }
}
