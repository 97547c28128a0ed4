import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { TimeError } from './time-error.ts'
import { evaluateExpression } from './expression.ts'
import { holidaysOf } from './holidays.ts'
import { humanDelta, pastDelta, readTime } from './text/human-time.ts'
import { isoText } from './civil.ts'
import { momentText } from './moment.ts'
import { normalizeTimeDelta, offsetRange } from './time-offset.ts'
import { previewTimeRange, resolveTimeRange, type TimeRange } from './time-range.ts'

type Outcome = Record<string, unknown> & { error?: string; text_exact?: boolean }
type Vector = Record<string, string | undefined> & { expect: Outcome; expect_3_0?: Outcome }

const read = (path: string) => JSON.parse(readFileSync(new URL(`../../../test/conformance/${path}`, import.meta.url), 'utf8')) as never
const { vectors } = read('time-range.json') as { vectors: (Vector & { tier: number })[] }
const differences: Record<string, string> = (read('differences.json') as Record<string, Record<string, string>>)['time-range'] ?? {}

const wall = (iso: string | undefined) => Date.parse(`${iso}Z`)
const texts = ({ since, until }: TimeRange) => ({ since: since && momentText(since), until: until && momentText(until) })

const run: Record<string, (v: Vector, now: number) => unknown> = {
  get_since_until: (v, now) =>
    texts(
      resolveTimeRange(v.time_range, {
        now,
        holidays: holidaysOf,
        since: v.since,
        until: v.until,
        timeShift: v.time_shift,
        relativeStart: v.relative_start,
        relativeEnd: v.relative_end,
      }),
    ),
  parse_human_datetime: (v, now) => ({ value: momentText(readTime(v.text ?? '', now)) }),
  datetime_eval: (v, now) => {
    const value = evaluateExpression(v.expression, { now, holidays: holidaysOf })
    return { value: value && typeof value === 'object' ? momentText(value) : value }
  },
  parse_human_timedelta: (v) => ({ seconds: humanDelta(v.delta ?? '', wall(v.anchor)) / 1000 }),
  parse_past_timedelta: (v) => ({ seconds: pastDelta(v.delta ?? '', wall(v.anchor)) / 1000 }),
  normalize_time_delta: (v) => ({ value: normalizeTimeDelta(v.text ?? '') }),
  offset_range: (v) => {
    const { offsetUsed, since, until } = offsetRange(v.offset ?? '', { since: wall(v.since), until: wall(v.until) })
    return { offset_used: offsetUsed, since: isoText(since), until: isoText(until) }
  },
}

const outcome = (v: Vector): unknown => {
  try {
    return run[v.fn ?? '']?.(v, wall(v.now))
  } catch (error) {
    if (error instanceof TimeError) return { error: error.reason }
    throw error
  }
}

const matches = (got: unknown, want: Outcome | undefined): boolean => {
  if (!want) return false
  if (want.error !== undefined) {
    const text = (got as Outcome).error
    return text !== undefined && (!want.text_exact || text === want.error)
  }
  return JSON.stringify(sorted(got)) === JSON.stringify(sorted(want))
}
const sorted = (value: unknown): unknown =>
  value && typeof value === 'object'
    ? Object.fromEntries(
        Object.entries(value)
          .sort()
          .map(([k, v]) => [k, sorted(v)]),
      )
    : value

/** A vector is named by its function and arguments. */
const idOf = (v: Vector): string => {
  const { fn, expect: _expect, expect_3_0: _older, ...rest } = v
  const values = Object.entries(rest).filter(([key]) => key !== 'tier')
  return `${fn} ${values.map(([key, value]) => `${key}=${value}`).join(', ')}`
}

const failing = (tier: number): Set<string> =>
  new Set(vectors.filter((v) => v.tier === tier && !(matches(outcome(v), v.expect) || matches(outcome(v), v.expect_3_0))).map(idOf))

test.each([1, 2, 3])('tier %i: every vector holds or is a listed difference', (tier) => {
  const names = new Set(vectors.filter((v) => v.tier === tier).map(idOf))
  const listed = Object.keys(differences).filter((id) => names.has(id))
  expect([...failing(tier)].sort()).toEqual(listed.sort())
})

test('tier 3 is at least nine tenths right', () => {
  expect(failing(3).size).toBeLessThanOrEqual(vectors.filter((v) => v.tier === 3).length / 10)
})

test('a preview counts from the same base as a chart', () => {
  const now = wall('2024-05-31T18:20:05')
  const chart = texts(resolveTimeRange('Last 30 minutes', { now, relativeStart: 'today' }))
  expect(previewTimeRange('Last 30 minutes', { now })).toMatchObject(chart)
  expect(previewTimeRange('Last 12 hours', { now, relativeStart: 'now', relativeEnd: 'now' })).toEqual({
    since: '2024-05-31T06:20:05',
    until: '2024-05-31T18:20:05',
    timeRange: 'Last 12 hours',
    shift: null,
  })
  expect(previewTimeRange(' : now', { now, timeShift: '1 day ago' })).toMatchObject({
    since: '',
    until: '2024-05-30T18:20:05',
    shift: '1 day ago',
  })
})

test.each(['nonsense', 'yesterday', '100 days ago', '2024-Q1', 'No filter at all'])(
  'a preview refuses %s, which a chart ignores',
  (text) => {
    const now = wall('2024-05-31T18:20:05')
    expect(texts(resolveTimeRange(text, { now }))).toEqual({ since: null, until: '2024-05-31T00:00:00' })
    expect(() => previewTimeRange(text, { now })).toThrow(`Cannot parse time string [${text}]`)
  },
)

test.each(['', 'No filter', 'Last week', 'Next 2 days', 'Current month', 'previous calendar year', 'first week of this year', ' : now'])(
  'a preview takes “%s”',
  (text) => expect(previewTimeRange(text, { now: wall('2024-05-31T18:20:05') }).timeRange).toBe(text),
)

test("resolved values do not depend on the process's zone", () => {
  const script = `
    import { resolveTimeRange } from '${new URL('time-range.ts', import.meta.url)}'
    const now = Date.UTC(2024, 2, 10, 2, 30)
    const texts = ['Last week', 'today : now', '2024-03-10 : 2024-03-31T02:30:00', 'last monday : tomorrow at 3pm', '5 Mar : 3 hours ago', 'previous calendar month']
    console.log(JSON.stringify(texts.map((text) => resolveTimeRange(text, { now }))))`
  const under = (TZ: string) =>
    execFileSync(process.execPath, ['--input-type=module-typescript', '-e', script], { env: { ...process.env, TZ }, encoding: 'utf8' })
  const [first, ...others] = ['UTC', 'America/Los_Angeles', 'Pacific/Auckland'].map(under)
  expect(JSON.parse(first ?? '')).toHaveLength(6)
  for (const other of others) expect(other).toBe(first)
})
