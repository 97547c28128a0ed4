import { randomUUID } from 'node:crypto'
import type { JobPrincipal } from '#core/access/principal.ts'
import { AppError, MessageError } from '#core/errors.ts'
import { userPrincipal } from '../access/principals.ts'
import type { Context } from '../context.ts'
import type { Row } from '../db/tables.ts'
import { report } from '../report.ts'

export type JobState = 'pending' | 'running' | 'done' | 'failed' | 'cancelled'

/** What a running job may use: rights of the person it acts for, its abort signal, its voice. */
export type JobRun = {
  id: string
  principal: JobPrincipal | null
  signal: AbortSignal
  /** 0 to 1, or null when it cannot be told; written at most a few times a second. */
  progress(fraction: number | null, message: string): void
}

/** One kind of long work. `run` must be safe to begin again: a process may end at any moment. */
export type JobKind = {
  kind: string
  run(ctx: Context, payload: unknown, run: JobRun): Promise<unknown>
}

export type JobView = {
  id: string
  kind: string
  user_id: number | null
  state: JobState
  progress: number | null
  message: string | null
  result: unknown
  error: string | null
}

export type Jobs = {
  start(job: { kind: string; payload: unknown; userId: number | null }): Promise<string>
  get(id: string): Promise<JobView | null>
  /** Stops it here at once, and in another process within its lease. */
  cancel(id: string): Promise<void>
  /** Resolves when the job has ended, whoever runs it. */
  finished(id: string, signal?: AbortSignal): Promise<JobView>
  /** Begins to take jobs. */
  work(): void
  close(): Promise<void>
}

/** A job whose process has not renewed its lease for this long is taken over. */
const leaseMs = 15_000
const renewMs = 4000
const pollMs = 5000
const maxAttempts = 3
const runningAtOnce = 3
/** Kinds of which one person has one running at a time, so that long ones of one leave places for others. */
const oneForEach = ['upload']

const viewOf = (row: Row<'jobs'>): JobView => ({
  id: row.id,
  kind: row.kind,
  user_id: row.user_id,
  state: row.state as JobState,
  progress: row.progress,
  message: row.message,
  result: row.result === null ? null : JSON.parse(row.result),
  error: row.error,
})

const textOf = (error: unknown): string =>
  error instanceof MessageError || error instanceof AppError
    ? error.message
    : 'The work ended with an unexpected error; the log of the server has it'

/**
 * Long work as rows with a lease: any process may take a pending job, renews its lease while it runs, and what a dead process
 * left is taken over, at most three times.
 */
export const createJobs = (context: () => Context, kinds: readonly JobKind[]): Jobs => {
  const owner = randomUUID()
  const running = new Map<string, { abort: AbortController; done: Promise<void>; row: Row<'jobs'> }>()
  const closing = new AbortController()
  let poll: NodeJS.Timeout | undefined
  const iso = (offsetMs = 0) => new Date(context().now().getTime() + offsetMs).toISOString()
  const update = (id: string, values: Partial<Row<'jobs'>>) =>
    context()
      .db.updateTable('jobs')
      .set({ ...values, changed_on: iso() })
      .where('id', '=', id)
  const publish = ({ id, user_id: userId }: Pick<Row<'jobs'>, 'id' | 'user_id'>) => context().events.publish({ type: 'job', id, userId })
  const patch = async (row: Pick<Row<'jobs'>, 'id' | 'user_id'>, values: Partial<Row<'jobs'>>) => {
    await update(row.id, values).execute()
    publish(row)
  }
  /** As the one who runs it: what another has taken over is that one's to tell. */
  const tell = async (row: Row<'jobs'>, values: Partial<Row<'jobs'>>) => {
    await update(row.id, values).where('lease_owner', '=', owner).execute()
    publish(row)
  }

  /** People whose place is taken. */
  const busy = (): number[] =>
    [...running.values()].flatMap(({ row }) => (oneForEach.includes(row.kind) && row.user_id !== null ? [row.user_id] : []))

  const take = async (): Promise<Row<'jobs'> | null> => {
    const { db } = context()
    const waiting = busy()
    const free = await db
      .selectFrom('jobs')
      .selectAll()
      .where((e) => e.or([e('state', '=', 'pending'), e.and([e('state', '=', 'running'), e('lease_until', '<', iso())])]))
      // A machine that slept finds its own leases over.
      .$if(running.size > 0, (query) => query.where('id', 'not in', [...running.keys()]))
      .$if(waiting.length > 0, (query) =>
        query.where((e) => e.or([e('kind', 'not in', oneForEach), e('user_id', 'is', null), e('user_id', 'not in', waiting)])),
      )
      .orderBy('created_on')
      .limit(1)
      .executeTakeFirst()
    if (!free) return null
    const taken = await db
      .updateTable('jobs')
      .set({ state: 'running', lease_owner: owner, lease_until: iso(leaseMs), attempts: free.attempts + 1, changed_on: iso() })
      .where('id', '=', free.id)
      .where('attempts', '=', free.attempts)
      .where('state', '=', free.state)
      .executeTakeFirst()
    if (taken.numUpdatedRows !== 1n) return take()
    if (free.attempts < maxAttempts) return free
    await patch(free, { state: 'failed', error: 'The work was interrupted three times', lease_owner: null })
    return take()
  }

  const execute = async (row: Row<'jobs'>, abort: AbortController) => {
    const ctx = context()
    const renew = setInterval(() => void renewLease(row, abort), renewMs)
    let last = 0
    const progress: JobRun['progress'] = (fraction, message) => {
      if (Date.now() - last < 150) return
      last = Date.now()
      void tell(row, { progress: fraction, message })
    }
    try {
      if (row.cancel_requested) throw new MessageError(499, 'Cancelled')
      const kind = kinds.find((one) => one.kind === row.kind)
      if (!kind) throw new MessageError(422, `Work of the kind "${row.kind}" is not known to this version`)
      const actsFor = row.user_id === null ? null : await userPrincipal(ctx, row.user_id, 'bearer')
      if (row.user_id !== null && !actsFor) throw new MessageError(403, 'The account that asked for this work is gone')
      const principal: JobPrincipal | null = actsFor && { kind: 'job', actsFor }
      const result = await kind.run(ctx, JSON.parse(row.payload), { id: row.id, principal, signal: abort.signal, progress })
      await tell(row, { state: 'done', result: JSON.stringify(result ?? null), progress: 1, lease_owner: null })
    } catch (error) {
      // A process that is told to stop leaves its jobs to the next one.
      if (closing.signal.aborted) return await tell(row, { state: 'pending', lease_owner: null, lease_until: null, attempts: row.attempts })
      const state = abort.signal.aborted || row.cancel_requested ? 'cancelled' : 'failed'
      if (state === 'failed' && !(error instanceof MessageError || error instanceof AppError)) report(error, `job ${row.kind} ${row.id}`)
      await tell(row, { state, error: state === 'cancelled' ? 'Cancelled' : textOf(error), lease_owner: null })
    } finally {
      clearInterval(renew)
    }
  }

  const renewLease = async (row: Row<'jobs'>, abort: AbortController) => {
    const { db } = context()
    await db
      .updateTable('jobs')
      .set({ lease_until: iso(leaseMs) })
      .where('id', '=', row.id)
      .where('lease_owner', '=', owner)
      .execute()
    const now = await db.selectFrom('jobs').select(['cancel_requested', 'lease_owner']).where('id', '=', row.id).executeTakeFirst()
    if (now?.cancel_requested || now?.lease_owner !== owner) abort.abort(new Error('Cancelled'))
  }

  let looking: Promise<void> | null = null
  const look = async () => {
    while (!closing.signal.aborted && running.size < runningAtOnce) {
      const row = await take()
      if (!row) return
      const abort = new AbortController()
      const done = execute(row, abort).finally(() => {
        running.delete(row.id)
        wake()
      })
      running.set(row.id, { abort, done, row })
    }
  }
  const wake = () => {
    if (!poll || closing.signal.aborted) return
    looking ??= look().finally(() => (looking = null))
  }

  const get: Jobs['get'] = async (id) => {
    const row = await context().db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst()
    return row ? viewOf(row) : null
  }

  return {
    get,
    start: async ({ kind, payload, userId }) => {
      const id = randomUUID()
      const now = iso()
      await context()
        .db.insertInto('jobs')
        .values({
          id,
          kind,
          user_id: userId,
          state: 'pending',
          payload: JSON.stringify(payload),
          created_on: now,
          changed_on: now,
          ...empty,
        })
        .execute()
      wake()
      return id
    },
    cancel: async (id) => {
      const row = await context().db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst()
      if (!row) return
      await patch(row, { cancel_requested: 1, ...(row.state === 'pending' && { state: 'cancelled', error: 'Cancelled' }) })
      running.get(id)?.abort.abort(new Error('Cancelled'))
    },
    finished: async (id, signal) => {
      for (;;) {
        const job = await get(id)
        if (!job) throw new MessageError(404, 'Not found')
        if (job.state !== 'pending' && job.state !== 'running') return job
        await changed(context(), id, signal)
      }
    },
    work: () => {
      poll ??= setInterval(wake, pollMs).unref()
      wake()
    },
    close: async () => {
      closing.abort()
      clearInterval(poll)
      for (const { abort } of running.values()) abort.abort(new Error('The server stops'))
      await looking
      await Promise.all([...running.values()].map(({ done }) => done))
    },
  }
}

const empty = { result: null, error: null, progress: null, message: null, lease_owner: null, lease_until: null }

/** The job's next change, or a second, whichever is first: another process may be the one that runs it. */
const changed = (ctx: Context, id: string, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason as Error)
    const end = (settle: () => void) => () => {
      clearTimeout(timer)
      stop()
      signal?.removeEventListener('abort', abort)
      settle()
    }
    const abort = () => end(() => reject(signal?.reason as Error))()
    const timer = setTimeout(() => end(resolve)(), 1000)
    const stop = ctx.events.subscribe((event) => {
      if (event.type === 'job' && event.id === id) end(resolve)()
    })
    signal?.addEventListener('abort', abort, { once: true })
  })
