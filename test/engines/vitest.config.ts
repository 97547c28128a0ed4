import { defineConfig } from 'vitest/config'

/** Engines that are there wherever `npm test` runs: DuckDB, SQLite, Postgres, MariaDB. */
export default defineConfig({
  test: {
    include: ['test/engines/*.test.ts'],
    env: { TZ: 'America/Los_Angeles' },
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 30_000 } },
  },
})
