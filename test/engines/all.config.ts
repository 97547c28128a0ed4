import { defineConfig } from 'vitest/config'
import base from '../../vitest.config.ts'

// The projects of `npm test` bring their own lists of files.
const { projects: _ofUnitTests, ...shared } = base.test ?? {}

/** The same questions to all six engines; those of `npm test` are there again, with longer downloads. */
export default defineConfig({
  test: {
    ...shared,
    maxWorkers: 2,
    include: ['test/engines/{duckdb,sqlite,postgres,mysql}.test.ts', 'test/engines/equal/*.test.ts', 'test/engines/large/*.test.ts'],
    env: { ...shared.env, LONG_DOWNLOAD_ROWS: '3000000' },
    hookTimeout: 600_000,
    testTimeout: 180_000,
  },
})
