import type { Attributes } from '#core/access/principal.ts'
import { MessageError } from '#core/errors.ts'
import { t } from '#core/i18n/t.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/open.ts'
import type { AttributeSource } from '../../db/tables.ts'
import { transact } from '../../db/transact.ts'
import type { AdmissionRules } from '../../start/auth-settings.ts'
import { replaceAttributes } from '../attributes.ts'
import { requireRemainingAdmin } from '../admin-guard.ts'
import { logAction } from '../log-action.ts'
import { clearRightsCache } from '../principals.ts'

/** Somebody whom another system vouches for. */
export type ExternalPerson = {
  provider: string
  /** What never changes about them there; always text, so that it can never be taken for an id of ours. */
  subject: string
  /** By what they were known before `subject` was a setting. */
  formerSubject?: string
  username: string
  firstName: string
  lastName: string
  /** Null unless the other system has confirmed it. */
  email: string | null
  groups: string[]
  /** Facts for row rules and templates, and who says them; none of what cannot say any. */
  attributes?: { source: AttributeSource; values: Attributes }
}

export type Account = { kind: 'known' | 'linked'; userId: number } | { kind: 'new' } | { kind: 'refused'; why: string }

/** The account of a person: the one that logged in before, one to take over, or a new one. */
export const findAccount = async (db: Db, person: ExternalPerson, rules: AdmissionRules): Promise<Account> => {
  const { provider, subject, formerSubject, username, email } = person
  const knownBy = (name: string) =>
    db
      .selectFrom('external_accounts')
      .innerJoin('users', 'users.id', 'external_accounts.user_id')
      .select(['users.id', 'users.active'])
      .where('provider', '=', provider)
      .where('subject', '=', name)
      .executeTakeFirst()
  const known = (await knownBy(subject)) ?? (formerSubject === undefined ? undefined : await knownBy(formerSubject))
  if (known) return known.active === 1 ? { kind: 'known', userId: known.id } : { kind: 'refused', why: t('The account is deactivated.') }
  const taken = await db.selectFrom('users').select(['id', 'active', 'email']).where('username', '=', username).executeTakeFirst()
  const byEmail =
    email === null ? undefined : await db.selectFrom('users').select(['id', 'active']).where('email', '=', email).executeTakeFirst()
  const found = (taken && (await isProvisioned(db, taken.id)) ? taken : undefined) ?? (rules.linkByEmail ? byEmail : undefined)
  if (found) return found.active === 1 ? { kind: 'linked', userId: found.id } : { kind: 'refused', why: t('The account is deactivated.') }
  if (taken) return { kind: 'refused', why: t('The name %(name)s belongs to another account.', { name: username }) }
  if (byEmail) return { kind: 'refused', why: t('The e-mail address belongs to another account.') }
  return rules.signUp ? { kind: 'new' } : { kind: 'refused', why: t('There is no account for %(name)s.', { name: username }) }
}

/** Accounts that SCIM made belong to whom the other systems call by the same name. */
const isProvisioned = async (db: Db, userId: number): Promise<boolean> =>
  (await db
    .selectFrom('scim_records')
    .select('object_id')
    .where('kind', '=', 'user')
    .where('object_id', '=', userId)
    .executeTakeFirst()) !== undefined

type Named = { id: number; name: string }
export type Grants = { roles: Named[]; groups: Named[]; unknownRoles: string[] }

/** The first value of a distinguished name: `admins` of `cn=admins,ou=groups`, `A, B` of `cn=A\, B,ou=groups` and `cn=A\2C B,ou=groups`. */
const shortName = (group: string): string => {
  const [, value] = /^[\w.-]+=((?:\\.|[^\\,])+),/.exec(group) ?? []
  if (value === undefined) return group
  return value.replaceAll(/((?:\\[\da-f]{2})+)|\\(.)/gi, (_whole, bytes: string | undefined, character: string) =>
    bytes === undefined ? character : Buffer.from(bytes.replaceAll('\\', ''), 'hex').toString(),
  )
}

/** The roles and groups that a person's groups elsewhere stand for. Groups are compared without case; names unknown here count for nothing. */
export const grantsOf = async (db: Db, { groups: theirs }: ExternalPerson, rules: AdmissionRules): Promise<Grants> => {
  const held = new Set(theirs.flatMap((group) => [group.toLowerCase(), shortName(group).toLowerCase()]))
  const wanted = new Set(Object.entries(rules.roles).flatMap(([group, roles]) => (held.has(group.toLowerCase()) ? roles : [])))
  const roles = await db.selectFrom('roles').select(['id', 'name']).execute()
  const groups = rules.syncGroups ? await db.selectFrom('groups').select(['id', 'name']).execute() : []
  return {
    roles: roles.filter(({ name }) => wanted.has(name)),
    groups: groups.filter(({ name }) => held.has(name.toLowerCase())),
    unknownRoles: [...wanted].filter((name) => roles.every((role) => role.name !== name)),
  }
}

const maxValueLength = 1000
const maxValues = 1000

/** Attributes from what another system says: texts, or lists of texts. Whatever is neither, or too long, says nothing. */
export const attributesFrom = (names: Readonly<Record<string, string>>, read: (name: string) => unknown): Attributes =>
  Object.fromEntries(
    Object.entries(names).flatMap(([name, there]): [string, string | string[]][] => {
      const said = read(there)
      const isKept = (one: unknown) => ['string', 'number', 'boolean'].includes(typeof one) && String(one).length <= maxValueLength
      if (!Array.isArray(said)) return isKept(said) ? [[name, String(said)]] : []
      return [[name, said.filter(isKept).slice(0, maxValues).map(String)]]
    }),
  )

/** Logs an external person in: makes or links the account, and gives and takes roles and groups. @throws MessageError 403 */
export const admit = async (ctx: Context, person: ExternalPerson, rules: AdmissionRules): Promise<number> => {
  const userId = await transact(ctx.db, async (trx) => {
    const account = await findAccount(trx, person, rules)
    if (account.kind === 'refused') throw new MessageError(403, account.why)
    const grants = await grantsOf(trx, person, rules)
    const id =
      account.kind === 'new'
        ? await makeAccount(ctx, trx, { ...person, password: null, hasDefaultRoles: grants.roles.length === 0 })
        : account.userId
    const { provider, subject, formerSubject } = person
    if (account.kind === 'known' && formerSubject !== undefined) {
      const renamed = trx.updateTable('external_accounts').set({ subject }).where('provider', '=', provider)
      await renamed.where('user_id', '=', id).where('subject', '=', formerSubject).execute()
    }
    if (account.kind !== 'known') {
      await trx.insertInto('external_accounts').values({ user_id: id, provider, subject, created_on: ctx.now().toISOString() }).execute()
      await logAction(trx, { action: `account.${account.kind}`, now: ctx.now(), userId: id, json: { provider, subject } })
    }
    const roles = await syncGrants(trx, { id, provider, kind: 'role' }, grants.roles)
    const groups = await syncGrants(trx, { id, provider, kind: 'group' }, grants.groups)
    if (person.attributes) await replaceAttributes(trx, id, person.attributes.source, person.attributes.values)
    if (roles || groups) {
      await requireRemainingAdmin(trx)
      const json = { roles: grants.roles.map(({ name }) => name), groups: grants.groups.map(({ name }) => name) }
      await logAction(trx, { action: 'account.grants', now: ctx.now(), userId: id, json })
    }
    return id
  })
  clearRightsCache(ctx)
  return userId
}

type Newcomer = Pick<ExternalPerson, 'username' | 'firstName' | 'lastName' | 'email'> & {
  password: string | null
  hasDefaultRoles: boolean
}

/** Makes an account that no administrator made, in the caller's transaction. */
export const makeAccount = async (ctx: Context, trx: Db, { password, hasDefaultRoles, ...person }: Newcomer): Promise<number> => {
  const now = ctx.now().toISOString()
  const { id } = await trx
    .insertInto('users')
    .values({
      username: person.username,
      first_name: person.firstName,
      last_name: person.lastName,
      email: person.email,
      password,
      last_login: null,
      preferences: null,
      created_on: now,
      changed_on: now,
      created_by_fk: null,
      changed_by_fk: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const names = hasDefaultRoles ? ctx.config.auth.roles : []
  const roles = await trx
    .selectFrom('roles')
    .select('id')
    .where('name', 'in', ['', ...names])
    .execute()
  for (const role of roles) await trx.insertInto('user_roles').values({ user_id: id, role_id: role.id }).execute()
  return id
}

type Whose = { id: number; provider: string; kind: 'role' | 'group' }

/** Gives what is wanted and not held, and takes back what this provider gave before. True if anything changed. */
const syncGrants = async (trx: Db, { id, provider, kind }: Whose, wanted: readonly Named[]): Promise<boolean> => {
  const [table, column] = kind === 'role' ? (['user_roles', 'role_id'] as const) : (['user_groups', 'group_id'] as const)
  const given = await trx
    .selectFrom('external_grants')
    .select('object_id')
    .where('user_id', '=', id)
    .where('provider', '=', provider)
    .where('kind', '=', kind)
    .execute()
  const held =
    kind === 'role'
      ? (await trx.selectFrom('user_roles').select('role_id as id').where('user_id', '=', id).execute()).map((row) => row.id)
      : (await trx.selectFrom('user_groups').select('group_id as id').where('user_id', '=', id).execute()).map((row) => row.id)
  const lost = given.map((row) => row.object_id).filter((one) => wanted.every((grant) => grant.id !== one))
  const gained = wanted.map((grant) => grant.id).filter((one) => !held.includes(one))
  for (const one of lost) {
    await trx.deleteFrom(table).where('user_id', '=', id).where(column, '=', one).execute()
    await trx
      .deleteFrom('external_grants')
      .where('user_id', '=', id)
      .where('provider', '=', provider)
      .where('kind', '=', kind)
      .where('object_id', '=', one)
      .execute()
  }
  for (const one of gained) {
    if (kind === 'role') await trx.insertInto('user_roles').values({ user_id: id, role_id: one }).execute()
    else await trx.insertInto('user_groups').values({ user_id: id, group_id: one }).execute()
    await trx
      .insertInto('external_grants')
      .values({ user_id: id, provider, kind, object_id: one })
      .onConflict((oc) => oc.doNothing())
      .execute()
  }
  return lost.length + gained.length > 0
}
