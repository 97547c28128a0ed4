import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { fullName } from '#core/format/full-name.ts'
import { MessageError } from '#core/errors.ts'
import { userOf, type Principal } from '#core/access/principal.ts'
import type { Context } from '../context.ts'
import { isPostgres } from './dialect.ts'
import type { Tables } from './tables.ts'
import { transact } from './transact.ts'

/** Owned objects: versioned, soft-deleted, with history. */
export const tableOf = {
  chart: 'charts',
  dashboard: 'dashboards',
  dataset: 'datasets',
  database: 'databases',
  filter_set: 'filter_sets',
} as const
export type Kind = keyof typeof tableOf
export type Action = 'create' | 'update' | 'delete' | 'restore'
export type Origin = 'ui' | 'api' | 'import' | 'restore' | 'job'

export type ChangeEvent = { kind: Kind; id: number; action: Action; version: number; userId: number | null }

export type ChangeScope = {
  trx: Transaction<Tables>
  /** ISO time of this change. */
  now: string
  userId: number | null
  principal: Principal
  /** The columns that every new owned row has. */
  stamp(): { uuid: string; created_on: string; changed_on: string; created_by_fk: number | null; changed_by_fk: number | null }
  /** Records a change of one object: increments its version, stores its whole state, adds to the action log, and publishes an event after the commit. */
  record(change: { kind: Kind; id: number; action: Action; state: unknown }): Promise<number>
  /** @throws MessageError 412 when the object is no longer at the version of `If-Match` */
  expect(kind: Kind, id: number): Promise<void>
}

export type Writer = { principal: Principal; how: Origin; /** `If-Match` of the request. */ ifMatch?: string | undefined }

export const etag = (kind: Kind, id: number, version: number): string => `"${kind}-${id}-${version}"`

/**
 * Every create, update, delete, import, copy and restore of an owned object goes through here, in one transaction.
 * The caller must check `can` inside the transaction, against the current row.
 */
export const change = async <T>(
  ctx: Pick<Context, 'db' | 'events' | 'now'>,
  writer: Writer,
  work: (scope: ChangeScope) => Promise<T>,
): Promise<T> => {
  const now = ctx.now().toISOString()
  const userId = userOf(writer.principal)?.id ?? null
  const made = await transact(ctx.db, async (trx) => {
    const events: ChangeEvent[] = []
    /** Locked until the commit, which serializes writers; SQLite has a single writer anyway. */
    const row = (kind: Kind, id: number) =>
      trx
        .selectFrom(tableOf[kind])
        .select(['version', 'changed_on', 'changed_by_fk'])
        .where('id', '=', id)
        .$if(isPostgres(trx), (query) => query.forUpdate())
    const result = await work({
      trx,
      now,
      userId,
      principal: writer.principal,
      stamp: () => ({ uuid: randomUUID(), created_on: now, changed_on: now, created_by_fk: userId, changed_by_fk: userId }),
      record: async ({ kind, id, action, state }) => {
        const version = action === 'create' ? 1 : ((await row(kind, id).executeTakeFirst())?.version ?? 0) + 1
        if (action !== 'create') {
          await trx.updateTable(tableOf[kind]).set({ version, changed_on: now, changed_by_fk: userId }).where('id', '=', id).execute()
        }
        const entry = { kind, object_id: id, version, action, how: writer.how, user_id: userId, created_on: now }
        await trx
          .insertInto('versions')
          .values({ ...entry, state: JSON.stringify(state) })
          .execute()
        await trx
          .insertInto('action_log')
          .values({
            action: `${kind}.${action}`,
            user_id: userId,
            dttm: now,
            json: JSON.stringify({ id, version, how: writer.how }),
            ...subjectIds(kind, id),
          })
          .execute()
        events.push({ kind, id, action, version, userId })
        return version
      },
      expect: async (kind, id) => {
        if (!writer.ifMatch || writer.ifMatch === '*') return
        const current = await row(kind, id).executeTakeFirst()
        if (!current || etag(kind, id, current.version) === writer.ifMatch) return
        const by = current.changed_by_fk
          ? await trx.selectFrom('users').select(['first_name', 'last_name']).where('id', '=', current.changed_by_fk).executeTakeFirst()
          : undefined
        const name = by ? fullName(by) : 'somebody'
        throw new MessageError(412, `This ${kind} was changed by ${name} at ${current.changed_on}`)
      },
    })
    return { result, events }
  })
  await Promise.all(made.events.map((event) => ctx.events.publish(event)))
  return made.result
}

const subjectIds = (kind: Kind, id: number) => ({
  dashboard_id: kind === 'dashboard' ? id : null,
  slice_id: kind === 'chart' ? id : null,
})
