import type { AnnotationPatch, LayerPatch, NewAnnotation, NewLayer } from '#api/bodies/annotation-layer.ts'
import { userOf, type Principal } from '#core/access/principal.ts'
import { MessageError, notFound } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import { logAction } from '../../access/log-action.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/open.ts'
import { transact } from '../../db/transact.ts'
import { requireDistinct } from '../../list/require-distinct.ts'

/** Layers have no owners: users who may write annotations may change all of them. */
export type WriteInput = { ctx: Pick<Context, 'db' | 'now'>; by: Principal }

const stamp = ({ ctx, by }: WriteInput) => ({ changed_on: ctx.now().toISOString(), changed_by_fk: userOf(by)?.id ?? null })

const newStamp = (writing: WriteInput) => {
  const { changed_on, changed_by_fk } = stamp(writing)
  return { created_on: changed_on, changed_on, created_by_fk: changed_by_fk, changed_by_fk }
}

const requireFreeName = async (db: Db, name: string | undefined, id?: number): Promise<void> => {
  if (name === undefined) return
  const found = await db.selectFrom('annotation_layers').select('id').where('name', '=', name).executeTakeFirst()
  if (found && found.id !== id) throw new MessageError(422, { name: ['Name must be unique'] })
}

export const createLayer = (writing: WriteInput, { name, descr = null }: NewLayer): Promise<number> =>
  transact(writing.ctx.db, async (trx) => {
    await requireFreeName(trx, name)
    const { id } = await trx
      .insertInto('annotation_layers')
      .values({ ...newStamp(writing), name, descr })
      .returning('id')
      .executeTakeFirstOrThrow()
    await logAction(trx, { action: 'annotation_layer.create', now: writing.ctx.now(), by: writing.by, json: { id } })
    return id
  })

export const updateLayer = (writing: WriteInput, id: number, patch: LayerPatch): Promise<void> =>
  transact(writing.ctx.db, async (trx) => {
    const set = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
    const known = await trx.selectFrom('annotation_layers').select('id').where('id', '=', id).executeTakeFirst()
    if (!known) throw notFound()
    await requireFreeName(trx, patch.name, id)
    await trx
      .updateTable('annotation_layers')
      .set({ ...set, ...stamp(writing) })
      .where('id', '=', id)
      .execute()
    await logAction(trx, { action: 'annotation_layer.update', now: writing.ctx.now(), by: writing.by, json: { id } })
  })

/** Deletes all or none. @throws MessageError 422 if a layer has annotations. @returns how many */
export const deleteLayers = (writing: WriteInput, ids: readonly number[]): Promise<number> =>
  transact(writing.ctx.db, async (trx) => {
    const wanted = requireDistinct(ids)
    const found = await trx.selectFrom('annotation_layers').select('id').where('id', 'in', wanted).execute()
    if (found.length < wanted.length) throw notFound()
    const full = await trx.selectFrom('annotations').select('id').where('layer_id', 'in', wanted).executeTakeFirst()
    if (full) throw new MessageError(422, t('Annotation layer has associated annotations.'))
    await trx.deleteFrom('annotation_layers').where('id', 'in', wanted).execute()
    await logAction(trx, { action: 'annotation_layer.delete', now: writing.ctx.now(), by: writing.by, json: { ids: wanted } })
    return wanted.length
  })

/** A time of a body, in ISO 8601 and UTC. */
export const inUtc = (text: string): string => new Date(/(Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`).toISOString()

type Times = { start_dttm: string; end_dttm: string }

const requireOrder = ({ start_dttm, end_dttm }: Times): void => {
  if (end_dttm < start_dttm) throw new MessageError(422, { start_dttm: ['End date must be after start date'] })
}

const requireFreeDescription = async (db: Db, layerId: number, text: string, id?: number): Promise<void> => {
  const found = await db
    .selectFrom('annotations')
    .select('id')
    .where('layer_id', '=', layerId)
    .where('short_descr', '=', text)
    .executeTakeFirst()
  if (found && found.id !== id) throw new MessageError(422, { short_descr: ['Short description must be unique for this layer'] })
}

const requireLayer = async (db: Db, id: number): Promise<void> => {
  const layer = await db.selectFrom('annotation_layers').select('id').where('id', '=', id).executeTakeFirst()
  if (!layer) throw new MessageError(400, t('Annotation layer not found.'))
}

export const createAnnotation = (writing: WriteInput, layerId: number, body: NewAnnotation): Promise<number> =>
  transact(writing.ctx.db, async (trx) => {
    await requireLayer(trx, layerId)
    const times = { start_dttm: inUtc(body.start_dttm), end_dttm: inUtc(body.end_dttm) }
    requireOrder(times)
    await requireFreeDescription(trx, layerId, body.short_descr)
    const { id } = await trx
      .insertInto('annotations')
      .values({
        ...newStamp(writing),
        ...times,
        layer_id: layerId,
        short_descr: body.short_descr,
        long_descr: body.long_descr ?? null,
        json_metadata: body.json_metadata ?? null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await logAction(trx, { action: 'annotation.create', now: writing.ctx.now(), by: writing.by, json: { id, layer_id: layerId } })
    return id
  })

type Place = { layerId: number; id: number }

export const updateAnnotation = (writing: WriteInput, { layerId, id }: Place, patch: AnnotationPatch): Promise<void> =>
  transact(writing.ctx.db, async (trx) => {
    const row = await trx.selectFrom('annotations').selectAll().where('id', '=', id).where('layer_id', '=', layerId).executeTakeFirst()
    if (!row) throw notFound()
    const times = {
      start_dttm: patch.start_dttm === undefined ? row.start_dttm : inUtc(patch.start_dttm),
      end_dttm: patch.end_dttm === undefined ? row.end_dttm : inUtc(patch.end_dttm),
    }
    requireOrder(times)
    if (patch.short_descr !== undefined) await requireFreeDescription(trx, layerId, patch.short_descr, id)
    const texts = (['short_descr', 'long_descr', 'json_metadata'] as const).flatMap((name) =>
      patch[name] === undefined ? [] : [[name, patch[name]] as const],
    )
    await trx
      .updateTable('annotations')
      .set({ ...stamp(writing), ...times, ...Object.fromEntries(texts) })
      .where('id', '=', id)
      .execute()
    await logAction(trx, { action: 'annotation.update', now: writing.ctx.now(), by: writing.by, json: { id, layer_id: layerId } })
  })

/** Deletes all or none. @returns how many */
export const deleteAnnotations = (writing: WriteInput, layerId: number, ids: readonly number[]): Promise<number> =>
  transact(writing.ctx.db, async (trx) => {
    const wanted = requireDistinct(ids)
    const found = await trx.selectFrom('annotations').select('id').where('layer_id', '=', layerId).where('id', 'in', wanted).execute()
    if (found.length < wanted.length) throw notFound()
    await trx.deleteFrom('annotations').where('id', 'in', wanted).execute()
    await logAction(trx, { action: 'annotation.delete', now: writing.ctx.now(), by: writing.by, json: { ids: wanted, layer_id: layerId } })
    return wanted.length
  })

export const annotationColumns = ['start_dttm', 'end_dttm', 'short_descr', 'long_descr', 'json_metadata'] as const

/** The annotations of a layer for chart data, with times in epoch milliseconds; null for an unknown layer. */
export const readLayerRecords = async (db: Db, layerId: number) => {
  const layer = await db.selectFrom('annotation_layers').select('id').where('id', '=', layerId).executeTakeFirst()
  if (!layer) return null
  const rows = await db.selectFrom('annotations').select(annotationColumns).where('layer_id', '=', layerId).orderBy('start_dttm').execute()
  return rows.map((row) => ({ ...row, start_dttm: Date.parse(row.start_dttm), end_dttm: Date.parse(row.end_dttm) }))
}
