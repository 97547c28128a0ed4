import {
  materializationDelete,
  materializationGet,
  materializationRestore,
  materializationRun,
  materializationSet,
} from '#api/dataset-materialization.ts'
import { requireAccess, writerOf } from '../../../db/owned.ts'
import { serve, type App } from '../../../http/serve.ts'
import { restoreGeneration } from './restore.ts'
import { deleteMaterialization, runMaterialization, setMaterialization, showMaterialization } from './store.ts'

export const materializations = (app: App): void => {
  const { ctx } = app

  serve(app, materializationGet, async ({ principal, params }) => {
    await requireAccess(ctx.db, principal, 'see', { kind: 'dataset', id: params.pk })
    return { result: await showMaterialization(ctx, params.pk) }
  })

  serve(app, materializationSet, async ({ principal, params, body }) => {
    await setMaterialization(ctx, writerOf(principal, undefined), params.pk, body)
    return { message: 'OK' }
  })

  serve(app, materializationRun, async ({ principal, params }) => {
    await runMaterialization(ctx, writerOf(principal, undefined), params.pk)
    return { message: 'OK' }
  })

  serve(app, materializationRestore, async ({ principal, params, signal }) => {
    await restoreGeneration({ ctx, writer: writerOf(principal, undefined), signal }, params.pk, params.generation)
    return { message: 'OK' }
  })

  serve(app, materializationDelete, async ({ principal, params }) => {
    await deleteMaterialization(ctx, writerOf(principal, undefined), params.pk)
    return { message: 'OK' }
  })
}
