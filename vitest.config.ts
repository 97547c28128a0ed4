import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'test/{api,check,conformance,fuzz,kill}/**/*.test.ts'],
    setupFiles: ['test/slow-machine.ts'],
    env: { TZ: 'America/Los_Angeles' },
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 30_000 } },
  },
})
