import { allowed } from '#core/access/can.ts'
import { MessageError } from '#core/errors.ts'
import { subjectOf } from '../../access/subjects.ts'
import type { Context } from '../../context.ts'
import type { Action, ChangeScope, Writer } from '../../db/change.ts'
import type { Db } from '../../db/open.ts'
import { ownerIds } from '../../db/owned.ts'
import type { Row } from '../../db/tables.ts'
import { readDatabase } from '../database/store.ts'
import type { Source } from './look-up.ts'
import { columnsOf, metricsOf } from './read.ts'

/** Who writes, and what it takes to ask the engine for columns meanwhile. */
export type Asking = {
  ctx: Pick<Context, 'db' | 'events' | 'now' | 'config' | 'host' | 'sql' | 'tableFiles'>
  writer: Writer
  signal: AbortSignal
}

/** Ends every writing: the dataset with its columns, metrics and owners goes into the history. Gives its new version. */
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

/** The dataset that a table has already; where either side names no catalog, the schema decides. */
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

/** What is wrong with a name that another dataset than `id` has, or nothing. */
export const takenFault = async (db: Db, databaseId: number, source: Source, id?: number): Promise<string[] | undefined> => {
  const found = await datasetOf(db, databaseId, source)
  return found !== undefined && found !== id ? [`Dataset ${fullName(source)} already exists`] : undefined
}

/** The database of a body. @throws 422 when it is not there for the writer */
export const databaseFor = async ({ ctx, writer }: Asking, id: number): Promise<Row<'databases'>> => {
  const subject = await subjectOf(ctx.db, 'database', id)
  const row = subject && allowed(writer.principal, 'see', subject) ? await readDatabase(ctx.db, id) : null
  if (!row) throw new MessageError(422, { database: ['Database does not exist'] })
  return row
}
