import { sql } from 'kysely'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { scimConfigRoute, scimGroups, scimSchemaRoute, scimSchemasRoute, scimTypeRoute, scimTypesRoute, scimUsers } from '#api/scim.ts'
import type { Principal } from '#core/access/principal.ts'
import { notFound } from '#core/errors.ts'
import type { Context } from '../../context.ts'
import { originOf } from '../../http/edge/origin.ts'
import { serve, type App } from '../../http/serve.ts'
import { always, type Condition } from '../../list/filters.ts'
import { deleteGroup } from '../groups/store.ts'
import { deleteUser } from '../users/store.ts'
import type { Json } from './canonical.ts'
import { maxResults, resourceTypes, schemas, serviceProviderConfig } from './configuration.ts'
import { filterCondition, type Filterables } from './filter.ts'
import { countGroups, createScimGroup, groupFilterables, readGroups, replaceScimGroup } from './groups.ts'
import { patched } from './patch.ts'
import { requireOwnId, type IdPrefix } from './record.ts'
import { groupKind, userKind, type ResourceKind } from './schemas.ts'
import { scimType } from '../../http/errors/scim-error.ts'
import { shown } from './shown.ts'
import { countUsers, createScimUser, readUsers, replaceScimUser, userFilterables } from './users.ts'

type Resource = Json & { schemas: string[]; id: string }

/** How one type of resources is read and written. */
type Served = {
  kind: ResourceKind
  prefix: IdPrefix
  filterables: Filterables
  routes: typeof scimUsers | typeof scimGroups
  count(ctx: Context, where: Condition): Promise<number>
  read(ctx: Context, asked: { base: string; where: Condition; limit?: number; offset?: number }): Promise<Resource[]>
  create(ctx: Context, by: Principal, given: Json): Promise<number>
  replace(ctx: Context, by: Principal, change: { id: number; given: Json }): Promise<void>
  remove(ctx: Context, by: Principal, id: number): Promise<void>
}

const users: Served = {
  kind: userKind,
  prefix: 'user',
  filterables: userFilterables,
  routes: scimUsers,
  count: countUsers,
  read: readUsers,
  create: createScimUser,
  replace: replaceScimUser,
  remove: (ctx, by, id) => deleteUser(ctx, by, { id }),
}

const groups: Served = {
  kind: groupKind,
  prefix: 'group',
  filterables: groupFilterables,
  routes: scimGroups,
  count: countGroups,
  read: readGroups,
  create: createScimGroup,
  replace: replaceScimGroup,
  remove: deleteGroup,
}

const listUrn = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'
const defaultCount = 100

/** SCIM 2.0: an identity provider keeps accounts and groups. */
export const scim = (app: App): void => {
  const { ctx } = app
  const baseOf = (request: FastifyRequest) => `${originOf(request, ctx.config)}/scim/v2`
  const asScim = (reply: FastifyReply) => reply.type(scimType)

  for (const { kind, prefix, filterables, routes, ...store } of [users, groups]) {
    const byId = (id: number): Condition => sql`${sql.ref('id')} = ${id}`
    const readOne = async (id: number, base: string): Promise<Resource> => {
      const [found] = await store.read(ctx, { base, where: byId(id) })
      if (!found) throw notFound()
      return found
    }

    serve(app, routes.list, async ({ query, request, reply }) => {
      asScim(reply)
      const { filter: text, startIndex = 1, count = defaultCount } = query
      const where = text === undefined ? always : filterCondition(ctx.db, { kind, known: filterables, text })
      const first = Math.max(1, startIndex)
      const limit = Math.min(maxResults, Math.max(0, count))
      const found = limit === 0 ? [] : await store.read(ctx, { base: baseOf(request), where, limit, offset: first - 1 })
      return {
        schemas: [listUrn],
        totalResults: await store.count(ctx, where),
        startIndex: first,
        itemsPerPage: found.length,
        Resources: found.map((one) => shown(kind, one, query)),
      }
    })

    serve(app, routes.get, async ({ params, query, request, reply }) => {
      asScim(reply)
      return shown(kind, await readOne(requireOwnId(prefix, params.id), baseOf(request)), query)
    })

    serve(app, routes.create, async ({ principal, body, query, request, reply }) => {
      asScim(reply)
      const made = await readOne(await store.create(ctx, principal, body), baseOf(request))
      reply.code(201).header('location', `${baseOf(request)}${kind.endpoint}/${made.id}`)
      return shown(kind, made, query)
    })

    serve(app, routes.replace, async ({ principal, params, body, query, request, reply }) => {
      asScim(reply)
      const id = requireOwnId(prefix, params.id)
      await store.replace(ctx, principal, { id, given: body })
      return shown(kind, await readOne(id, baseOf(request)), query)
    })

    serve(app, routes.patch, async ({ principal, params, body, query, request, reply }) => {
      asScim(reply)
      const id = requireOwnId(prefix, params.id)
      const given = patched(kind, await readOne(id, baseOf(request)), body.Operations)
      await store.replace(ctx, principal, { id, given })
      return shown(kind, await readOne(id, baseOf(request)), query)
    })

    serve(app, routes.remove, async ({ principal, params, reply }) => {
      await store.remove(ctx, principal, requireOwnId(prefix, params.id))
      return reply.code(204).send()
    })
  }

  serve(app, scimConfigRoute, async ({ request, reply }) => {
    asScim(reply)
    return serviceProviderConfig(baseOf(request))
  })

  const serveAll = (
    all: (base: string) => Resource[],
    list: typeof scimSchemasRoute | typeof scimTypesRoute,
    one: typeof scimSchemaRoute | typeof scimTypeRoute,
  ) => {
    serve(app, list, async ({ request, reply }) => {
      asScim(reply)
      const Resources = all(baseOf(request))
      return { schemas: [listUrn], totalResults: Resources.length, startIndex: 1, itemsPerPage: Resources.length, Resources }
    })
    serve(app, one, async ({ params, request, reply }) => {
      asScim(reply)
      const found = all(baseOf(request)).find(({ id }) => id === params.id)
      if (!found) throw notFound()
      return found
    })
  }
  serveAll(schemas, scimSchemasRoute, scimSchemaRoute)
  serveAll(resourceTypes, scimTypesRoute, scimTypeRoute)
}
