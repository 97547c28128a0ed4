import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { syncObjectPairs } from '../access/object-pairs.ts'
import { MessageError } from '#core/errors.ts'
import type { Context } from '../context.ts'
import { change, type Writer } from '../db/change.ts'
import { setOwners } from '../db/owned.ts'
import type { Tables } from '../db/tables.ts'
import type { Loaded } from '../ingest/task.ts'
import { recordDataset } from '../resources/dataset/writing.ts'
import { addGeneration, currentTable, datasetOn, lockHouse, type TableRef } from './house.ts'
import { demandNames } from './table-names.ts'

export type Published = { datasetId: number; created: boolean }

type Table = TableRef & {
  file: string
  loaded: Loaded
  /** Whether a table that is there gets the new rows. */
  replace: boolean
  /** The generation whose rows these follow; null = there was no table yet. */
  former?: number | null
  description?: string
  /** Verbose names and formats of columns and metrics that the maker of the data knows. */
  columns?: Record<string, { verbose_name?: string; description?: string }>
  metrics?: { metric_name: string; expression: string; verbose_name?: string; d3format?: string; currency?: string }[]
}

/** The wire's type text of a DuckDB column. */
const isTime = (type: string) => /^(DATE|TIMESTAMP)/.test(type)

/**
 * Makes a finished table file the table's newest generation and gives it a dataset, in one transaction: the dataset of a new table
 * has typed columns, a main time column and the metric `count`; that of a known one keeps what people added to it.
 * @throws MessageError 422 when the table is there and shall stay, or cannot be named so
 * @throws TableMoved when rows were to follow a generation that is no longer the newest
 */
export const publishTable = async (ctx: Context, writer: Writer, table: Table): Promise<Published> => {
  const { schema, table: name, file, loaded } = table
  await ctx.tableFiles.put(file)
  return change(ctx, writer, async (door) => {
    const { rows, bytes } = loaded
    const databaseId = await lockHouse(door.trx)
    await demandNames(door.trx, { schema, table: name, columns: loaded.columns.map((column) => column.name) })
    const known = await datasetOn(door.trx, table)
    if (known && !table.replace) throw new MessageError(422, takenText(name))
    if (table.former !== undefined) {
      const newest = await currentTable({ db: door.trx, tableFiles: ctx.tableFiles }, table)
      if ((newest?.id ?? null) !== table.former) throw new TableMoved()
    }
    await addGeneration(door.trx, { databaseId, schema, table: name, file, rows, bytes, now: door.now })
    const id = known?.id ?? (await insertDataset(door.trx, { ...door.stamp(), databaseId, table }))
    await syncColumns(door.trx, id, table, door.now)
    if (!known) {
      await insertMetrics(door.trx, id, table, door.now)
      await setOwners(door, 'dataset', id, door.userId === null ? [] : [door.userId])
      await syncObjectPairs(door.trx, 'dataset', id)
    }
    await recordDataset(door, id, known ? 'update' : 'create')
    return { datasetId: id, created: !known }
  })
}

/** Somebody else changed the table between its reading and its writing. */
export class TableMoved extends Error {}

export const takenText = (name: string) => `A table named ${name} is already there`

type NewDataset = {
  databaseId: number
  table: Table
  uuid: string
  created_on: string
  changed_on: string
  created_by_fk: number | null
  changed_by_fk: number | null
}

const insertDataset = async (trx: Kysely<Tables>, { databaseId, table, ...stamp }: NewDataset): Promise<number> => {
  const { id } = await trx
    .insertInto('datasets')
    .values({
      ...stamp,
      database_id: databaseId,
      catalog: null,
      schema: table.schema,
      table_name: table.table,
      sql: null,
      description: table.description ?? null,
      main_dttm_col: table.loaded.mainTime,
      default_endpoint: null,
      cache_timeout: null,
      fetch_values_predicate: null,
      template_params: null,
      params: null,
      extra: null,
      timezone: null,
      folders: null,
      currency_code_column: null,
      external_url: null,
      deleted_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Columns as the table has them now: new ones join, those that are gone leave, calculated ones stay. */
const syncColumns = async (trx: Kysely<Tables>, datasetId: number, { loaded, columns: notes = {} }: Table, now: string) => {
  const known = await trx
    .selectFrom('dataset_columns')
    .select(['id', 'column_name', 'expression'])
    .where('dataset_id', '=', datasetId)
    .execute()
  const names = new Set(loaded.columns.map(({ name }) => name))
  const gone = known.filter(({ column_name, expression }) => !expression && !names.has(column_name)).map(({ id }) => id)
  if (gone.length) await trx.deleteFrom('dataset_columns').where('id', 'in', gone).execute()
  for (const [position, { name, type }] of loaded.columns.entries()) {
    const found = known.find(({ column_name }) => column_name === name)
    if (found) {
      await trx.updateTable('dataset_columns').set({ type, position, changed_on: now }).where('id', '=', found.id).execute()
      continue
    }
    const note = notes[name]
    await trx
      .insertInto('dataset_columns')
      .values({
        uuid: randomUUID(),
        dataset_id: datasetId,
        position,
        column_name: name,
        verbose_name: note?.verbose_name ?? null,
        type,
        advanced_data_type: null,
        is_dttm: isTime(type) ? 1 : 0,
        expression: null,
        description: note?.description ?? null,
        python_date_format: null,
        extra: null,
        created_on: now,
        changed_on: now,
      })
      .execute()
  }
}

const insertMetrics = async (trx: Kysely<Tables>, datasetId: number, { metrics = [] }: Table, now: string) => {
  const all: NonNullable<Table['metrics']> = [{ metric_name: 'count', expression: 'COUNT(*)', verbose_name: 'COUNT(*)' }, ...metrics]
  for (const [position, metric] of all.entries()) {
    await trx
      .insertInto('dataset_metrics')
      .values({
        uuid: randomUUID(),
        dataset_id: datasetId,
        position,
        metric_name: metric.metric_name,
        verbose_name: metric.verbose_name ?? null,
        metric_type: metric.metric_name === 'count' ? 'count' : null,
        expression: metric.expression,
        description: null,
        d3format: metric.d3format ?? null,
        currency: metric.currency ? JSON.stringify({ symbol: metric.currency, symbolPosition: 'prefix' }) : null,
        warning_text: null,
        extra: null,
        created_on: now,
        changed_on: now,
      })
      .execute()
  }
}
