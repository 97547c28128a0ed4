import { groupCreate, groupDelete, groupGet, groupInfo, groupList, groupUpdate } from '#api/groups.ts'
import { serve, type App } from '../../http/serve.ts'
import { serveRecords } from '../../list/record.ts'
import { groupSpec } from './spec.ts'
import { createGroup, deleteGroup, updateGroup } from './store.ts'

export const groups = (app: App): void => {
  const { ctx } = app
  serveRecords(app, groupSpec, { list: groupList, info: groupInfo, get: groupGet })

  serve(app, groupCreate, async ({ principal, body, reply }) => {
    const id = await createGroup(ctx, principal, body)
    reply.code(201)
    return { id }
  })

  serve(app, groupUpdate, async ({ principal, params, body }) => {
    await updateGroup(ctx, principal, params.pk, body)
    return { result: body }
  })

  serve(app, groupDelete, async ({ principal, params }) => {
    await deleteGroup(ctx, principal, params.pk)
    return { message: 'OK' }
  })
}
