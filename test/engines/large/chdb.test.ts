import { expect, test } from 'vitest'
import { engineSuite } from '../suite.ts'
import { loadConformanceTables } from '../tables.ts'
import { startChdb } from './servers.ts'

engineSuite({
  engine: 'clickhousedb',
  start: async () => {
    const server = await startChdb()
    await loadConformanceTables(server, ['edge_types', 'stocks'])
    return {
      connection: { key: 'chdb', engine: 'clickhousedb', parameters: server.parameters, timezone: 'UTC' },
      stop: () => server.stop(),
    }
  },
  series: (rows) => `(SELECT number AS i FROM numbers(${rows})) AS s`,
  endless: 'SELECT count() FROM numbers(1000000000000)',
  write: 'INSERT INTO edge_types (id) VALUES (9)',
  integerType: 'Nullable(Int32)',
  listsFunctions: true,
  schema: 'default',
  answersOnly: true,
  also: ({ host, subject }) => {
    test('views and functions are listed with the queries that they consist of', async () => {
      const { connection } = subject()
      const { host: address, port } = connection.parameters as { host: string; port: number }
      for (const body of [
        'CREATE VIEW as_view AS SELECT id FROM edge_types',
        'CREATE MATERIALIZED VIEW kept_view ENGINE = MergeTree() ORDER BY tuple() AS SELECT id FROM edge_types',
        'CREATE FUNCTION twice AS (x) -> x * 2',
      ])
        expect((await fetch(`http://${address}:${port}/`, { method: 'POST', body })).status).toBe(200)
      const views = await host().run({ kind: 'views', connection })
      expect(views?.map(({ name, definition }) => [name, definition]).sort()).toEqual([
        ['as_view', 'SELECT id FROM default.edge_types'],
        ['kept_view', 'SELECT id FROM default.edge_types'],
      ])
      expect(await host().run({ kind: 'functions', connection })).toEqual([{ name: 'twice', definition: 'SELECT (x * 2)' }])
    })
  },
})
