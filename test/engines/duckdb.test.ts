import { join } from 'node:path'
import { engineSuite } from './suite.ts'
import { makeGenerations } from './tables.ts'

engineSuite({
  engine: 'duckdb',
  start: async (folder) => ({
    connection: {
      key: 'house',
      engine: 'duckdb',
      parameters: {},
      timezone: 'UTC',
      attachments: await makeGenerations(join(folder, 'tables'), ['edge_types', 'stocks']),
    },
    stop: async () => {},
  }),
  series: (rows) => `range(${rows}) AS s(i)`,
  endless: 'SELECT count(*) FROM range(100000000) a, range(100000000) b WHERE a.range + b.range = 7',
  write: 'INSERT INTO edge_types (id) VALUES (9)',
  integerType: 'INTEGER',
  schema: 'main',
})
