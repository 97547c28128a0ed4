import { randomUUID } from 'node:crypto'
import type { Context } from '../context.ts'
import type { Row } from '../db/tables.ts'
import type { JobState, JobView } from './job.ts'

export type JobRow = Row<'jobs'>

/** A job whose process has not renewed its lease for this long is taken over. */
const leaseMs = 15_000
const maxAttempts = 3
/** Kinds of which one person has one running at a time, so that long ones of one leave places for others. */
const oneForEach = ['upload']
/** Places for such kinds; the last of them is for jobs that turn out short. */
const sharedPlaces = 3
const longPlaces = sharedPlaces - 1

const sharedOf = (running: readonly JobRow[]): JobRow[] => running.filter(({ kind }) => oneForEach.includes(kind))
const peopleOf = (rows: readonly JobRow[]): number[] => rows.flatMap(({ user_id: userId }) => userId ?? [])

const unset = { result: null, error: null, progress: null, message: null, lease_owner: null, lease_until: null }

export const viewOf = (row: JobRow): JobView => ({
  id: row.id,
  kind: row.kind,
  user_id: row.user_id,
  state: row.state as JobState,
  progress: row.progress,
  message: row.message,
  result: row.result === null ? null : JSON.parse(row.result),
  error: row.error,
})

/** Jobs as rows of the store: whoever holds the lease of one runs it. */
export class JobRows {
  readonly #owner = randomUUID()
  readonly #context: () => Context

  constructor(context: () => Context) {
    this.#context = context
  }

  async find(id: string): Promise<JobRow | undefined> {
    return this.#context().db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst()
  }

  async add(job: { kind: string; payload: unknown; userId: number | null }): Promise<string> {
    const id = randomUUID()
    const now = this.#iso()
    await this.#context()
      .db.insertInto('jobs')
      .values({
        ...unset,
        id,
        kind: job.kind,
        user_id: job.userId,
        state: 'pending',
        payload: JSON.stringify(job.payload),
        created_on: now,
        changed_on: now,
      })
      .execute()
    return id
  }

  /** Whoever runs it. */
  async update(row: Pick<JobRow, 'id' | 'user_id'>, values: Partial<JobRow>): Promise<void> {
    await this.#set(row.id, values).execute()
    await this.#publish(row)
  }

  /** As the one who runs it: what another has taken over is that one's to change. */
  async updateOwn(row: JobRow, values: Partial<JobRow>): Promise<void> {
    await this.#set(row.id, values).where('lease_owner', '=', this.#owner).execute()
    await this.#publish(row)
  }

  /**
   * The next job that waits, or whose process is gone, with its lease; `running` are those that run here, the oldest first, `long` those
   * that gave up the place for short ones.
   */
  async take(running: readonly JobRow[], long: ReadonlySet<string>): Promise<JobRow | null> {
    const { db } = this.#context()
    const shared = sharedOf(running)
    const busyPeople = peopleOf(shared)
    const free = await db
      .selectFrom('jobs')
      .selectAll()
      .where((e) => e.or([e('state', '=', 'pending'), e.and([e('state', '=', 'running'), e('lease_until', '<', this.#iso())])]))
      // A machine that slept finds its own leases over.
      .$if(running.length > 0, (query) =>
        query.where(
          'id',
          'not in',
          running.map(({ id }) => id),
        ),
      )
      .$if(busyPeople.length > 0, (query) =>
        query.where((e) => e.or([e('kind', 'not in', oneForEach), e('user_id', 'is', null), e('user_id', 'not in', busyPeople)])),
      )
      .$if(shared.length >= sharedPlaces, (query) => query.where('kind', 'not in', oneForEach))
      .$if(shared.length >= longPlaces && long.size > 0, (query) => query.where('id', 'not in', [...long]))
      .orderBy('created_on')
      .limit(1)
      .executeTakeFirst()
    if (!free) return null
    const taken = await db
      .updateTable('jobs')
      .set({
        state: 'running',
        lease_owner: this.#owner,
        lease_until: this.#iso(leaseMs),
        attempts: free.attempts + 1,
        changed_on: this.#iso(),
      })
      .where('id', '=', free.id)
      .where('attempts', '=', free.attempts)
      .where('state', '=', free.state)
      .executeTakeFirst()
    if (taken.numUpdatedRows !== 1n) return this.take(running, long)
    if (free.attempts < maxAttempts) return free
    await this.update(free, { state: 'failed', error: 'The work was interrupted three times', lease_owner: null })
    return this.take(running, long)
  }

  /** The job in the place for short ones, where somebody waits for it who has none. */
  async inTheWay(running: readonly JobRow[], long: ReadonlySet<string>): Promise<JobRow | null> {
    const shared = sharedOf(running)
    const last = shared[longPlaces]
    if (!last) return null
    const waiting = await this.#context()
      .db.selectFrom('jobs')
      .select('id')
      .where('state', '=', 'pending')
      .where('kind', 'in', oneForEach)
      .where((e) => e.or([e('user_id', 'is', null), e('user_id', 'not in', peopleOf(shared))]))
      .$if(long.size > 0, (query) => query.where('id', 'not in', [...long]))
      .limit(1)
      .executeTakeFirst()
    return waiting ? last : null
  }

  /** Whether it is still ours to run, and wanted. */
  async renewLease({ id }: JobRow): Promise<boolean> {
    const { db } = this.#context()
    await db
      .updateTable('jobs')
      .set({ lease_until: this.#iso(leaseMs) })
      .where('id', '=', id)
      .where('lease_owner', '=', this.#owner)
      .execute()
    const now = await db.selectFrom('jobs').select(['cancel_requested', 'lease_owner']).where('id', '=', id).executeTakeFirst()
    return now?.lease_owner === this.#owner && !now.cancel_requested
  }

  #set(id: string, values: Partial<JobRow>) {
    return this.#context()
      .db.updateTable('jobs')
      .set({ ...values, changed_on: this.#iso() })
      .where('id', '=', id)
  }

  #publish({ id, user_id: userId }: Pick<JobRow, 'id' | 'user_id'>): Promise<void> {
    return this.#context().events.publish({ type: 'job', id, userId })
  }

  #iso(offsetMs = 0): string {
    return new Date(this.#context().now().getTime() + offsetMs).toISOString()
  }
}
