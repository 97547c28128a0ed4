import { notFound } from '#core/errors.ts'
import { change } from '../../../db/change.ts'
import { requireAccess } from '../../../db/owned.ts'
import { datasetOn, lockHouse, retireTable } from '../../../house/house.ts'
import { recordDataset, type DatasetWrite } from '../dataset-write.ts'
import { refreshDataset } from '../store.ts'
import { materializedSchema, requireSchedule } from './store.ts'

/** Makes an older generation of a materialized table the current one again, until the next run writes another. @throws 403, 404, 422 */
export const restoreGeneration = async (write: DatasetWrite, id: number, generation: number): Promise<void> => {
  const { ctx, writer } = write
  await requireAccess(ctx.db, writer.principal, 'change', { kind: 'dataset', id })
  const { table_name } = await requireSchedule(ctx, id)
  const place = { schema: materializedSchema, table: table_name }
  const copy = await datasetOn(ctx.db, place)
  if (!copy) throw notFound()
  await change(ctx, writer, async (scope) => {
    const { trx, now } = scope
    await requireAccess(trx, writer.principal, 'change', { kind: 'dataset', id: copy.id })
    await lockHouse(trx)
    const found = await trx
      .selectFrom('table_files')
      .select('retired_on')
      .where('id', '=', generation)
      .where('schema', '=', place.schema)
      .where('table_name', '=', place.table)
      .executeTakeFirst()
    if (!found) throw notFound()
    await retireTable(trx, place, now)
    await trx.updateTable('table_files').set({ retired_on: null }).where('id', '=', generation).execute()
    await recordDataset(scope, copy.id, 'update')
  })
  // Its columns may be others than those of the generation before.
  await refreshDataset(write, copy.id)
}
