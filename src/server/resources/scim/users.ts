import { sql } from 'kysely'
import { z } from 'zod'
import { flag, list, text } from '#api/declare/field.ts'
import { userAttributesBody } from '#api/bodies/user.ts'
import { fullName } from '#core/format/full-name.ts'
import type { Attributes, Principal } from '#core/access/principal.ts'
import { notFound } from '#core/errors.ts'
import { replaceAttributes } from '../../access/attributes.ts'
import type { Context } from '../../context.ts'
import { isPostgres } from '../../db/dialect.ts'
import type { Db } from '../../db/open.ts'
import type { Row } from '../../db/tables.ts'
import { groupByKey } from '../../list/field.ts'
import type { Condition } from '../../list/filters.ts'
import { createUser, updateUser } from '../users/store.ts'
import { canonical, type Json } from './canonical.ts'
import { single, type Filterables } from './filter.ts'
import { externalIdExpression, externalIdsOf, idExpression, readBody, scimId, writeRecord } from './record.ts'
import { attributesUrn, enterpriseUrn, userKind, userUrn } from './schemas.ts'
import { scimError } from '../../http/errors/scim-error.ts'

const coreAttributes = ['displayName', 'nickName', 'title', 'userType', 'preferredLanguage', 'locale', 'timezone'] as const
const enterpriseAttributes = ['employeeNumber', 'costCenter', 'organization', 'division', 'department'] as const

const short = (max: number) => text({ max }).nullish()
const fact = () => short(1000)
const facts = <const N extends string>(names: readonly N[]) =>
  Object.fromEntries(names.map((name) => [name, fact()])) as Record<N, ReturnType<typeof fact>>

const userBody = z.object({
  userName: text({ min: 1, max: 250 }),
  externalId: text({ min: 1, max: 250 }).nullish(),
  name: z.object({ givenName: short(64), familyName: short(64) }).nullish(),
  active: flag().nullish(),
  emails: list(z.object({ value: text({ max: 320 }).nullish(), primary: flag().nullish() })).nullish(),
  ...facts(coreAttributes),
  [enterpriseUrn]: z.object({ ...facts(enterpriseAttributes), manager: z.object({ value: fact() }).nullish() }).nullish(),
  [attributesUrn]: z.record(z.string(), z.unknown()).nullish(),
})
type UserBody = z.output<typeof userBody>

const isPresent = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

/** What is kept of a person for rules and templates. @throws BodyError 400 */
const attributesIn = (body: UserBody): Attributes => {
  const { [enterpriseUrn]: enterprise, [attributesUrn]: more } = body
  const all = {
    ...Object.fromEntries(coreAttributes.map((name) => [name, body[name]])),
    ...Object.fromEntries(enterpriseAttributes.map((name) => [name, enterprise?.[name]])),
    manager: enterprise?.manager?.value,
    ...more,
  }
  const present = Object.fromEntries(Object.entries(all).filter(([, value]) => isPresent(value)))
  return readBody(userAttributesBody, { attributes: present }).attributes
}

const fieldsOf = ({ userName, name, active, emails, displayName }: UserBody) => ({
  username: userName,
  first_name: name?.givenName ?? '',
  last_name: name?.familyName ?? (name?.givenName ? '' : (displayName ?? userName).slice(0, 64)),
  email: (emails?.find(({ primary }) => primary) ?? emails?.[0])?.value ?? '',
  active: active ?? true,
})

/** Names and addresses are compared without case. @throws BodyError 409 */
const requireFree = async (db: Db, { username, email }: { username: string; email: string }, except: number): Promise<void> => {
  const isTaken = async (column: 'username' | 'email', value: string) => {
    const folded = isPostgres(db) ? sql`lower(${sql.ref(column)})` : sql`fold(${sql.ref(column)})`
    const same = sql<boolean>`${folded} = ${value.toLowerCase()}`
    return (await db.selectFrom('users').select('id').where(same).where('id', '!=', except).executeTakeFirst()) !== undefined
  }
  if (await isTaken('username', username)) throw scimError(409, 'Another account has this userName', 'uniqueness')
  if (email !== '' && (await isTaken('email', email))) throw scimError(409, 'Another account has this address', 'uniqueness')
}

const also = (body: UserBody) => {
  const attributes = attributesIn(body)
  return async (trx: Db, id: number): Promise<void> => {
    await writeRecord(trx, { kind: 'user', object_id: id, external_id: body.externalId ?? null })
    await replaceAttributes(trx, id, 'scim', attributes)
  }
}

/** Makes an account without a password, with the roles of all accounts that other systems bring. @throws BodyError 400 or 409 */
export const createScimUser = async (ctx: Context, by: Principal, given: Json): Promise<number> => {
  const body = readBody(userBody, canonical(userKind, given))
  const fields = fieldsOf(body)
  await requireFree(ctx.db, fields, -1)
  const roles = await ctx.db
    .selectFrom('roles')
    .select('id')
    .where('name', 'in', ['', ...ctx.config.auth.roles])
    .execute()
  return createUser(ctx, by, { ...fields, roles: roles.map(({ id }) => id), groups: [], also: also(body) })
}

/** @throws BodyError 400 or 409, MessageError 404 */
export const replaceScimUser = async (ctx: Context, by: Principal, { id, given }: { id: number; given: Json }): Promise<void> => {
  const body = readBody(userBody, canonical(userKind, given))
  const fields = fieldsOf(body)
  if (!(await ctx.db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst())) throw notFound()
  await requireFree(ctx.db, fields, id)
  await updateUser(ctx, by, id, { ...fields, also: also(body) })
}

const emailType = sql`case when coalesce(users.email, '') = '' then null else 'work' end`
const hasEmail = sql`case when coalesce(users.email, '') = '' then 0 else 1 end`
const emails = single('text', sql.ref('users.email'))

const inGroup: Filterables['groups'] = {
  type: 'exact',
  where: (test) =>
    sql`exists (select 1 from user_groups where user_groups.user_id = users.id and ${test(idExpression('group', 'user_groups.group_id'))})`,
}

export const userFilterables: Filterables = {
  id: single('exact', sql`(${idExpression('user', 'users.id')})`),
  externalid: single('exact', externalIdExpression('user', 'users.id')),
  username: single('text', sql.ref('users.username')),
  'name.givenname': single('text', sql.ref('users.first_name')),
  'name.familyname': single('text', sql.ref('users.last_name')),
  active: single('boolean', sql.ref('users.active')),
  emails,
  'emails.value': emails,
  'emails.type': single('text', emailType),
  'emails.primary': single('boolean', hasEmail),
  groups: inGroup,
  'groups.value': inGroup,
  'meta.created': single('time', sql.ref('users.created_on')),
  'meta.lastmodified': single('time', sql.ref('users.changed_on')),
}

type Asked = { base: string; where: Condition; limit?: number; offset?: number }
export type ScimUser = Json & { schemas: string[]; id: string }

export const countUsers = async ({ db }: Context, where: Condition): Promise<number> => {
  const { count } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll().as('count'))
    .where(where)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const readUsers = async ({ db }: Context, { base, where, limit = 1, offset = 0 }: Asked): Promise<ScimUser[]> => {
  const rows = await db.selectFrom('users').selectAll().where(where).orderBy('id').limit(limit).offset(offset).execute()
  const ids = rows.map(({ id }) => id)
  const groups = await db
    .selectFrom('user_groups')
    .innerJoin('groups', 'groups.id', 'user_groups.group_id')
    .select(['user_id', 'groups.id', 'groups.name'])
    .where('user_id', 'in', [-1, ...ids])
    .orderBy('groups.id')
    .execute()
  const attributes = await db
    .selectFrom('user_attributes')
    .select(['user_id', 'name', 'value'])
    .where('user_id', 'in', [-1, ...ids])
    .where('source', '=', 'scim')
    .orderBy('name')
    .execute()
  const byUser = { groups: groupByKey(groups, (one) => one.user_id), attributes: groupByKey(attributes, (one) => one.user_id) }
  const externalIds = await externalIdsOf(db, 'user', ids)
  return rows.map((row) => ({
    ...described(row, base),
    ...(externalIds.get(row.id) != null && { externalId: externalIds.get(row.id) }),
    groups: (byUser.groups.get(row.id) ?? []).map(({ id, name }) => ({
      value: scimId('group', id),
      $ref: `${base}/Groups/${scimId('group', id)}`,
      display: name,
    })),
    ...placed((byUser.attributes.get(row.id) ?? []).map(({ name, value }): [string, unknown] => [name, JSON.parse(value)])),
  }))
}

const described = (row: Row<'users'>, base: string) => ({
  schemas: [userUrn, enterpriseUrn, attributesUrn],
  id: scimId('user', row.id),
  userName: row.username,
  name: { formatted: fullName(row), familyName: row.last_name, givenName: row.first_name },
  active: row.active === 1,
  ...(row.email && { emails: [{ value: row.email, type: 'work', primary: true }] }),
  meta: {
    resourceType: 'User',
    created: row.created_on,
    lastModified: row.changed_on,
    location: `${base}/Users/${scimId('user', row.id)}`,
  },
})

const isOneOf = (names: readonly string[], name: string) => names.includes(name)

/** Attributes of a person, in the places of the schemas that they came from. */
const placed = (all: readonly (readonly [string, unknown])[]): Json => {
  const isText = (value: unknown) => typeof value === 'string'
  const core = all.filter(([name, value]) => isOneOf(coreAttributes, name) && isText(value))
  const enterprise = all.filter(([name, value]) => (isOneOf(enterpriseAttributes, name) || name === 'manager') && isText(value))
  const others = all.filter((one) => !core.includes(one) && !enterprise.includes(one))
  return {
    ...Object.fromEntries(core),
    ...(enterprise.length > 0 && {
      [enterpriseUrn]: Object.fromEntries(enterprise.map(([name, value]) => [name, name === 'manager' ? { value } : value])),
    }),
    ...(others.length > 0 && { [attributesUrn]: Object.fromEntries(others) }),
  }
}
