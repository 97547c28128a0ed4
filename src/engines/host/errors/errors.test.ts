import { expect, test, vi } from 'vitest'
import { AppError, MessageError } from '#core/errors.ts'
import { cleaned, hostError } from './errors.ts'
import type { ConnectionSpec } from '../protocol.ts'

const spec: ConnectionSpec = {
  key: 'k',
  engine: 'postgresql',
  parameters: { host: 'db.internal.example', password: 'hunter2', database: 'sales' },
  attachments: [{ path: '/var/data/tables/3f2a.duckdb', schema: 'main', table: 't' }],
  timezone: 'UTC',
}

test.each([
  ['could not open file "/etc/passwd": denied', 'could not open file "…": denied'],
  ['connect to db.internal.example (10.1.2.3:5432) failed', 'connect to … (…) failed'],
  ['connect to [::1]:5432 failed', 'connect to … failed'],
  ['password hunter2 refused', 'password … refused'],
  ['IO Error: /var/data/tables/3f2a.duckdb is gone', 'IO Error: … is gone'],
  ['C:\\Users\\me\\x.db: no such file', '…: no such file'],
  ['INTERNAL Error: it broke\n\nStack Trace:\n\n/x/duckdb.node(_ZN6+0x5b) [0x7efd]\n\nThis error signals…', 'INTERNAL Error: it broke'],
  ['Code: 1. it broke\nStack trace (when copying this message):\n0. DB::f() @ 0x1', 'Code: 1. it broke'],
  ['no column "stack trace"', 'no column "stack trace"'],
  ['see file:///home/me/x.csv', 'see …'],
  ['select a/b/c from t where x[123] = 1.5', 'select a/b/c from t where x[123] = 1.5'],
])('%s', (text, clean) => {
  expect(cleaned(text, spec)).toBe(clean)
})

test.each([' ', '\n', '\t', '/a', '1.1', 'stack trace '])('a long text of repeated %j is cleaned quickly', (part) => {
  const started = performance.now()
  cleaned(part.repeat(200_000), spec)
  expect(performance.now() - started).toBeLessThan(2_000)
})

test('an error of ours keeps its type, status and shape', () => {
  expect(hostError(new AppError('INVALID_SQL_ERROR', 'no', { status: 422, extra: { a: 1 } }), spec)).toEqual({
    type: 'INVALID_SQL_ERROR',
    message: 'no',
    status: 422,
    extra: { a: 1 },
  })
  expect(hostError(new MessageError(400, 'Error: x'), spec)).toMatchObject({ bare: true, status: 400, message: 'Error: x' })
})

test('an error of the engine is typed by its dialect', () => {
  expect(hostError(new Error('column "nope" does not exist\nLINE 2: nope'), spec)).toMatchObject({
    type: 'COLUMN_DOES_NOT_EXIST_ERROR',
    summary: `We can't seem to resolve the column "nope" at line 2.`,
  })
  expect(
    hostError(new AggregateError([Object.assign(new Error('connect ECONNREFUSED 10.1.2.3:5432'), { code: 'ECONNREFUSED' })]), spec),
  ).toMatchObject({
    type: 'CONNECTION_PORT_CLOSED_ERROR',
    message: 'The port on the host refused the connection.',
    extra: { invalid: ['host', 'port'] },
  })
})

test('words about a broken connection inside a statement are not a connection error', () => {
  expect(hostError(new Error('Connection terminated unexpectedly'), spec).type).toBe('CONNECTION_HOST_DOWN_ERROR')
  const literal = new Error('invalid input syntax for type integer: "Connection lost, read ECONNRESET"')
  expect(hostError(literal, spec).type).toBe('GENERIC_DB_ENGINE_ERROR')
})

test('an internal error reveals no details to the client', () => {
  const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  expect(hostError(new TypeError("Cannot read properties of undefined (reading 'x')"), spec)).toMatchObject({
    type: 'GENERIC_BACKEND_ERROR',
    message: expect.not.stringContaining('undefined'),
    status: 500,
  })
  expect(log).toHaveBeenCalledOnce()
  log.mockRestore()
})

test('a code that repeats its text is omitted', () => {
  const failed = (code: string, text: string) => hostError(Object.assign(new Error(text), { code }), { ...spec, engine: 'sqlite' }).message
  expect(failed('ERR_SQLITE_ERROR', 'no such column: nope')).toBe('no such column: nope')
  expect(failed('ER_PARSE_ERROR', 'You have an error')).toBe('You have an error')
  expect(failed('ENOTFOUND', 'getaddrinfo failed')).toBe('ENOTFOUND getaddrinfo failed')
})
