import { isAllowed } from '#core/access/can.ts'
import { MessageError } from '#core/errors.ts'
import { subjectOf } from '../../access/subjects.ts'
import type { Context } from '../../context.ts'
import type { Action, ChangeScope, Writer } from '../../db/change.ts'
import type { Db } from '../../db/open.ts'
import { ownerIds } from '../../db/owned.ts'
import type { Row } from '../../db/tables.ts'
import { readDatabase } from '../database/store.ts'
import type { Source } from './read-columns.ts'
import { columnsOf, metricsOf } from './read.ts'

/** The writer, and what is needed to query the engine for columns. */
export type DatasetWrite = {
  ctx: Pick<Context, 'db' | 'events' | 'now' | 'config' | 'host' | 'sql' | 'tableFiles'>
  writer: Writer
  signal: AbortSignal
}

/** Ends every write: stores the dataset with its columns, metrics and owners as a version; returns its number. */
export const recordDataset = async (scope: ChangeScope, id: number, action: Action): Promise<number> => {
  const { trx } = scope
  const state = {
    ...(await trx.selectFrom('datasets').selectAll().where('id', '=', id).executeTakeFirstOrThrow()),
    columns: await columnsOf(trx, [id]),
    metrics: await metricsOf(trx, [id]),
    owners: await ownerIds(trx, 'dataset', id),
  }
  return scope.record({ kind: 'dataset', id, action, state })
}

const fullName = ({ catalog, schema, table_name }: Source) => [catalog, schema, table_name].filter(Boolean).join('.')

/** The existing dataset of a table; a missing catalog matches any. */
export const datasetOf = async (db: Db, databaseId: number, { catalog, schema, table_name }: Source): Promise<number | undefined> => {
  const rows = await db
    .selectFrom('datasets')
    .select(['id', 'catalog', 'schema'])
    .where('database_id', '=', databaseId)
    .where('table_name', '=', table_name)
    .where('deleted_at', 'is', null)
    .execute()
  return rows.find((row) => row.schema === schema && (row.catalog === catalog || row.catalog === null || catalog === null))?.id
}

/** The fault of a name that another dataset than `id` has, or undefined. */
export const takenFault = async (db: Db, databaseId: number, source: Source, id?: number): Promise<string[] | undefined> => {
  const found = await datasetOf(db, databaseId, source)
  return found !== undefined && found !== id ? [`Dataset ${fullName(source)} already exists`] : undefined
}

/** The database of a request body. @throws MessageError 422 if the writer may not see it */
export const databaseFor = async ({ ctx, writer }: DatasetWrite, id: number): Promise<Row<'databases'>> => {
  const subject = await subjectOf(ctx.db, 'database', id)
  const row = subject && isAllowed(writer.principal, 'see', subject) ? await readDatabase(ctx.db, id) : null
  if (!row) throw new MessageError(422, { database: ['Database does not exist'] })
  return row
}
