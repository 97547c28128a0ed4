import { randomUUID } from 'node:crypto'
import type { ColumnPatch, MetricPatch } from '#api/bodies/dataset.ts'
import { genericType } from '#core/table.ts'
import type { Dialect } from '#engines/dialect.ts'
import type { RelationColumn } from '#engines/engine.ts'
import type { ChangeScope } from '../../db/change.ts'
import type { NewRow } from '../../db/tables.ts'
import { typeText } from '../database/catalog.ts'
import type { ColumnRow, MetricRow } from './read.ts'

type NewColumn = NewRow<'dataset_columns'>
type NewMetric = NewRow<'dataset_metrics'>

const hasDuplicates = (names: readonly string[]): boolean => new Set(names).size < names.length

/** Why a list of columns or metrics cannot replace the stored one, or undefined. */
export const listFault = <T extends { id?: number | undefined }>(
  word: 'columns' | 'metrics',
  sent: readonly T[] | undefined,
  { stored, name }: { stored: readonly { id: number; name: string }[]; name: (item: T) => string },
): string[] | undefined => {
  if (!sent) return undefined
  if (hasDuplicates(sent.map(name))) return [`One or more ${word} are duplicated`]
  const known = new Set(stored.map((item) => item.id))
  if (sent.some((item) => item.id !== undefined && !known.has(item.id))) return [`One or more ${word} do not exist`]
  const names = new Set(stored.map((item) => item.name))
  return sent.some((item) => item.id === undefined && names.has(name(item))) ? [`One or more ${word} already exist`] : undefined
}

const isTime = (dialect: Dialect, type: string): boolean => genericType[dialect.columnType(type)] === 2

const emptyColumn = {
  verbose_name: null,
  type: null,
  advanced_data_type: null,
  expression: null,
  description: null,
  python_date_format: null,
  extra: null,
}

const physicalColumn = (dialect: Dialect, { name, type, comment }: RelationColumn, position: number) => ({
  ...emptyColumn,
  position,
  column_name: name,
  type: typeText(type),
  description: comment ?? null,
  is_dttm: isTime(dialect, type) ? 1 : 0,
})

export type PhysicalTable = { dialect: Dialect; columns: readonly RelationColumn[] }

/** The first time column. */
export const mainTimeOf = ({ dialect, columns }: PhysicalTable): string | null =>
  columns.find(({ type }) => isTime(dialect, type))?.name ?? null

/** New items may have a uuid, which folders refer to. */
type New<T> = Omit<T, 'dataset_id' | 'uuid' | 'created_on' | 'changed_on'> & { uuid?: string }

const named = ({ uuid }: ColumnPatch | MetricPatch) => (uuid ? { uuid } : {})

const insertColumns = async ({ trx, now }: ChangeScope, datasetId: number, columns: readonly New<NewColumn>[]) => {
  for (const column of columns) {
    await trx
      .insertInto('dataset_columns')
      .values({ uuid: randomUUID(), ...column, dataset_id: datasetId, created_on: now, changed_on: now })
      .execute()
  }
}

/** Updates the physical columns from the engine: adds new ones and deletes missing ones; calculated columns and users' edits stay. */
export const syncColumns = async (
  scope: ChangeScope,
  datasetId: number,
  { stored, physical }: { stored: readonly ColumnRow[]; physical: PhysicalTable },
): Promise<void> => {
  const { trx, now } = scope
  const { dialect, columns } = physical
  const gone = stored.filter((column) => !column.expression && !columns.some(({ name }) => name === column.column_name))
  if (gone.length) {
    await trx
      .deleteFrom('dataset_columns')
      .where(
        'id',
        'in',
        gone.map((column) => column.id),
      )
      .execute()
  }
  for (const column of stored) {
    const found = columns.find(({ name }) => name === column.column_name)
    if (!found || typeText(found.type) === column.type) continue
    await trx
      .updateTable('dataset_columns')
      .set({ type: typeText(found.type), changed_on: now })
      .where('id', '=', column.id)
      .execute()
  }
  const added = columns.filter(({ name }) => !stored.some((column) => column.column_name === name))
  const first = Math.max(-1, ...stored.map((column) => column.position)) + 1
  await insertColumns(
    scope,
    datasetId,
    added.map((column, i) => physicalColumn(dialect, column, first + i)),
  )
}

const flag = (value: boolean | null | undefined) => (value === undefined || value === null ? {} : { value: value ? 1 : 0 })

const columnSettings = (patch: ColumnPatch) => {
  const texts = ['type', 'advanced_data_type', 'verbose_name', 'description', 'expression', 'extra', 'python_date_format'] as const
  const flags = ['filterable', 'groupby', 'is_active', 'is_dttm'] as const
  return {
    column_name: patch.column_name,
    ...Object.fromEntries(
      texts.flatMap((name) => (patch[name] === undefined ? [] : [[name, patch[name] === '' ? null : patch[name]] as const])),
    ),
    ...Object.fromEntries(flags.flatMap((name) => Object.values(flag(patch[name])).map((value) => [name, value] as const))),
  }
}

/** Replaces the list of columns: updates those with an id, inserts those without, deletes the others. */
export const writeColumns = async (
  scope: ChangeScope,
  datasetId: number,
  { stored, sent }: { stored: readonly ColumnRow[]; sent: readonly ColumnPatch[] },
): Promise<void> => {
  const { trx, now } = scope
  const gone = stored.filter((column) => !sent.some((patch) => patch.id === column.id)).map((column) => column.id)
  if (gone.length) await trx.deleteFrom('dataset_columns').where('id', 'in', gone).execute()
  for (const [position, patch] of sent.entries()) {
    const settings = columnSettings(patch)
    if (patch.id === undefined) await insertColumns(scope, datasetId, [{ ...emptyColumn, position, ...settings, ...named(patch) }])
    else
      await trx
        .updateTable('dataset_columns')
        .set({ ...settings, position, changed_on: now })
        .where('id', '=', patch.id)
        .execute()
  }
}

const emptyMetric = {
  verbose_name: null,
  metric_type: null,
  description: null,
  d3format: null,
  currency: null,
  warning_text: null,
  extra: null,
}

export const insertMetrics = async ({ trx, now }: ChangeScope, datasetId: number, metrics: readonly New<NewMetric>[]) => {
  for (const metric of metrics) {
    await trx
      .insertInto('dataset_metrics')
      .values({ uuid: randomUUID(), ...metric, dataset_id: datasetId, created_on: now, changed_on: now })
      .execute()
  }
}

/** The metric that every new dataset has. */
export const countMetric = {
  ...emptyMetric,
  position: 0,
  metric_name: 'count',
  verbose_name: 'COUNT(*)',
  metric_type: 'count',
  expression: 'COUNT(*)',
}

const metricSettings = (patch: MetricPatch) => {
  const texts = ['verbose_name', 'metric_type', 'description', 'd3format', 'warning_text', 'extra'] as const
  const { currency } = patch
  return {
    metric_name: patch.metric_name,
    expression: patch.expression,
    ...Object.fromEntries(texts.flatMap((name) => (patch[name] === undefined ? [] : [[name, patch[name]] as const]))),
    ...(currency !== undefined && { currency: currency === null || typeof currency === 'string' ? currency : JSON.stringify(currency) }),
  }
}

export const writeMetrics = async (
  scope: ChangeScope,
  datasetId: number,
  { stored, sent }: { stored: readonly MetricRow[]; sent: readonly MetricPatch[] },
): Promise<void> => {
  const { trx, now } = scope
  const gone = stored.filter((metric) => !sent.some((patch) => patch.id === metric.id)).map((metric) => metric.id)
  if (gone.length) await trx.deleteFrom('dataset_metrics').where('id', 'in', gone).execute()
  for (const [position, patch] of sent.entries()) {
    const settings = metricSettings(patch)
    if (patch.id === undefined) await insertMetrics(scope, datasetId, [{ ...emptyMetric, position, ...settings, ...named(patch) }])
    else
      await trx
        .updateTable('dataset_metrics')
        .set({ ...settings, position, changed_on: now })
        .where('id', '=', patch.id)
        .execute()
  }
}
