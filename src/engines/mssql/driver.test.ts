import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Connection } from '../engine.ts'
import { driverFolder } from '../shared/fetched/driver-package.ts'
import { connectMssql } from './driver.ts'
import { tediousPackage } from './tedious.ts'

/** Speaks as the driver does: a request gets its columns, then its rows as fast as they are read, then its end. */
const standIn = `
const { EventEmitter } = require('node:events')
class Request extends EventEmitter {
  constructor(sql, done) { super(); Object.assign(this, { sql, done, isPaused: false }) }
  setTimeout() {}
  pause() { this.isPaused = true }
  resume() { this.isPaused = false; this.wake?.() }
}
class Connection extends EventEmitter {
  constructor(config) { super(); this.config = config }
  connect(done) { setImmediate(done) }
  close() { this.emit('end') }
  cancel() { this.isCancelled = true; return true }
  async execSqlBatch(request) {
    this.isCancelled = false
    await null
    const failure = /fail (\\w+)/.exec(request.sql)
    if (failure) return request.done(new Error("Invalid column name '" + failure[1] + "'."))
    const count = Number(/rows (\\d+)/.exec(request.sql)?.[1] ?? 1)
    request.emit('columnMetadata', [{ colName: 'n', type: { name: 'BigInt' } }, { colName: 'at', type: { name: 'DateTime2' } }])
    for (let i = 0; i < count && !this.isCancelled; i++) {
      while (request.isPaused && !this.isCancelled) await new Promise((wake) => { request.wake = wake })
      request.emit('row', [{ value: String(9007199254740993n + 2n * BigInt(i)) }, { value: i % 2 ? null : new Date(86400000) }])
    }
    request.done(this.isCancelled ? new Error('Canceled.') : undefined)
  }
}
module.exports = { Connection, Request }
`

let drivers: string
let connection: Connection
const signal = new AbortController().signal
const parameters = { host: 'h', port: 1433, database: 'd' }

beforeAll(async () => {
  drivers = await mkdtemp(join(tmpdir(), 'chartroom-drivers-'))
  const folder = join(driverFolder(drivers, tediousPackage), 'node_modules', 'tedious')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'index.js'), standIn)
  connection = await connectMssql(parameters, { signal, key: 'k', timezone: 'UTC', drivers })
})
afterAll(async () => {
  await connection.close()
  expect(connection.alive()).toBe(false)
  await rm(drivers, { recursive: true, force: true })
})

test('rows become typed columns, whose digits are exact', async () => {
  const { table, truncated, nativeTypes } = await connection.query('SELECT rows 2', { signal })
  expect(nativeTypes).toEqual(['bigint', 'datetime2'])
  expect(truncated).toBe(false)
  expect(table.columns).toMatchObject([
    { name: 'n', type: 'integer', exact: ['9007199254740993', '9007199254740995'] },
    { name: 'at', type: 'timestamp', values: Float64Array.of(86_400_000, NaN) },
  ])
})

test('no more rows are read than are wanted', async () => {
  const { table, truncated } = await connection.query('SELECT rows 1000000000', { signal, rowLimit: 3 })
  expect([table.rowCount, truncated]).toEqual([3, true])
})

test('a stream that is left stops at the server', async () => {
  for await (const [column] of connection.stream('SELECT rows 1000000000', { signal })) {
    expect(column?.values.length).toBe(5_000)
    break
  }
  expect((await connection.query('SELECT rows 1', { signal })).table.rowCount).toBe(1)
})

test('errors of the server are thrown, and the connection goes on', async () => {
  await expect(connection.query('SELECT fail x', { signal })).rejects.toThrow("Invalid column name 'x'.")
  expect((await connection.query('SELECT rows 1', { signal })).table.rowCount).toBe(1)
})

test('without its driver an engine says so', async () => {
  await expect(connectMssql(parameters, { signal, key: 'k', timezone: 'UTC', drivers: join(drivers, 'none') })).rejects.toThrow(
    'The driver tedious is not installed on this server.',
  )
})
