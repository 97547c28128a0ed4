import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { syncObjectPairs } from '../access/object-pairs.ts'
import { MessageError } from '#core/errors.ts'
import type { Context } from '../context.ts'
import { change, type Writer } from '../db/change.ts'
import { setOwners } from '../db/owned.ts'
import type { NewRow, Tables } from '../db/tables.ts'
import type { Loaded } from '../ingest/task.ts'
import { recordDataset } from '../resources/dataset/dataset-write.ts'
import { insertRows } from '../resources/dataset/insert-rows.ts'
import { addGeneration, currentTable, datasetOn, lockHouse, type TableRef } from './house.ts'
import { requireValidNames } from './table-names.ts'

export type Published = { datasetId: number; created: boolean }

type Table = TableRef & {
  file: string
  loaded: Loaded
  /** Whether an existing table is replaced. */
  replace: boolean
  /** The generation that rows were appended to; null: there was no table yet. */
  former?: number | null
  /** When the rows were read from another source. */
  dataOn?: string
  /** Columns of the generation before that have other names now; what is said of them stays. */
  renames?: { from: string; to: string }[]
  description?: string
  /** Verbose names and descriptions of columns, for example data. */
  columns?: Record<string, { verbose_name?: string; description?: string }>
  metrics?: { metric_name: string; expression: string; verbose_name?: string; d3format?: string; currency?: string }[]
}

const isTimeType = (type: string) => /^(DATE|TIMESTAMP)/.test(type)

/**
 * Publishes a finished table file as the table's newest generation, with a dataset, in one transaction. The dataset of a new table
 * gets typed columns, a main time column and the metric `count`; an existing dataset keeps what users added to it.
 * @throws MessageError 422 when the table exists and may not be replaced, or its name is invalid
 * @throws TableChangedError when rows were appended to a generation that is no longer the newest
 */
export const publishTable = async (
  ctx: Pick<Context, 'db' | 'events' | 'now' | 'tableFiles'>,
  writer: Writer,
  table: Table,
): Promise<Published> => {
  const { schema, table: name, file, loaded } = table
  await ctx.tableFiles.put(file)
  return change(ctx, writer, async (scope) => {
    const { rows, bytes } = loaded
    const databaseId = await lockHouse(scope.trx)
    await requireValidNames(scope.trx, { schema, table: name, columns: loaded.columns.map((column) => column.name) })
    const known = await datasetOn(scope.trx, table)
    if (known && !table.replace) throw new MessageError(422, nameTakenText(name))
    if (table.former !== undefined) {
      const newest = await currentTable({ db: scope.trx, tableFiles: ctx.tableFiles }, table)
      if ((newest?.id ?? null) !== table.former) throw new TableChangedError()
    }
    await addGeneration(scope.trx, { databaseId, schema, table: name, file, rows, bytes, now: scope.now, dataOn: table.dataOn ?? null })
    const id = known?.id ?? (await insertDataset(scope.trx, { ...scope.stamp(), databaseId, table }))
    if (table.renames?.length) await renameColumns(scope.trx, id, table.renames)
    await syncColumns(scope.trx, id, table, scope.now)
    if (!known) {
      await insertMetrics(scope.trx, id, table, scope.now)
      await setOwners(scope, 'dataset', id, scope.userId === null ? [] : [scope.userId])
      await syncObjectPairs(scope.trx, 'dataset', id)
    }
    await recordDataset(scope, id, known ? 'update' : 'create')
    return { datasetId: id, created: !known }
  })
}

/** The table was changed between reading and writing it. */
export class TableChangedError extends Error {}

export const nameTakenText = (name: string) => `A table named ${name} already exists`

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

/** All at once, so that two columns may exchange their names. */
const renameColumns = async (trx: Kysely<Tables>, datasetId: number, renames: NonNullable<Table['renames']>) => {
  const stored = await trx.selectFrom('dataset_columns').select(['id', 'column_name']).where('dataset_id', '=', datasetId).execute()
  const { main_dttm_col: time } = await trx
    .selectFrom('datasets')
    .select('main_dttm_col')
    .where('id', '=', datasetId)
    .executeTakeFirstOrThrow()
  for (const { from, to } of renames) {
    const found = stored.find(({ column_name }) => column_name === from)
    if (found) await trx.updateTable('dataset_columns').set({ column_name: to }).where('id', '=', found.id).execute()
    if (time === from) await trx.updateTable('datasets').set({ main_dttm_col: to }).where('id', '=', datasetId).execute()
  }
}

/** Adds new columns, updates existing ones and deletes missing ones; calculated columns stay. */
const syncColumns = async (trx: Kysely<Tables>, datasetId: number, { loaded, columns: notes = {} }: Table, now: string) => {
  const known = await trx
    .selectFrom('dataset_columns')
    .select(['id', 'column_name', 'expression', 'type', 'position'])
    .where('dataset_id', '=', datasetId)
    .execute()
  const names = new Set(loaded.columns.map(({ name }) => name))
  const gone = known.filter(({ column_name, expression }) => !expression && !names.has(column_name)).map(({ id }) => id)
  if (gone.length) await trx.deleteFrom('dataset_columns').where('id', 'in', gone).execute()
  const knownByName = new Map(known.map((column) => [column.column_name, column]))
  const same: number[] = []
  const added: NewRow<'dataset_columns'>[] = []
  for (const [position, { name, type }] of loaded.columns.entries()) {
    const found = knownByName.get(name)
    if (!found) {
      added.push({
        uuid: randomUUID(),
        dataset_id: datasetId,
        position,
        column_name: name,
        verbose_name: notes[name]?.verbose_name ?? null,
        type,
        advanced_data_type: null,
        is_dttm: isTimeType(type) ? 1 : 0,
        expression: null,
        description: notes[name]?.description ?? null,
        python_date_format: null,
        extra: null,
        created_on: now,
        changed_on: now,
      })
      continue
    }
    if (found.type === type && found.position === position) {
      same.push(found.id)
      continue
    }
    const isTime = isTimeType(type)
    const turned = isTime === isTimeType(found.type ?? '') ? {} : { is_dttm: isTime ? 1 : 0 }
    await trx
      .updateTable('dataset_columns')
      .set({ type, position, ...turned, changed_on: now })
      .where('id', '=', found.id)
      .execute()
  }
  if (same.length) await trx.updateTable('dataset_columns').set({ changed_on: now }).where('id', 'in', same).execute()
  await insertRows(trx, 'dataset_columns', added)
}

const insertMetrics = async (trx: Kysely<Tables>, datasetId: number, { metrics = [] }: Table, now: string) => {
  const all: NonNullable<Table['metrics']> = [{ metric_name: 'count', expression: 'COUNT(*)', verbose_name: 'COUNT(*)' }, ...metrics]
  await insertRows(
    trx,
    'dataset_metrics',
    all.map((metric, position) => ({
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
    })),
  )
}
