import { defineConfig } from 'vitest/config'
import base from '../../vitest.config.ts'

/** The same questions to all six engines; those of `npm test` are there again, with longer downloads. */
export default defineConfig({
  test: {
    ...base.test,
    maxWorkers: 2,
    include: ['test/engines/{duckdb,sqlite,postgres,mysql}.test.ts', 'test/engines/equal/*.test.ts', 'test/engines/large/*.test.ts'],
    env: { ...base.test?.env, LONG_DOWNLOAD_ROWS: '3000000' },
    hookTimeout: 600_000,
    testTimeout: 180_000,
  },
})
