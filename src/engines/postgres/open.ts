import { Client } from 'pg'
import type { ConnectOptions } from '../engine.ts'
import { postgresDialect } from './dialect.ts'
import { clientConfig, type PostgresParameters } from './parameters.ts'

const { literal, quote, maxIdentifier } = postgresDialect

/** What is set at the start of a connection. */
export type SessionSql = (timezone: string) => string

export const postgresSessionSql: SessionSql = (timezone) =>
  `SET standard_conforming_strings = on; SET timezone = ${literal({ type: 'string', value: timezone })}; SET datestyle = 'ISO'; SET intervalstyle = 'postgres'; SET bytea_output = 'hex'; SET extra_float_digits = 3`

/** The server checks whether the client is still there, so that a killed host leaves nothing running. Known since 14, and not on every system. */
const watchSql = `SET client_connection_check_interval = '500ms'`

/**
 * Makes the session that of a role, which the user of the connection has to be a member of. The server reads `none` as nobody, and cuts
 * long names, so that both would end at another role.
 */
const roleSql = (role: string): string => {
  if (role.toLowerCase() === 'none' || Buffer.byteLength(role) > maxIdentifier) throw new Error(`role "${role}" does not exist`)
  return `SET ROLE ${quote(role)}`
}

/** A client whose session is set up; given up when the signal is aborted. */
export const openClient = async (
  parameters: PostgresParameters,
  database: string,
  { sessionSql, ...options }: Pick<ConnectOptions, 'signal' | 'timezone'> & { sessionSql: SessionSql },
): Promise<Client> => {
  const client = new Client(clientConfig(parameters, database, 0))
  client.on('error', () => {})
  const { promise: given, reject } = Promise.withResolvers<never>()
  const giveUp = () => {
    client.connection.stream.destroy()
    reject(new Error('connection timed out'))
  }
  options.signal.addEventListener('abort', giveUp, { once: true })
  if (options.signal.aborted) giveUp()
  const begin = async () => {
    await client.connect()
    await client.query(sessionSql(options.timezone))
    await client.query(watchSql).catch(() => {})
    if (parameters.actsFor !== undefined) await client.query(roleSql(parameters.actsFor))
  }
  try {
    await Promise.race([begin(), given])
    return client
  } catch (error) {
    void client.end().catch(() => {})
    throw error
  } finally {
    options.signal.removeEventListener('abort', giveUp)
  }
}
