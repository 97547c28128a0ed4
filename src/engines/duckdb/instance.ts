import { mkdirSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import duckdb from '@duckdb/node-bindings'
import type { Attachment, ConnectOptions } from '../engine.ts'
import { logUnexpected } from '../host/errors/log-unexpected.ts'
import { doubleQuoted, standardString } from '../shared/sql-text.ts'
import { attachedAs, isReservedSchema } from './deny.ts'

/** An open database with everything attached that it will ever hold, locked against settings, network and files but those of one folder. */
export type Instance = {
  database: duckdb.Database
  guard: duckdb.Connection
  folder: string
  users: number
  /** Attachments that are missing, damaged, or bear a name that cannot be used: their tables alone are not there. */
  unreadable: readonly Attachment[]
}

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

const attachSql = ({ path, schema, table }: Attachment, alias: string): string[] => [
  `CREATE SCHEMA IF NOT EXISTS ${doubleQuoted(schema)}`,
  `ATTACH ${standardString(path)} AS ${doubleQuoted(alias)} (READ_ONLY)`,
  `CREATE VIEW ${doubleQuoted(schema)}.${doubleQuoted(table)} AS FROM ${doubleQuoted(alias)}.main.data`,
]

const reportedFaults = new Set<string>()

/** Logged for the operator; the tables are attached again whenever one of them changes. */
const reportOnce = (fault: string, error: unknown) => {
  const text = `${fault}: ${String(error)}`
  if (!reportedFaults.has(text)) logUnexpected(error, fault)
  reportedFaults.add(text)
}

/** Each by itself; returns those that failed. */
const attach = async (guard: duckdb.Connection, attachments: readonly Attachment[]): Promise<Attachment[]> => {
  const unreadable: Attachment[] = []
  for (const [i, attachment] of attachments.entries()) {
    try {
      if (isReservedSchema(attachment.schema)) throw new Error('its schema has a name of the engine')
      for (const sql of attachSql(attachment, attachedAs(i))) await duckdb.query(guard, sql)
    } catch (error) {
      reportOnce(`table ${attachment.schema}.${attachment.table} (${attachment.path})`, error)
      unreadable.push(attachment)
    }
  }
  return unreadable
}

const lockSql = (timezone: string, folder: string): string[] => [
  `SET GLOBAL TimeZone = ${standardString(timezone)}`,
  `SET GLOBAL allowed_directories = [${standardString(folder)}]`,
  'SET GLOBAL enable_external_access = false',
  // Where unqualified names are looked up, and that progress is counted, is chosen for each statement, by the session alone.
  `SET GLOBAL allowed_configs = ['search_path', 'schema', 'enable_progress_bar', 'enable_progress_bar_print', 'progress_bar_time']`,
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
    const unreadable = await attach(guard, options.attachments ?? [])
    for (const sql of lockSql(options.timezone, folder)) await duckdb.query(guard, sql)
    return { database, guard, folder, users: 0, unreadable }
  } catch (error) {
    duckdb.disconnect_sync(guard)
    duckdb.close_sync(database)
    rmSync(folder, { recursive: true })
    throw error
  }
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
