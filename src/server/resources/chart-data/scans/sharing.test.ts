import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '#core/errors.ts'
import type { KeptScan, RunOptions } from '#engines/host/client.ts'
import type { DataAnswer, DataJob, ScanJob } from '#engines/host/protocol.ts'
import type { Shareable } from './shareable.ts'
import type { SharedRunOptions } from './meeting-place.ts'
import { Sharing, type SharingOptions } from './sharing.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const sleep = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms))

/** Enough time passes for the work to be done. */
const finished = async <T>(work: Promise<T>): Promise<T> => {
  work.catch(() => {})
  await vi.advanceTimersByTimeAsync(40)
  return work
}

/** A host whose answers say where their job ran. */
const fakeHost = (given: Partial<{ kept: boolean; read(sql: string, options: RunOptions): Promise<void> }> = {}) => {
  const scans: ScanJob[] = []
  const dropped: string[] = []
  const asked: string[] = []
  const answerOf = (job: DataJob, place: string) =>
    ({
      nativeTypes: [`${place} ${job.sql}`],
      timings: { queue: 0, connect: 0, query: 0, transform: 0, encode: 0 },
    }) as unknown as DataAnswer
  const host = {
    run: vi.fn(async (job: DataJob) => {
      asked.push(job.sql)
      return answerOf(job, 'source')
    }),
    scan: vi.fn(async (job: ScanJob): Promise<KeptScan | null> => {
      scans.push(job)
      await sleep(5)
      if (given.kept === false) return null
      return {
        run: async (data, options = {}) => {
          await given.read?.(data.sql, options)
          options.signal?.throwIfAborted()
          return answerOf(data, 'rows')
        },
        drop: () => dropped.push(job.scan.table),
      }
    }),
  }
  return { host: host as unknown as SharingOptions['host'], scans, dropped, asked, calls: host }
}

const connection = { key: 'k', engine: 'duckdb', parameters: {}, timezone: 'UTC' }
const jobOf = (sql: string) => ({ kind: 'data', connection, sql, format: 'json', limits: { timeoutMs: 1, rows: 1, bytes: 1 } }) as DataJob

const shareable = (sql: string, rest: Partial<Shareable> = {}): Shareable => ({
  place: 'p',
  dataset: 1,
  from: '"flights"',
  isTable: true,
  conditions: ['f'],
  filters: ['f'],
  onKept: () => ({ job: jobOf(sql), columns: [`column of ${sql}`] }),
  ...rest,
})

const start = (given: Parameters<typeof fakeHost>[0] = {}, options: Partial<SharingOptions> = {}) => {
  const fake = fakeHost(given)
  const sharing = new Sharing({ host: fake.host, megabytes: 1, ...options })
  const run = async (sql: string, rest: Partial<Shareable> | null = {}, how: SharedRunOptions = {}) =>
    (await sharing.run(jobOf(sql), rest && shareable(sql, rest), how)).nativeTypes[0]
  return { ...fake, sharing, run }
}

describe('queries that come together', () => {
  it('read one table of their rows, with the columns of all of them', async () => {
    const { run, scans, asked, dropped } = start()
    expect(await finished(Promise.all(['a', 'b', 'c'].map((sql) => run(sql))))).toEqual(['rows a', 'rows b', 'rows c'])
    expect(scans.map(({ scan }) => [scan.from, scan.where, scan.columns])).toEqual([
      ['"flights"', ['f'], ['column of a', 'column of b', 'column of c']],
    ])
    expect(asked).toEqual([])
    await vi.waitFor(() => expect(dropped).toEqual([scans[0]?.scan.table]), { timeout: 20_000 })
  })

  it('come within milliseconds: the first is not kept waiting, those behind it share', async () => {
    const { run, scans, calls } = start()
    const first = run('first')
    await vi.advanceTimersByTimeAsync(0)
    expect(calls.run, 'a single query runs at once').toHaveBeenCalledTimes(1)
    const others: Promise<string | undefined>[] = []
    for (const sql of ['b', 'c', 'd', 'e']) {
      others.push(run(sql))
      await vi.advanceTimersByTimeAsync(1)
    }
    expect(await finished(first)).toBe('source first')
    expect(await finished(Promise.all(others))).toEqual(['rows b', 'rows c', 'rows d', 'rows e'])
    expect(scans).toHaveLength(1)
  })

  it('waits for requests of the dataset that are being planned', async () => {
    const { run, sharing, scans } = start()
    const planned = sharing.announce(1)
    const all = [run('a'), run('b')]
    await vi.advanceTimersByTimeAsync(4)
    all.push(run('c'))
    planned()
    expect(await finished(Promise.all(all))).toEqual(['rows a', 'rows b', 'rows c'])
    expect(scans).toHaveLength(1)
  })

  it('joins rows that are there when they hold all that it needs', async () => {
    const narrow = { onKept: () => ({ job: jobOf('late'), columns: ['column of a'] }) }
    const { run, scans } = start()
    await finished(Promise.all(['a', 'b', 'c'].map((sql) => run(sql))))
    expect(await finished(run('late', narrow))).toBe('rows late')
    await vi.advanceTimersByTimeAsync(25)
    expect(await finished(run('forced', narrow, { isForced: true }))).toBe('source forced')
    expect(await finished(run('other filter', { ...narrow, conditions: ['g'], filters: ['g'] }))).toBe('source other filter')
    expect(await finished(run('wide'))).toBe('source wide')
    expect(scans).toHaveLength(1)
  })

  it.each<[string, Partial<Shareable>[], Partial<SharingOptions>]>([
    ['two are too few', [{}, {}], {}],
    ['other places: another connection, another person’s rules', [{}, {}, { place: 'q' }], {}],
    ['no filter in common', [{}, {}, { conditions: ['g'], filters: ['g'] }], {}],
    ['not sure what it needs', [{}, {}, { onKept: () => null }], {}],
    ['switched off', [{}, {}, {}, {}], { megabytes: 0 }],
  ])('run by themselves: %s', async (_, shares, options) => {
    const { run, scans } = start({}, options)
    const answers = await finished(Promise.all(shares.map((share, i) => run(String(i), share))))
    expect(answers).toEqual(shares.map((_share, i) => `source ${i}`))
    expect(scans).toEqual([])
  })

  it('run by themselves where the rows are not worth keeping', async () => {
    const { run, scans } = start({ kept: false })
    expect(await finished(Promise.all(['a', 'b', 'c'].map((sql) => run(sql))))).toEqual(['source a', 'source b', 'source c'])
    expect(scans).toHaveLength(1)
  })
})

describe('one of several', () => {
  it('that fails is asked again by itself; the others keep their answers', async () => {
    const read = async (sql: string) => {
      if (sql === 'bad') throw new AppError('GENERIC_DB_ENGINE_ERROR', 'no such column')
    }
    const { run } = start({ read })
    expect(await finished(Promise.all(['a', 'bad', 'c'].map((sql) => run(sql))))).toEqual(['rows a', 'source bad', 'rows c'])
  })

  it('that runs out of time is not asked again', async () => {
    const read = async (sql: string) => {
      if (sql === 'slow') throw new AppError('BACKEND_TIMEOUT_ERROR', 'too long')
    }
    const { run, asked } = start({ read })
    const [a, slow, c] = await finished(Promise.allSettled(['a', 'slow', 'c'].map((sql) => run(sql))))
    expect([a?.status, slow?.status, c?.status]).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(asked).toEqual([])
  })

  it('that is cancelled leaves the others alone; the scan ends with the last of them', async () => {
    const { run, calls } = start({ read: () => sleep(5) })
    const controllers = ['a', 'b', 'c'].map(() => new AbortController())
    const all = controllers.map(({ signal }, i) => run(String(i), {}, { signal }))
    await vi.advanceTimersByTimeAsync(2)
    controllers[1]?.abort(new Error('gone'))
    const results = await finished(Promise.allSettled(all))
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    const { signal } = (calls.scan.mock.calls[0] as unknown as [ScanJob, RunOptions])[1]
    expect(signal?.aborted).toBe(false)
    controllers[0]?.abort()
    controllers[2]?.abort()
    expect(signal?.aborted).toBe(true)
  })
})
