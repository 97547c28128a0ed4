import { EngineError } from '#engines/host/client.ts'
import type { Context } from '../../../context.ts'
import { canBeBound, unseenRowsError } from '../../chart-data/prepare/broken-rules.ts'
import { cannotApplyError } from '../../chart-data/prepare/limit-rows.ts'
import type { Namespace } from '../script/table-access.ts'
import type { Plan } from '../script/plan.ts'

/** Types of errors that hold nothing of the statement and its rows. */
const ofBounds = new Set(['RESULT_TOO_LARGE_ERROR', 'BACKEND_TIMEOUT_ERROR'])

/**
 * What an engine says of a statement whose tables are limited by rules, for whom they limit: nothing if a rule is what fails, and nothing
 * of rows that it met. A statement that is wrong by itself is reported in full.
 */
export const withoutRuledText = async (
  { host }: Pick<Context, 'host'>,
  { connection, fetches, ruledReads, before, sql }: Plan,
  { catalog, schema }: Namespace,
  error: unknown,
): Promise<unknown> => {
  if (!ruledReads.length || !(error instanceof EngineError) || error.status >= 500 || ofBounds.has(error.type)) return error
  const isBound = (text: string) => canBeBound({ host }, { connection, sql: text, fetches, catalog, schema })
  for (const read of ruledReads) if (!(await isBound(read))) return cannotApplyError(error)
  // Names of earlier statements are not there when the last one is looked at alone.
  return before.length > 0 || (await isBound(sql)) ? unseenRowsError(error) : error
}
