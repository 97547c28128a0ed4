import { startStatement } from '../../../src/engines/trino/protocol.ts'
import type { TestServer } from '../servers.ts'

/** Rows of a statement, past the driver under test. */
export const askTrino = async ({ parameters }: TestServer, sql: string): Promise<unknown[][]> => {
  const session = { url: `http://127.0.0.1:${parameters.port}`, user: 'test', source: 'test', timezone: 'UTC' }
  const rows: unknown[][] = []
  for await (const page of startStatement(session, sql, AbortSignal.timeout(120_000)).pages) rows.push(...page)
  return rows
}

/** Copies tables from the catalog of Postgres into the memory of both nodes. */
export const loadTrino = async (server: TestServer, schema: string, tables: string[]): Promise<void> => {
  await askTrino(server, `CREATE SCHEMA IF NOT EXISTS memory.${schema}`)
  for (const table of tables) await askTrino(server, `CREATE TABLE memory.${schema}.${table} AS SELECT * FROM pg.public.${table}`)
}
