import { userOf, type Principal } from '#core/access/principal.ts'
import { forbidden, MessageError } from '#core/errors.ts'
import type { DataJob } from '#engines/host/protocol.ts'
import type { Context } from '../../../context.ts'
import { datasetOn, type TableRef } from '../../../house/house.ts'
import { nameTakenText, publishTable } from '../../../house/publish-table.ts'
import { requireValidNames } from '../../../house/table-names.ts'
import { writeRows } from '../../../house/write-rows.ts'

type Wanted = { into: TableRef; job: DataJob; principal: Principal; signal: AbortSignal }

/**
 * CREATE TABLE AS in the house, whose files engines only read: the rows of the query become the first generation of a table, with a
 * dataset of its own, which knows when they were read. Returns the number of rows.
 * @throws MessageError 422 for a name that is taken or invalid
 */
export const writeIntoHouse = async (
  ctx: Pick<Context, 'config' | 'db' | 'events' | 'host' | 'now' | 'tableFiles'>,
  { into, job, principal, signal }: Wanted,
): Promise<number> => {
  const user = userOf(principal)
  if (!user) throw forbidden()
  await requireValidNames(ctx.db, { ...into, columns: [] })
  if (await datasetOn(ctx.db, into)) throw new MessageError(422, nameTakenText(into.table))
  const dataOn = ctx.now().toISOString()
  const limits = { ...job.limits, rows: Number.MAX_SAFE_INTEGER, bytes: Number.MAX_SAFE_INTEGER }
  const blocks = await ctx.host.stream({ ...job, kind: 'stream', format: 'parquet', limits }, { signal, user: String(user.id) })
  const { path: target, file } = await ctx.tableFiles.create()
  try {
    const loaded = await writeRows(ctx, { blocks, userId: user.id, target }, { signal })
    await publishTable(ctx, { principal, how: 'ui' }, { ...into, file, loaded, dataOn, replace: false })
    return loaded.rows
  } catch (error) {
    await ctx.tableFiles.remove(file)
    throw error
  }
}
