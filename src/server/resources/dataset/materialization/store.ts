import type { Materialization } from '#api/dataset-materialization.ts'
import type { MaterializationBody, Rhythm } from '#api/bodies/materialization.ts'
import { userOf } from '#core/access/principal.ts'
import { MessageError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import type { Context } from '../../../context.ts'
import type { Writer } from '../../../db/change.ts'
import { requireAccess } from '../../../db/owned.ts'
import type { Row } from '../../../db/tables.ts'
import { transact } from '../../../db/transact.ts'
import { requireDataset } from '../../../access/require-dataset.ts'
import { datasetOn, houseId } from '../../../house/house.ts'
import { nameTakenText } from '../../../house/publish-table.ts'
import { requireValidNames } from '../../../house/table-names.ts'
import { datasetOf } from '../dataset-write.ts'

export type MaterializationRow = Row<'dataset_materializations'>

/** The schema of the house that materialized tables are in. */
export const materializedSchema = 'main'

const hourMs = 3_600_000
const rhythmMs: Record<Rhythm, number> = { hour: hourMs, day: 24 * hourMs, week: 168 * hourMs }

const after = (now: Date, every: Rhythm): string => new Date(now.getTime() + rhythmMs[every]).toISOString()

export const readMaterialization = ({ db }: Pick<Context, 'db'>, datasetId: number): Promise<MaterializationRow | undefined> =>
  db.selectFrom('dataset_materializations').selectAll().where('dataset_id', '=', datasetId).executeTakeFirst()

const jobOf = async ({ db }: Pick<Context, 'db'>, { job_id }: MaterializationRow) =>
  job_id === null ? undefined : db.selectFrom('jobs').select(['state', 'error']).where('id', '=', job_id).executeTakeFirst()

const isUnderWay = (job: { state: string } | undefined): boolean => job?.state === 'pending' || job?.state === 'running'

/** Starts a run, unless one is under way. */
const start = async (ctx: Pick<Context, 'db' | 'jobs'>, row: MaterializationRow): Promise<void> => {
  if (isUnderWay(await jobOf(ctx, row))) return
  const payload = { dataset: row.dataset_id }
  const id = await ctx.jobs.start({ kind: 'materialization', payload, userId: row.changed_by_fk })
  await ctx.db.updateTable('dataset_materializations').set({ job_id: id }).where('id', '=', row.id).execute()
}

/** Starts what is due. Of several processes only one succeeds in moving the date. */
export const startDueMaterializations = async (ctx: Pick<Context, 'db' | 'jobs' | 'now'>): Promise<void> => {
  const now = ctx.now()
  const due = await ctx.db
    .selectFrom('dataset_materializations')
    .innerJoin('datasets', 'datasets.id', 'dataset_materializations.dataset_id')
    .selectAll('dataset_materializations')
    .where('next_on', '<=', now.toISOString())
    .where('datasets.deleted_at', 'is', null)
    .execute()
  for (const row of due) {
    const moved = await ctx.db
      .updateTable('dataset_materializations')
      .set({ next_on: after(now, row.every) })
      .where('id', '=', row.id)
      .where('next_on', '=', row.next_on)
      .executeTakeFirst()
    if (moved.numUpdatedRows === 1n) await start(ctx, row)
  }
}

/** The dataset as one that the writer may change and read. @throws 403, 404 */
const requireSource = async ({ db }: Pick<Context, 'db'>, { principal }: Writer, id: number): Promise<void> => {
  await requireAccess(db, principal, 'change', { kind: 'dataset', id })
  await requireDataset(db, principal, id)
}

/** Sets table and schedule, and begins the first run. Runs act for the writer. @throws 403, 404, 422 for a name that is taken */
export const setMaterialization = async (ctx: Context, writer: Writer, id: number, body: MaterializationBody): Promise<void> => {
  await requireSource(ctx, writer, id)
  await requireValidNames(ctx.db, { schema: materializedSchema, table: body.table_name, columns: [] })
  const user = userOf(writer.principal)?.id ?? null
  const now = ctx.now()
  const row = await transact(ctx.db, async (trx) => {
    const before = await readMaterialization({ db: trx }, id)
    const place = { catalog: null, schema: materializedSchema, table_name: body.table_name, sql: null }
    if (before?.table_name !== body.table_name && (await datasetOf(trx, await houseId({ db: trx }), place)) !== undefined)
      throw new MessageError(422, { table_name: [nameTakenText(body.table_name)] })
    const set = { ...body, next_on: after(now, body.every), changed_on: now.toISOString(), changed_by_fk: user }
    const values = { ...set, dataset_id: id, job_id: null, created_on: set.changed_on, created_by_fk: user }
    return trx
      .insertInto('dataset_materializations')
      .values(values)
      .onConflict((conflict) => conflict.column('dataset_id').doUpdateSet(set))
      .returningAll()
      .executeTakeFirstOrThrow()
  })
  await start(ctx, row)
}

/** @throws MessageError 422 without one */
export const requireSchedule = async (ctx: Pick<Context, 'db'>, id: number): Promise<MaterializationRow> => {
  const row = await readMaterialization(ctx, id)
  if (!row) throw new MessageError(422, t('The dataset is not materialized.'))
  return row
}

/** @throws 403, 404, 422 */
export const runMaterialization = async (ctx: Context, writer: Writer, id: number): Promise<void> => {
  await requireAccess(ctx.db, writer.principal, 'change', { kind: 'dataset', id })
  const row = await requireSchedule(ctx, id)
  await start(ctx, row)
}

/** Ends the schedule; the table stays with its newest generation. @throws 403, 404, 422 */
export const deleteMaterialization = async (ctx: Context, writer: Writer, id: number): Promise<void> => {
  await requireAccess(ctx.db, writer.principal, 'change', { kind: 'dataset', id })
  const row = await requireSchedule(ctx, id)
  if (row.job_id !== null) await ctx.jobs.cancel(row.job_id)
  await ctx.db.deleteFrom('dataset_materializations').where('id', '=', row.id).execute()
}

export const showMaterialization = async (ctx: Pick<Context, 'db'>, id: number): Promise<Materialization | null> => {
  const row = await readMaterialization(ctx, id)
  if (!row) return null
  const { table_name, every, kept, next_on } = row
  const job = await jobOf(ctx, row)
  const files = await ctx.db
    .selectFrom('table_files')
    .select(['id', 'rows', 'data_on', 'created_on', 'retired_on'])
    .where('schema', '=', materializedSchema)
    .where('table_name', '=', table_name)
    .orderBy('id', 'desc')
    .limit(kept)
    .execute()
  return {
    table_name,
    every,
    kept,
    next_on,
    is_running: isUnderWay(job),
    error: job?.state === 'failed' ? job.error : null,
    dataset_id: (await datasetOn(ctx.db, { schema: materializedSchema, table: table_name }))?.id ?? null,
    generations: files.map((file) => ({
      id: file.id,
      data_on: file.data_on ?? file.created_on,
      rows: Number(file.rows),
      is_current: file.retired_on === null,
    })),
  }
}
