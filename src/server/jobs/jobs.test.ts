import { afterEach, beforeEach, expect, test } from 'vitest'
import { MessageError } from '#core/errors.ts'
import { makePerson } from '../testing/test-people.ts'
import { testContext } from '../testing/test-context.ts'
import type { JobKind, Jobs } from './job.ts'
import { createJobs } from './jobs.ts'

let ctx: Awaited<ReturnType<typeof testContext>>
const made: Jobs[] = []
const jobsOf = (...kinds: JobKind[]) => {
  const jobs = createJobs(() => ctx, kinds)
  made.push(jobs)
  jobs.startWorking()
  return jobs
}

beforeEach(async () => {
  ctx = await testContext()
})
afterEach(async () => {
  for (const jobs of made.splice(0)) await jobs.close()
  await ctx.close()
})

const waiting: JobKind = {
  kind: 'waiting',
  run: (_ctx, _payload, { signal }) =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
}

test('runs a job with its payload and stores its result', async () => {
  const jobs = jobsOf({ kind: 'sum', run: async (_ctx, payload) => (payload as number[]).reduce((a, b) => a + b, 0) })
  const id = await jobs.start({ kind: 'sum', payload: [1, 2, 3], userId: null })
  expect(await jobs.waitFor(id)).toMatchObject({ state: 'done', result: 6, progress: 1, error: null })
})

test('runs with the rights of the user who started it', async () => {
  const { id: userId } = await ctx.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const jobs = jobsOf({ kind: 'who', run: async (_ctx, _payload, { principal }) => principal?.actsFor.username })
  const id = await jobs.start({ kind: 'who', payload: null, userId })
  expect((await jobs.waitFor(id)).result).toBe('admin')
})

test('stores the text of a MessageError, but not that of an unexpected error', async () => {
  const jobs = jobsOf(
    { kind: 'refused', run: () => Promise.reject(new MessageError(422, 'The file is empty')) },
    { kind: 'broken', run: () => Promise.reject(new Error('password=secret')) },
  )
  const refused = await jobs.start({ kind: 'refused', payload: null, userId: null })
  expect(await jobs.waitFor(refused)).toMatchObject({ state: 'failed', error: 'The file is empty' })
  const broken = await jobs.start({ kind: 'broken', payload: null, userId: null })
  expect((await jobs.waitFor(broken)).error).not.toContain('secret')
})

test('cancels running and pending jobs', async () => {
  const jobs = jobsOf(waiting)
  const ids = await Promise.all([1, 2, 3].map(() => jobs.start({ kind: 'waiting', payload: null, userId: null })))
  for (const id of ids) await jobs.cancel(id)
  for (const id of ids) expect((await jobs.waitFor(id)).state).toBe('cancelled')
})

test('a job that is taken while the server stops is left to the next process', async () => {
  const jobs = jobsOf(waiting)
  const { id: userId } = await ctx.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const ids = [
    await jobs.start({ kind: 'waiting', payload: null, userId }),
    await jobs.start({ kind: 'waiting', payload: null, userId: null }),
  ]
  await jobs.close()
  expect(await Promise.all(ids.map(async (id) => (await jobs.get(id))?.state))).toEqual(['pending', 'pending'])
})

test('endless uploads of one user leave slots for other users and for internal jobs', async () => {
  const { id: userId } = await ctx.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const other = await makePerson(ctx, 'other', ['Alpha'])
  const load: JobKind = {
    kind: 'upload',
    run: (_ctx, payload, run) => (payload === 'endless' ? waiting.run(_ctx, payload, run) : Promise.resolve('loaded')),
  }
  const jobs = jobsOf(load, { kind: 'housekeeping', run: async () => 'kept' })
  const endless = await Promise.all([1, 2, 3, 4].map(() => jobs.start({ kind: 'upload', payload: 'endless', userId })))
  const short = await jobs.start({ kind: 'upload', payload: 'short', userId: other })
  const own = await jobs.start({ kind: 'housekeeping', payload: null, userId: null })
  expect([(await jobs.waitFor(short)).result, (await jobs.waitFor(own)).result]).toEqual(['loaded', 'kept'])
  expect((await Promise.all(endless.map((id) => jobs.get(id)))).filter((job) => job?.state === 'running')).toHaveLength(1)
})

test('endless uploads of three users leave a slot for a fourth, and continue when slots are free', async () => {
  const people = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => makePerson(ctx, name, ['Alpha'])))
  const begun: unknown[] = []
  const load: JobKind = {
    kind: 'upload',
    run: (_ctx, payload, run) => {
      begun.push(payload)
      return payload === 'short' ? Promise.resolve('loaded') : waiting.run(_ctx, payload, run)
    },
  }
  const jobs = createJobs(() => ctx, [load, { kind: 'housekeeping', run: async () => 'kept' }], { shortMs: 0 })
  made.push(jobs)
  jobs.startWorking()
  const start = (payload: string, userId = -1) => jobs.start({ kind: 'upload', payload, userId })
  const endless: string[] = []
  for (const [i, name] of ['first', 'second', 'third'].entries()) {
    endless.push(await start(name, people[i]))
    await expect.poll(() => begun).toContain(name)
  }
  for (const person of people.slice(3)) expect((await jobs.waitFor(await start('short', person))).result).toBe('loaded')
  const own = await jobs.start({ kind: 'housekeeping', payload: null, userId: null })
  expect((await jobs.waitFor(own)).result).toBe('kept')
  const states = async () => Promise.all(endless.map(async (id) => (await jobs.get(id))?.state))
  expect(await states()).toEqual(['running', 'running', 'pending'])
  await jobs.cancel(endless[0] ?? '')
  await expect.poll(states).toEqual(['cancelled', 'running', 'running'])
  expect(begun.filter((name) => name === 'third')).toHaveLength(2)
})

test('takes over the jobs of a dead process when their lease expires', async () => {
  const jobs = jobsOf({ kind: 'again', run: async () => 'done by another' })
  const now = ctx.now().getTime()
  const iso = (offset: number) => new Date(now + offset).toISOString()
  const row = {
    kind: 'again',
    user_id: null,
    state: 'running',
    payload: 'null',
    result: null,
    error: null,
    progress: 0.5,
    message: null,
    lease_owner: 'dead',
    created_on: iso(-60_000),
    changed_on: iso(-60_000),
  }
  await ctx.db
    .insertInto('jobs')
    .values([
      { ...row, id: 'over', lease_until: iso(-1), attempts: 1 },
      { ...row, id: 'tried', lease_until: iso(-1), attempts: 3 },
      { ...row, id: 'held', lease_until: iso(60_000), attempts: 1 },
    ])
    .execute()
  const kick = await jobs.start({ kind: 'again', payload: null, userId: null })
  await jobs.waitFor(kick)
  expect(await jobs.waitFor('over')).toMatchObject({ state: 'done', result: 'done by another' })
  expect(await jobs.waitFor('tried')).toMatchObject({ state: 'failed', error: 'The job was interrupted three times' })
  expect((await jobs.get('held'))?.state).toBe('running')
})

test('a stopping process makes its job pending again', async () => {
  const first = jobsOf(waiting)
  const id = await first.start({ kind: 'waiting', payload: null, userId: null })
  await expect.poll(async () => (await first.get(id))?.state).toBe('running')
  await first.close()
  expect((await first.get(id))?.state).toBe('pending')
  const second = jobsOf({ kind: 'waiting', run: async () => 'finished later' })
  expect(await second.waitFor(id)).toMatchObject({ state: 'done', result: 'finished later' })
})

test('does not run its own job twice after its lease expired while the machine slept', async () => {
  let runs = 0
  const free = Promise.withResolvers<string>()
  const long: JobKind = { kind: 'long', run: () => (runs++, free.promise) }
  const jobs = jobsOf(long, { kind: 'short', run: async () => 'short' })
  const id = await jobs.start({ kind: 'long', payload: null, userId: null })
  await expect.poll(() => runs).toBe(1)
  await ctx.db.updateTable('jobs').set({ lease_until: '2000-01-01T00:00:00.000Z' }).where('id', '=', id).execute()
  await jobs.waitFor(await jobs.start({ kind: 'short', payload: null, userId: null }))
  free.resolve('once')
  expect(await jobs.waitFor(id)).toMatchObject({ state: 'done', result: 'once' })
  expect(runs).toBe(1)
})

test('a process no longer updates a job that another one has taken over', async () => {
  const free = Promise.withResolvers<string>()
  const jobs = jobsOf({ kind: 'slow', run: () => free.promise })
  const id = await jobs.start({ kind: 'slow', payload: null, userId: null })
  await expect.poll(async () => (await jobs.get(id))?.state).toBe('running')
  await ctx.db.updateTable('jobs').set({ lease_owner: 'another', message: 'at it' }).where('id', '=', id).execute()
  free.resolve('too late')
  await jobs.close()
  expect(await jobs.get(id)).toMatchObject({ state: 'running', message: 'at it', result: null })
})
