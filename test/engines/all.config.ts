import { mergeConfig } from 'vitest/config'
import base from './vitest.config.ts'

/** Those of `npm test` and the ones whose servers are large: ClickHouse and Trino. */
export default mergeConfig(base, {
  test: { include: ['test/engines/equal/*.test.ts', 'test/engines/large/*.test.ts'], hookTimeout: 600_000, testTimeout: 180_000 },
})
