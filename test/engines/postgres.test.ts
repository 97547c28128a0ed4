import { Client } from 'pg'
import { engineSuite } from './suite.ts'
import { startPostgres } from './servers.ts'
import { loadConformanceTables } from './tables.ts'

engineSuite({
  engine: 'postgresql',
  start: async () => {
    const server = await startPostgres()
    await loadConformanceTables(server, ['edge_types', 'stocks'])
    const { username, ...rest } = server.parameters
    const client = new Client({ host: rest.host, port: rest.port, password: rest.password, database: rest.database, user: username })
    await client.connect()
    return {
      connection: { key: 'pg', engine: 'postgresql', parameters: server.parameters, timezone: 'UTC' },
      running: async (text) => {
        const { rows } = await client.query<{ n: number }>(
          "SELECT count(*)::int AS n FROM pg_stat_activity WHERE state = 'active' AND pid <> pg_backend_pid() AND position($1 IN query) > 0",
          [text],
        )
        return rows[0]?.n ?? 0
      },
      stop: async () => {
        await client.end()
        await server.stop()
      },
    }
  },
  series: (rows) => `generate_series(1, ${rows}) AS s(i)`,
  endless: 'SELECT count(*) FROM pg_sleep(600)',
  write: 'INSERT INTO edge_types (id) VALUES (9)',
  integerType: 'integer',
  schema: 'public',
})
