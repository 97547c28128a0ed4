import { job } from '#api/job.ts'
import type { Job } from '#api/job.ts'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/tables.ts'

const readJob = ({ id, kind, state, progress, message, result, error, created_on, changed_on }: Row<'jobs'>): Job =>
  job.parse({
    id,
    kind,
    state,
    progress,
    message: error ?? message,
    result: result === null ? null : JSON.parse(result),
    created_on,
    changed_on,
  })

export const findJob = async ({ db }: Pick<Context, 'db'>, id: string): Promise<{ user_id: number | null; job: Job } | null> => {
  const row = await db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? { user_id: row.user_id, job: readJob(row) } : null
}

const hourMs = 3_600_000

/** Jobs that are running or ended within the last hour; of all users if `userId` is null. */
export const recentJobs = async (
  ctx: Pick<Context, 'db' | 'now'>,
  { userId, kind }: { userId: number | null; kind: string | null },
): Promise<Job[]> => {
  const since = new Date(ctx.now().getTime() - hourMs).toISOString()
  const rows = await ctx.db
    .selectFrom('jobs')
    .selectAll()
    .where((e) => e.or([e('state', 'in', ['pending', 'running']), e('changed_on', '>', since)]))
    .$if(userId !== null, (query) => query.where((e) => e.or([e('user_id', '=', userId), e('user_id', 'is', null)])))
    .$if(kind !== null, (query) => query.where('kind', '=', kind ?? ''))
    .orderBy('created_on', 'desc')
    .limit(100)
    .execute()
  return rows.map(readJob)
}
