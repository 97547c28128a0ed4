import { can } from '#core/access/can.ts'
import { refusal } from '#core/access/refusal.ts'
import type { Kind } from '#core/access/kind.ts'
import { isAdmin, userOf, type Principal } from '#core/access/principal.ts'
import type { SubjectOf } from '#core/access/subject.ts'
import { MessageError, notFound, type FieldTexts } from '#core/errors.ts'
import { subjectOf } from '../access/subjects.ts'
import type { Context } from '../context.ts'
import { change, tableOf, type Action, type ChangeScope, type Writer } from './change.ts'
import { isTagged, ensureImplicitTags } from './implicit-tags.ts'
import type { Db } from './open.ts'

/** What the stores of owned objects share: access checks, owners, soft deletion. */

/** The writer of a request: its principal, whether by UI or API, and the version it expects. */
export const writerOf = (principal: Principal, ifMatch: string | undefined): Writer => ({
  principal,
  how: principal.kind === 'user' && principal.via === 'session' ? 'ui' : 'api',
  ifMatch,
})

/** Loads the object and checks the action. @throws 404 when it does not exist or may not be seen, 403 when it may not be changed */
export const requireAccess = async <K extends Kind>(
  db: Db,
  principal: Principal,
  action: 'see' | 'change',
  { kind, id }: { kind: K; id: number },
): Promise<SubjectOf<K>> => {
  const subject = await subjectOf(db, kind, id)
  if (!subject) throw notFound()
  const decision = can(principal, action, subject)
  if (!decision.allowed) throw refusal(decision)
  return subject
}

/** @throws MessageError 422 with all faults that were found */
export const rejectFaults = (faults: Record<string, string[] | undefined>): void => {
  const found = Object.entries(faults).flatMap(([field, texts]) => (texts ? [[field, texts] as const] : []))
  if (found.length) throw new MessageError(422, Object.fromEntries(found) as FieldTexts)
}

type SentIds = readonly (number | null)[] | undefined | null

const allExist = async (db: Db, table: 'users' | 'roles', ids: readonly (number | null)[]): Promise<boolean> => {
  const wanted = [...new Set(ids)]
  if (wanted.includes(null)) return false
  if (!wanted.length) return true
  const found = await db.selectFrom(table).select('id').where('id', 'in', wanted).execute()
  return found.length === wanted.length
}

export const ownersFault = async (db: Db, ids: SentIds): Promise<string[] | undefined> =>
  ids && !(await allExist(db, 'users', ids)) ? ['Owners are invalid'] : undefined

export const rolesFault = async (db: Db, ids: SentIds): Promise<string[] | undefined> =>
  ids && !(await allExist(db, 'roles', ids)) ? ['Some roles do not exist'] : undefined

/** Uuids are unique among deleted objects too. */
export const uuidFault = async (db: Db, kind: Kind, uuid: string | null | undefined): Promise<string[] | undefined> => {
  if (!uuid) return undefined
  const found = await db.selectFrom(tableOf[kind]).select('id').where('uuid', '=', uuid).executeTakeFirst()
  return found ? ['Must be unique'] : undefined
}

/**
 * The owners that an object gets. By default its creator; and only an admin can remove themselves from the list that they write.
 */
export const resolveOwners = (principal: Principal, named: readonly number[] | undefined | null, isNew: boolean): number[] => {
  const me = userOf(principal)?.id
  if (me === undefined) return [...new Set(named)]
  if (!named?.length && isNew) return [me]
  return isAdmin(principal) || named?.includes(me) ? [...new Set(named)] : [...new Set([...(named ?? []), me])]
}

export const setOwners = async (
  scope: Pick<ChangeScope, 'trx' | 'now' | 'userId'>,
  kind: Kind,
  id: number,
  owners: readonly number[],
): Promise<void> => {
  const { trx } = scope
  await trx.deleteFrom('owners').where('kind', '=', kind).where('object_id', '=', id).execute()
  if (isTagged(kind)) await ensureImplicitTags(trx, [...owners.map((owner) => ['owner', owner] as const), ['type', kind]], scope)
  if (!owners.length) return
  await trx
    .insertInto('owners')
    .values(owners.map((user_id) => ({ kind, object_id: id, user_id })))
    .execute()
}

export const ownerIds = async (db: Db, kind: Kind, id: number): Promise<number[]> => {
  const rows = await db
    .selectFrom('owners')
    .select('user_id')
    .where('kind', '=', kind)
    .where('object_id', '=', id)
    .orderBy('user_id')
    .execute()
  return rows.map((row) => row.user_id)
}

/** Soft-deletes an object; the row, its links and its history stay for undo. */
export const markDeleted = ({ trx, now }: ChangeScope, kind: Kind, id: number) =>
  trx.updateTable(tableOf[kind]).set({ deleted_at: now }).where('id', '=', id).execute()

type Deletion = { kind: Kind; ids: readonly number[]; record: (scope: ChangeScope, id: number, action: Action) => Promise<number> }

/** Deletes all or none. @throws 404 for an empty list or a missing object, 403 for one that may not be changed */
export const deleteOwned = (ctx: Pick<Context, 'db' | 'events' | 'now'>, writer: Writer, { kind, ids, record }: Deletion): Promise<void> =>
  change(ctx, writer, async (scope) => {
    if (!ids.length) throw notFound()
    for (const id of ids) {
      await requireAccess(scope.trx, writer.principal, 'change', { kind, id })
      await scope.expect(kind, id)
      await markDeleted(scope, kind, id)
      await record(scope, id, 'delete')
    }
  })

export const undelete = async ({ trx }: ChangeScope, kind: Kind, id: number): Promise<void> => {
  const row = await trx.selectFrom(tableOf[kind]).select('id').where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  await trx.updateTable(tableOf[kind]).set({ deleted_at: null }).where('id', '=', id).execute()
}

/** The object's state at a version. @throws 404 */
export const stateAt = async (db: Db, kind: Kind, id: number, version: number): Promise<Record<string, unknown>> => {
  const row = await db
    .selectFrom('versions')
    .select('state')
    .where('kind', '=', kind)
    .where('object_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  if (!row) throw notFound()
  return JSON.parse(row.state) as Record<string, unknown>
}
