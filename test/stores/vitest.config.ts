import { defineConfig } from 'vitest/config'

/** The tests of stores and of the API once more, with the metadata in Postgres. */
export default defineConfig({
  test: {
    include: [
      'src/server/{access,db,housekeeping,http,jobs,list,resources}/**/*.test.ts',
      'test/api/{access-matrix,conversations}.test.ts',
    ],
    globalSetup: ['test/stores/postgres.ts'],
    env: { TZ: 'America/Los_Angeles' },
    // Test files share the modules of their worker: none of these replaces modules.
    isolate: false,
    // Twice the cores that are expected: the tests wait for the server more than half of their time.
    maxWorkers: 4,
    testTimeout: 120_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 30_000 } },
  },
})
