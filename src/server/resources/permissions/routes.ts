import {
  pairCreate,
  pairDelete,
  pairGet,
  pairInfo,
  pairList,
  pairUpdate,
  permissionGet,
  permissionInfo,
  permissionList,
  viewMenuCreate,
  viewMenuDelete,
  viewMenuGet,
  viewMenuInfo,
  viewMenuList,
  viewMenuUpdate,
} from '#api/permissions.ts'
import { serve, type App } from '../../http/serve.ts'
import { serveRecords } from '../../list/record.ts'
import { pairSpec, permissionSpec, viewMenuSpec } from './spec.ts'
import { createPair, createViewMenu, deletePair, deleteViewMenu, renameViewMenu, updatePair } from './store.ts'

export const permissions = (app: App): void => {
  const { ctx } = app
  serveRecords(app, permissionSpec, { list: permissionList, info: permissionInfo, get: permissionGet })
  serveRecords(app, viewMenuSpec, { list: viewMenuList, info: viewMenuInfo, get: viewMenuGet })
  serveRecords(app, pairSpec, { list: pairList, info: pairInfo, get: pairGet })

  serve(app, viewMenuCreate, async ({ principal, body, reply }) => {
    const id = await createViewMenu(ctx, principal, body.name)
    reply.code(201)
    return { id, result: body }
  })
  serve(app, viewMenuUpdate, async ({ principal, params, body }) => {
    await renameViewMenu(ctx, principal, params.pk, body.name)
    return { result: body }
  })
  serve(app, viewMenuDelete, async ({ principal, params }) => {
    await deleteViewMenu(ctx, principal, params.pk)
    return { message: 'OK' }
  })

  serve(app, pairCreate, async ({ principal, body, reply }) => {
    const id = await createPair(ctx, principal, body)
    reply.code(201)
    return { id, result: body }
  })
  serve(app, pairUpdate, async ({ principal, params, body }) => {
    await updatePair(ctx, principal, params.pk, body)
    return { result: body }
  })
  serve(app, pairDelete, async ({ principal, params }) => {
    await deletePair(ctx, principal, params.pk)
    return { message: 'OK' }
  })
}
