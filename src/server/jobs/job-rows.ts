import { randomUUID } from 'node:crypto'
import type { Context } from '../context.ts'
import type { Row } from '../db/tables.ts'
import type { JobState, JobView } from './job.ts'

export type JobRow = Row<'jobs'>

/** A job is taken over when its process has not renewed the lease for this long. */
const leaseMs = 15_000
const maxAttempts = 3
/** Kinds of which each user has at most one running, so that one user's long jobs do not block others. */
const exclusiveKinds = ['upload']
/** Running jobs of such kinds; the last slot is for jobs that turn out short. */
const maxExclusive = 3
const maxLongExclusive = maxExclusive - 1

const exclusiveOf = (running: readonly JobRow[]): JobRow[] => running.filter(({ kind }) => exclusiveKinds.includes(kind))
const userIdsOf = (rows: readonly JobRow[]): number[] => rows.flatMap(({ user_id: userId }) => userId ?? [])

const emptyOutcome = { result: null, error: null, progress: null, message: null, lease_owner: null, lease_until: null }

export const toJobView = (row: JobRow): JobView => ({
  id: row.id,
  kind: row.kind,
  user_id: row.user_id,
  state: row.state as JobState,
  progress: row.progress,
  message: row.message,
  result: row.result === null ? null : JSON.parse(row.result),
  error: row.error,
})

/** Jobs as rows of the store; the holder of a job's lease runs it. */
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
        ...emptyOutcome,
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

  /** Updates a job regardless of who runs it. */
  async update(row: Pick<JobRow, 'id' | 'user_id'>, values: Partial<JobRow>): Promise<void> {
    await this.#set(row.id, values).execute()
    await this.#publish(row)
  }

  /** Updates a job if this process still holds its lease. */
  async updateOwn(row: JobRow, values: Partial<JobRow>): Promise<void> {
    await this.#set(row.id, values).where('lease_owner', '=', this.#owner).execute()
    await this.#publish(row)
  }

  /**
   * Leases the next job that is pending or whose process died. `running`: the jobs running here, oldest first; `long`: those that were
   * preempted from the slot for short jobs.
   */
  async take(running: readonly JobRow[], long: ReadonlySet<string>): Promise<JobRow | null> {
    const { db } = this.#context()
    const shared = exclusiveOf(running)
    const busyPeople = userIdsOf(shared)
    const free = await db
      .selectFrom('jobs')
      .selectAll()
      .where((e) => e.or([e('state', '=', 'pending'), e.and([e('state', '=', 'running'), e('lease_until', '<', this.#iso())])]))
      // After the machine slept, this process's own leases have expired.
      .$if(running.length > 0, (query) =>
        query.where(
          'id',
          'not in',
          running.map(({ id }) => id),
        ),
      )
      .$if(busyPeople.length > 0, (query) =>
        query.where((e) => e.or([e('kind', 'not in', exclusiveKinds), e('user_id', 'is', null), e('user_id', 'not in', busyPeople)])),
      )
      .$if(shared.length >= maxExclusive, (query) => query.where('kind', 'not in', exclusiveKinds))
      .$if(shared.length >= maxLongExclusive && long.size > 0, (query) => query.where('id', 'not in', [...long]))
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
    await this.update(free, { state: 'failed', error: 'The job was interrupted three times', lease_owner: null })
    return this.take(running, long)
  }

  /** The job in the slot for short ones, if a user without a running job is waiting. */
  async blocking(running: readonly JobRow[], long: ReadonlySet<string>): Promise<JobRow | null> {
    const shared = exclusiveOf(running)
    const last = shared[maxLongExclusive]
    if (!last) return null
    const waiting = await this.#context()
      .db.selectFrom('jobs')
      .select('id')
      .where('state', '=', 'pending')
      .where('kind', 'in', exclusiveKinds)
      .where((e) => e.or([e('user_id', 'is', null), e('user_id', 'not in', userIdsOf(shared))]))
      .$if(long.size > 0, (query) => query.where('id', 'not in', [...long]))
      .limit(1)
      .executeTakeFirst()
    return waiting ? last : null
  }

  /** Renews the lease; false when another process took the job over or it was cancelled. */
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
