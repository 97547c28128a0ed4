import { sql } from 'kysely'
import { z } from 'zod'
import { list, text } from '#api/declare/field.ts'
import type { Principal } from '#core/access/principal.ts'
import { notFound } from '#core/errors.ts'
import type { Context } from '../../context.ts'
import { isPostgres } from '../../db/dialect.ts'
import type { Db } from '../../db/open.ts'
import { groupByKey } from '../../list/field.ts'
import type { Condition } from '../../list/filters.ts'
import { createGroup, updateGroup } from '../groups/store.ts'
import { canonical, type Json } from './canonical.ts'
import { single, type Filterables } from './filter.ts'
import { externalIdExpression, externalIdsOf, idExpression, ownId, readBody, scimId, writeRecord } from './record.ts'
import { groupKind, groupUrn } from './schemas.ts'
import { scimError } from '../../http/errors/scim-error.ts'

const groupBody = z.object({
  displayName: text({ min: 1, max: 100 }),
  externalId: text({ min: 1, max: 250 }).nullish(),
  members: list(z.object({ value: text({ min: 1, max: 100 }), type: text({ max: 20 }).nullish() })).nullish(),
})
type GroupBody = z.output<typeof groupBody>

/** The people of a group. Groups hold no groups, so that none can contain itself. @throws BodyError 400 */
const peopleIn = ({ members }: GroupBody, self: number | null): number[] =>
  (members ?? []).map(({ value, type }) => {
    if (self !== null && value === scimId('group', self)) throw scimError(400, 'A group cannot contain itself', 'invalidValue')
    if (ownId('group', value) !== null || type?.toLowerCase() === 'group')
      throw scimError(400, 'Groups hold people, and no groups', 'invalidValue')
    const id = ownId('user', value)
    if (id === null) throw scimError(400, `There is no user ${value}`, 'invalidValue')
    return id
  })

/** @throws BodyError 409 */
const requireFree = async (db: Db, name: string, except: number): Promise<void> => {
  const folded = isPostgres(db) ? sql`lower(name)` : sql`fold(name)`
  const same = sql<boolean>`${folded} = ${name.toLowerCase()}`
  const taken = await db.selectFrom('groups').select('id').where(same).where('id', '!=', except).executeTakeFirst()
  if (taken) throw scimError(409, 'Another group has this displayName', 'uniqueness')
}

const also =
  ({ externalId }: GroupBody) =>
  (trx: Db, id: number): Promise<void> =>
    writeRecord(trx, { kind: 'group', object_id: id, external_id: externalId ?? null })

/** @throws BodyError 400 or 409 */
export const createScimGroup = async (ctx: Context, by: Principal, given: Json): Promise<number> => {
  const body = readBody(groupBody, canonical(groupKind, given))
  await requireFree(ctx.db, body.displayName, -1)
  return createGroup(ctx, by, { name: body.displayName, users: peopleIn(body, null), also: also(body) })
}

/** @throws BodyError 400 or 409, MessageError 404 */
export const replaceScimGroup = async (ctx: Context, by: Principal, { id, given }: { id: number; given: Json }): Promise<void> => {
  const body = readBody(groupBody, canonical(groupKind, given))
  if (!(await ctx.db.selectFrom('groups').select('id').where('id', '=', id).executeTakeFirst())) throw notFound()
  await requireFree(ctx.db, body.displayName, id)
  await updateGroup(ctx, by, id, { name: body.displayName, users: peopleIn(body, id), also: also(body) })
}

const member: Filterables['members'] = {
  type: 'exact',
  where: (test) =>
    sql`exists (select 1 from user_groups where user_groups.group_id = groups.id and ${test(idExpression('user', 'user_groups.user_id'))})`,
}

export const groupFilterables: Filterables = {
  id: single('exact', sql`(${idExpression('group', 'groups.id')})`),
  externalid: single('exact', externalIdExpression('group', 'groups.id')),
  displayname: single('text', sql.ref('groups.name')),
  members: member,
  'members.value': member,
}

type Asked = { base: string; where: Condition; limit?: number; offset?: number }
export type ScimGroup = Json & { schemas: string[]; id: string }

export const countGroups = async ({ db }: Context, where: Condition): Promise<number> => {
  const { count } = await db
    .selectFrom('groups')
    .select((eb) => eb.fn.countAll().as('count'))
    .where(where)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const readGroups = async ({ db }: Context, { base, where, limit = 1, offset = 0 }: Asked): Promise<ScimGroup[]> => {
  const rows = await db.selectFrom('groups').selectAll().where(where).orderBy('id').limit(limit).offset(offset).execute()
  const ids = rows.map(({ id }) => id)
  const people = await db
    .selectFrom('user_groups')
    .innerJoin('users', 'users.id', 'user_groups.user_id')
    .select(['group_id', 'users.id', 'users.username'])
    .where('group_id', 'in', [-1, ...ids])
    .orderBy('users.id')
    .execute()
  const members = groupByKey(people, (one) => one.group_id)
  const externalIds = await externalIdsOf(db, 'group', ids)
  return rows.map(({ id, name }) => ({
    schemas: [groupUrn],
    id: scimId('group', id),
    displayName: name,
    ...(externalIds.get(id) != null && { externalId: externalIds.get(id) }),
    members: (members.get(id) ?? []).map((one) => ({
      value: scimId('user', one.id),
      $ref: `${base}/Users/${scimId('user', one.id)}`,
      type: 'User',
      display: one.username,
    })),
    meta: { resourceType: 'Group', location: `${base}/Groups/${scimId('group', id)}` },
  }))
}
