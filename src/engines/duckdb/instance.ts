import { mkdirSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import duckdb from '@duckdb/node-bindings'
import type { ConnectOptions } from '../engine.ts'
import { doubleQuoted, standardString } from '../shared/sql-text.ts'
import { attachedAs } from './deny.ts'

/** An open database with everything attached that it will ever hold, locked against settings, network and files but those of one folder. */
export type Instance = { database: duckdb.Database; guard: duckdb.Connection; folder: string; users: number }

const instances = new Map<string, Promise<Instance>>()

const configured = (options: ConnectOptions, extra: Record<string, string>): duckdb.Config => {
  const config = duckdb.create_config()
  const settings: Record<string, string | undefined> = {
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
    memory_limit: options.memoryLimitMb ? `${options.memoryLimitMb}MB` : undefined,
    threads: options.threads ? String(options.threads) : undefined,
    temp_directory: options.tempDirectory,
    ...extra,
  }
  for (const [name, value] of Object.entries(settings)) if (value !== undefined) duckdb.set_config(config, name, value)
  return config
}

const attachSql = (options: ConnectOptions): string[] => {
  const schemas = new Set((options.attachments ?? []).map(({ schema }) => schema))
  return [
    ...[...schemas].map((schema) => `CREATE SCHEMA IF NOT EXISTS ${doubleQuoted(schema)}`),
    ...(options.attachments ?? []).flatMap(({ path, schema, table }, i) => [
      `ATTACH ${standardString(path)} AS ${doubleQuoted(attachedAs(i))} (READ_ONLY)`,
      `CREATE VIEW ${doubleQuoted(schema)}.${doubleQuoted(table)} AS FROM ${doubleQuoted(attachedAs(i))}.main.data`,
    ]),
  ]
}

const lockSql = (timezone: string, folder: string): string[] => [
  `SET GLOBAL TimeZone = ${standardString(timezone)}`,
  `SET GLOBAL allowed_directories = [${standardString(folder)}]`,
  'SET GLOBAL enable_external_access = false',
  'SET GLOBAL lock_configuration = true',
]

const openInstance = async (path: string, options: ConnectOptions): Promise<Instance> => {
  const temporary = options.tempDirectory ?? tmpdir()
  mkdirSync(temporary, { recursive: true })
  const memory = path === ':memory:'
  const database = await duckdb.open(path, configured(options, memory ? {} : { access_mode: 'READ_ONLY' }))
  const guard = await duckdb.connect(database)
  const folder = await mkdtemp(join(temporary, 'out-'))
  try {
    for (const sql of [...attachSql(options), ...lockSql(options.timezone, folder)]) await duckdb.query(guard, sql)
  } catch (error) {
    duckdb.disconnect_sync(guard)
    duckdb.close_sync(database)
    rmSync(folder, { recursive: true })
    throw error
  }
  return { database, guard, folder, users: 0 }
}

/** The shared instance of a key; every `acquire` needs its `release`. The last one closes it. */
export const acquireInstance = async (path: string, options: ConnectOptions): Promise<Instance> => {
  const known = instances.get(options.key)
  const opening = known ?? openInstance(path, options)
  if (!known) {
    instances.set(options.key, opening)
    opening.catch(() => instances.delete(options.key))
  }
  const instance = await opening
  instance.users++
  return instance
}

export const releaseInstance = (key: string, instance: Instance) => {
  instance.users--
  if (instance.users > 0) return
  instances.delete(key)
  duckdb.disconnect_sync(instance.guard)
  duckdb.close_sync(instance.database)
  rmSync(instance.folder, { recursive: true })
}
