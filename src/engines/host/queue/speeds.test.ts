import { expect, test } from 'vitest'
import type { DataJob } from '../protocol.ts'
import { createSpeeds } from './speeds.ts'

const job = (sql: string, key = 'one'): DataJob => ({
  kind: 'data',
  connection: { key, engine: 'duckdb', parameters: {}, timezone: 'UTC' },
  sql,
  format: 'json',
  limits: { timeoutMs: 1_000, rows: 1, bytes: 1_000 },
})

test('the speed of a statement is remembered per database', () => {
  const speeds = createSpeeds()
  expect(speeds.of(job('SELECT 1'))).toBeUndefined()
  speeds.note(job('SELECT 1'), 20)
  expect(speeds.of(job('SELECT 1'))).toBe('quick')
  expect(speeds.of(job('SELECT 1', 'two'))).toBeUndefined()
  speeds.note(job('SELECT 1'), Infinity)
  expect(speeds.of(job('SELECT 1'))).toBe('slow')
})

test('statements on scans are not remembered: their table has another name each time', () => {
  const speeds = createSpeeds()
  const onKept = { ...job('SELECT count(*) FROM scan_1'), scan: 'scan_1' }
  speeds.note(onKept, 5_000)
  expect(speeds.of(onKept)).toBeUndefined()
})

test('jobs without a statement have no speed, and long statements are not remembered', () => {
  const speeds = createSpeeds()
  const ping = { kind: 'ping' as const, connection: job('').connection }
  speeds.note(ping, 5_000)
  expect(speeds.of(ping)).toBeUndefined()
  const long = job(`SELECT ${'1 + '.repeat(100_000)}1`)
  speeds.note(long, 5_000)
  expect(speeds.of(long)).toBeUndefined()
})
