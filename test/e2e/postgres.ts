import type { Page } from '@playwright/test'
import { Client } from 'pg'
import { startPostgres, type TestServer } from '../engines/servers.ts'

export type Postgres = TestServer & {
  uri: string
  query<R = Record<string, unknown>>(sql: string): Promise<R[]>
}

/** A real Postgres with a table `orders`: 5,000 rows, two a minute from 2024-01-01 on. */
export const startOrders = async (): Promise<Postgres> => {
  const server = await startPostgres()
  const { host, port, username: user, password, database } = server.parameters
  const client = new Client({ host, port, user, password: String(password), database: String(database) })
  await client.connect()
  await client.query(`CREATE TABLE orders AS
    SELECT TIMESTAMP '2024-01-01' + i * INTERVAL '1 hour' AS ordered_at, (ARRAY['north', 'south', 'west'])[i % 3 + 1] AS region, i % 90 AS amount
    FROM generate_series(1, 5000) AS i`)
  return {
    ...server,
    uri: `postgresql://${user}:${password}@${host}:${port}/${database}`,
    query: async <R>(sql: string) => (await client.query(sql)).rows as R[],
    stop: async () => {
      await client.end()
      await server.stop()
    },
  }
}

/** Writes as the page does, with its session; a whole address names another server than the test's. An answer that is not good fails the test. */
export const post = async (page: Page, path: string, data: object): Promise<{ id: number; result: Record<string, unknown> }> => {
  const tokenPath = '/api/v1/security/csrf_token/'
  const token = (await (await page.request.get(path.startsWith('/') ? tokenPath : new URL(tokenPath, path).href)).json()) as {
    result: string
  }
  const answer = await page.request.post(path, { data, headers: { 'X-CSRFToken': token.result } })
  if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`)
  return (await answer.json()) as { id: number; result: Record<string, unknown> }
}
