import { mergeConfig } from 'vitest/config'
import base from './vitest.config.ts'

/** Those of `npm test`, with longer downloads, and the ones whose servers are large: ClickHouse and Trino; the same questions to all. */
export default mergeConfig(base, {
  test: {
    include: ['test/engines/equal/*.test.ts', 'test/engines/large/*.test.ts'],
    env: { LONG_DOWNLOAD_ROWS: '3000000' },
    hookTimeout: 600_000,
    testTimeout: 180_000,
  },
})
