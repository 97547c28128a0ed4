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
  schema: 'default',
  answersOnly: true,
})
