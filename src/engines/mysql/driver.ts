import type { Column } from '#core/table.ts'
import type { ConnectOptions, Connection, RelationColumn, Result, StatementOptions } from '../engine.ts'
import { firstRows } from '../shared/first-rows.ts'
import { blocksOf, type Block } from './blocks.ts'
import { catalogQueries } from './catalog.ts'
import type { MysqlParameters } from './parameters.ts'
import { MysqlSession, type Relative } from './session.ts'
import { typeName } from './type-names.ts'

const rowsPerBlock = 5_000

const query = async (session: MysqlSession, sql: string, how: StatementOptions): Promise<Result> => {
  const { rowLimit = Infinity } = how
  const reading = blocksOf(session, sql, { ...how, block: Infinity, limit: rowLimit + 1 })
  const { value } = await reading.next()
  await reading.return(undefined)
  const { columns, fields, rowCount }: Block = value ?? { columns: [], fields: [], rowCount: 0 }
  return { ...firstRows({ columns, rowCount }, rowLimit), nativeTypes: fields.map(typeName) }
}

async function* stream(session: MysqlSession, sql: string, how: StatementOptions): AsyncGenerator<Column[], void, undefined> {
  const blocks = blocksOf(session, sql, { ...how, block: rowsPerBlock, limit: how.rowLimit ?? Infinity })
  for await (const { columns } of blocks) yield columns
}

/** Where the server does not report the columns of a prepared statement. */
const describeByRunning = async (session: MysqlSession, sql: string, how: StatementOptions): Promise<RelationColumn[]> => {
  const reading = blocksOf(session, `SELECT * FROM (${sql}\n) AS described LIMIT 0`, { ...how, block: Infinity, limit: 1 })
  const { value } = await reading.next()
  await reading.return(undefined)
  return (value?.fields ?? []).map((field) => ({ name: field.name, type: typeName(field), nullable: true }))
}

export const connectMysql = async (parameters: MysqlParameters, options: ConnectOptions, relative?: Relative): Promise<Connection> => {
  const session = await MysqlSession.open(parameters, options, relative)
  return {
    ...catalogQueries(session),
    ...(relative && { describe: (sql, how) => describeByRunning(session, sql, how), partitions: async () => null }),
    query: (sql, how) => query(session, sql, how),
    stream: (sql, how) => stream(session, sql, how),
    ping: async () => void (await session.rows('SELECT 1')),
    cancel: () => session.kill(),
    alive: () => session.isAlive,
    close: async () => session.close(),
  }
}
