import { join } from 'node:path'
import { engineSuite } from './suite.ts'
import { loadConformanceTables } from './tables.ts'

engineSuite({
  engine: 'sqlite',
  start: async (folder) => {
    const parameters = { database: join(folder, 'data.sqlite') }
    await loadConformanceTables({ engine: 'sqlite', parameters }, ['edge_types', 'stocks'])
    return { connection: { key: 'sqlite', engine: 'sqlite', parameters, timezone: 'UTC' }, stop: async () => {} }
  },
  // Decimals are doubles here.
  stored: { amount: { 1: '12345678901234567000', 5: '99999999999999.98' }, ratio: { 6: 0 } },
  series: (rows) => `(WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT ${rows}) SELECT i FROM n) AS s`,
  endless: 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n',
  write: 'INSERT INTO edge_types (id) VALUES (9)',
  integerType: 'INTEGER',
  listsFunctions: true,
  schema: 'main',
  describeRuns: true,
})
