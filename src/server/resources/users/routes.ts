import { userAvatar, userCreate, userDelete, userGet, userInfo, userList, userOwned, userUpdate } from '#api/users.ts'
import { userAttributesGet, userAttributesSet } from '#api/user-attributes.ts'
import { notFound } from '#core/errors.ts'
import { serve, type App } from '../../http/serve.ts'
import { serveRecords } from '../../list/record.ts'
import { readAttributes, writeAttributes } from './attributes.ts'
import { readOwned } from './owned.ts'
import { userSpec } from './spec.ts'
import { createUser, deleteUser, updateUser } from './store.ts'

export const users = (app: App): void => {
  const { ctx } = app
  serveRecords(app, userSpec, { list: userList, info: userInfo, get: userGet })

  serve(app, userAvatar, async () => {
    throw notFound()
  })

  serve(app, userCreate, async ({ principal, body, reply }) => {
    const id = await createUser(ctx, principal, body)
    reply.code(201)
    return { id }
  })

  serve(app, userUpdate, async ({ principal, params, body }) => {
    await updateUser(ctx, principal, params.pk, body)
    const { password: _never, ...shown } = body
    return { result: shown }
  })

  serve(app, userDelete, async ({ principal, params, query }) => {
    await deleteUser(ctx, principal, { id: params.pk, newOwner: query.new_owner })
    return { message: 'OK' }
  })

  serve(app, userOwned, async ({ params }) => ({ result: await readOwned(ctx.db, params.pk) }))

  serve(app, userAttributesGet, async ({ params }) => ({ result: await readAttributes(ctx, params.pk) }))

  serve(app, userAttributesSet, async ({ principal, params, body }) => ({
    result: await writeAttributes(ctx, principal, params.pk, body.attributes),
  }))
}
