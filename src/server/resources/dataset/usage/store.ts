import { isAllowed } from '#core/access/can.ts'
import { userOf, type Principal } from '#core/access/principal.ts'
import type { DatasetUsage } from '#api/dataset-usage.ts'
import { subjectOf } from '../../../access/subjects.ts'
import type { Context } from '../../../context.ts'
import type { Db } from '../../../db/open.ts'
import { transact } from '../../../db/transact.ts'

type Reader = Pick<Context, 'db' | 'now'>

type Count = { dataset_id: number; user_id: number; day: string; queries: number; last_on: string }

/** Queries that were counted and not yet written. Requests that are answered from memory wait for no write. */
const pendingOf = new WeakMap<Db, Map<string, Count>>()

const writeAfterMs = 30_000

/** Instead of an id: guests and the public. */
const nobodyId = 0

/** Counts a query that a dataset answered. A process that is killed loses the counts of its last half minute. */
export const countQuery = (ctx: Reader, principal: Principal, datasetId: number): void => {
  const pending = pendingOf.get(ctx.db) ?? new Map<string, Count>()
  if (pending.size === 0) {
    pendingOf.set(ctx.db, pending)
    setTimeout(() => void writeCounts(ctx).catch(() => undefined), writeAfterMs).unref()
  }
  const last_on = ctx.now().toISOString()
  const day = last_on.slice(0, 10)
  const user_id = userOf(principal)?.id ?? nobodyId
  const key = `${datasetId} ${user_id} ${day}`
  pending.set(key, { dataset_id: datasetId, user_id, day, queries: (pending.get(key)?.queries ?? 0) + 1, last_on })
}

/** Writes what was counted. */
const writeCounts = async ({ db }: Reader): Promise<void> => {
  const counts = [...(pendingOf.get(db)?.values() ?? [])]
  pendingOf.delete(db)
  if (counts.length === 0) return
  await transact(db, async (trx) => {
    for (const count of counts)
      await trx
        .insertInto('dataset_usage')
        .values(count)
        .onConflict((conflict) =>
          conflict.columns(['dataset_id', 'user_id', 'day']).doUpdateSet((eb) => ({
            queries: eb('dataset_usage.queries', '+', count.queries),
            last_on: count.last_on,
          })),
        )
        .execute()
  })
}

const dayMs = 86_400_000

/** How far back the usage of a dataset goes. */
const shownDays = 30
const maxPeople = 20

/** Who queried a dataset how often. Names are shown to those who may change it. */
export const readUsage = async (ctx: Reader, principal: Principal, datasetId: number): Promise<DatasetUsage> => {
  await writeCounts(ctx)
  const { db } = ctx
  const today = ctx.now().getTime()
  const days = Array.from({ length: shownDays }, (_, i) => new Date(today - (shownDays - 1 - i) * dayMs).toISOString().slice(0, 10))
  const rows = await db
    .selectFrom('dataset_usage')
    .leftJoin('users', 'users.id', 'dataset_usage.user_id')
    .select(['user_id', 'day', 'queries', 'last_on', 'first_name', 'last_name'])
    .where('dataset_id', '=', datasetId)
    .where('day', '>=', days[0] ?? '')
    .execute()
  const sum = (counted: readonly { queries: number }[]) => counted.reduce((total, { queries }) => total + queries, 0)
  const byPerson = [...Map.groupBy(rows, ({ user_id }) => user_id)].map(([id, counted]) => ({
    id,
    name: [counted[0]?.first_name, counted[0]?.last_name].filter(Boolean).join(' '),
    queries: sum(counted),
    last_on:
      counted
        .map(({ last_on }) => last_on)
        .toSorted()
        .at(-1) ?? '',
  }))
  const people = byPerson.filter(({ id }) => id !== nobodyId).toSorted((one, other) => other.queries - one.queries)
  const subject = await subjectOf(db, 'dataset', datasetId)
  return {
    queries: sum(rows),
    days: days.map((day) => ({ day, queries: sum(rows.filter((row) => row.day === day)) })),
    people_count: people.length,
    people: subject && isAllowed(principal, 'change', subject) ? people.slice(0, maxPeople) : null,
    guests: sum(byPerson.filter(({ id }) => id === nobodyId)),
  }
}
